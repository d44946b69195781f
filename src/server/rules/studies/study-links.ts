import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { noteStudyChange } from './studies-changes.ts';
import { requireStudyRow, studiesOfTeam } from './studies.ts';

/**
 * Changes the labels or projects of a study of the team. The study is locked before the team, as everywhere; while the team is locked, no
 * label can be deleted and no project started between the check and the link. The change is announced after the commit.
 */
export async function changeStudy<T>(
  { db, news, now }: ServerContext,
  caller: Member,
  idOrUuid: string,
  change: (tx: Writer, studyId: number) => Promise<{ changed: boolean; answer: T }>,
): Promise<T> {
  const { teamId } = caller;
  const { id, uuid } = await requireStudyRow(db.read, caller, idOrUuid);
  const { answer, seq } = await db.write(async (tx) => {
    const study = await tx.selectFrom('study').select('deleted_at').where('id', '=', id).$call(lockRows(tx)).executeTakeFirst();
    if (study === undefined || study.deleted_at !== null) throw new Refusal('not_found');
    await lockTeam(tx, teamId);
    const made = await change(tx, id);
    return { answer: made.answer, seq: made.changed ? await noteStudyChange(tx, { teamId, studyUuid: uuid, now: now() }) : null };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return answer;
}

export interface LockedStudy {
  id: number;
  uuid: string;
}

/**
 * The studies of a call, locked in the order of their IDs. The team is locked after them, as everywhere. One that is to be added and does not
 * exist refuses the call; one that is to be removed is gone already.
 */
export async function lockStudies(
  tx: Writer,
  caller: Member,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<{ add: LockedStudy[]; remove: LockedStudy[] }> {
  const uuids = [...new Set([...add, ...remove])];
  if (uuids.length === 0) return { add: [], remove: [] };
  const visible = await studiesOfTeam(tx, caller.teamId).select('study.id').where('study.uuid', 'in', uuids).execute();
  const ids = visible.map(({ id }) => id);
  const locked =
    ids.length === 0
      ? []
      : await tx.selectFrom('study').select(['id', 'uuid']).where('id', 'in', ids).orderBy('id').$call(lockRows(tx)).execute();
  if (add.some((uuid) => !locked.some((study) => study.uuid === uuid))) throw new Refusal('not_found');
  return { add: locked.filter(({ uuid }) => add.includes(uuid)), remove: locked.filter(({ uuid }) => remove.includes(uuid)) };
}

/** For locked studies. Returns the last number of the log, or null without studies. */
export async function noteStudyChanges(
  tx: Writer,
  studies: readonly LockedStudy[],
  { teamId, now }: { teamId: number; now: number },
): Promise<number | null> {
  let seq: number | null = null;
  for (const { uuid } of studies) seq = await noteStudyChange(tx, { teamId, studyUuid: uuid, now });
  return seq;
}
