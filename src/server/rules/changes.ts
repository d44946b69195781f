import type { Reader, Writer } from '#server/db/database.ts';
import { hiddenChanges } from './campaigns/blinding.ts';
import type { Member } from './context.ts';
import { wakeFlows } from './flows/wake.ts';

/**
 * The change log of a team, numbered without gaps. Clients ask for changes "since N"; the socket only hints at them. The number is assigned
 * by an update of the team's row, whose lock holds until the commit: so on PostgreSQL a later number never becomes visible before an
 * earlier one, as it could with a sequence.
 */
export async function appendChange(tx: Writer, change: { teamId: number; kind: string; ref: string; now: number }): Promise<number> {
  const { change_seq: seq } = await tx
    .updateTable('team')
    .set((eb) => ({ change_seq: eb('change_seq', '+', 1) }))
    .where('id', '=', change.teamId)
    .returning('change_seq')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('change')
    .values({ team_id: change.teamId, seq, kind: change.kind, ref: change.ref, created_at: change.now })
    .execute();
  await wakeFlows(tx, change);
  return seq;
}

const CHANGES_PER_ANSWER = 500;

export interface ChangesSince {
  /** Where to continue. Smaller than the requested number if the server was restored from an older backup. */
  seq: number;
  changes: { seq: number; kind: string; ref: string }[];
  more: boolean;
}

export async function changesSince(db: Reader, caller: Pick<Member, 'teamId' | 'userId'>, since: number): Promise<ChangesSince> {
  const { teamId } = caller;
  // The number first: a change committed between the two reads then comes now or with the next request, and is never skipped.
  const team = await db.selectFrom('team').select('change_seq').where('id', '=', teamId).executeTakeFirstOrThrow();
  const found = await db
    .selectFrom('change')
    .select(['seq', 'kind', 'ref'])
    .where('team_id', '=', teamId)
    .where('seq', '>', since)
    .orderBy('seq')
    .limit(CHANGES_PER_ANSWER + 1)
    .execute();
  const read = found.slice(0, CHANGES_PER_ANSWER);
  const isHidden = read.length === 0 ? () => false : await hiddenChanges(db, caller);
  const changes = read.filter((change) => !isHidden(change));
  return { seq: read.at(-1)?.seq ?? team.change_seq, changes, more: found.length > read.length };
}
