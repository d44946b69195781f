import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { noteStudyChange } from './studies-changes.ts';
import { requireStudyRow } from './studies.ts';

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
