import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { Refusal, type Member, type ServerContext } from './context.ts';
import { lockTeam } from './membership.ts';
import { noteStudyChange } from './studies-changes.ts';
import { requireStudyRow } from './studies.ts';

/**
 * Changes what a study of the team has: its labels, its projects. The study is locked before the team, as everywhere; with the team locked no label
 * is deleted and no project started between a look at it and the link. What was changed is told after the commit.
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
    const study = await tx.selectFrom('study').select('id').where('id', '=', id).$call(lockRows(tx)).executeTakeFirst();
    if (study === undefined) throw new Refusal('not_found');
    await lockTeam(tx, teamId);
    const made = await change(tx, id);
    return { answer: made.answer, seq: made.changed ? await noteStudyChange(tx, { teamId, studyUuid: uuid, now: now() }) : null };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return answer;
}
