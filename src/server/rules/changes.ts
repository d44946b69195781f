import type { Reader, Writer } from '#server/db/database.ts';

/**
 * The change log of a team: what changed, numbered without holes. Clients ask "since N"; the socket only hints at it.
 * The number is taken by an update of the team's row, whose lock holds until the commit: on PostgreSQL a later number can therefore
 * never become visible before an earlier one, which a sequence would allow.
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
  return seq;
}

const CHANGES_PER_ANSWER = 500;

export interface ChangesSince {
  /** Where to go on from. Smaller than what was asked for when the server was restored from an older backup. */
  seq: number;
  changes: { seq: number; kind: string; ref: string }[];
  more: boolean;
}

export async function changesSince(db: Reader, teamId: number, since: number): Promise<ChangesSince> {
  // The number first: what is committed between the two reads then comes now or with the next question, and is never skipped.
  const team = await db.selectFrom('team').select('change_seq').where('id', '=', teamId).executeTakeFirstOrThrow();
  const found = await db
    .selectFrom('change')
    .select(['seq', 'kind', 'ref'])
    .where('team_id', '=', teamId)
    .where('seq', '>', since)
    .orderBy('seq')
    .limit(CHANGES_PER_ANSWER + 1)
    .execute();
  const changes = found.slice(0, CHANGES_PER_ANSWER);
  return { seq: changes.at(-1)?.seq ?? team.change_seq, changes, more: found.length > changes.length };
}
