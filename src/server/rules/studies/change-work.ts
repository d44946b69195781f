import type { Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { requireStudyRow } from './studies.ts';

/**
 * A change of what somebody made on a study. The changes of a team run one after the other, so numbers and versions are read after the lock. `kind`: in the
 * change log, which names the study. `lockFirst`: rows that are locked before the team.
 */
export async function changeWorkOnStudy<T>(
  { db, news, now }: ServerContext,
  caller: Member,
  {
    study,
    kind,
    lockFirst,
  }: {
    study: string;
    kind: 'measurement' | 'form-answer' | 'comment' | 'lesion' | 'registration' | 'finding';
    lockFirst?: (tx: Writer) => Promise<unknown>;
  },
  change: (tx: Writer, studyId: number, now: number, study: { id: number; uuid: string }) => Promise<{ isChanged: boolean; answer: T }>,
): Promise<T> {
  const { teamId } = caller;
  const { answer, seq } = await db.write(async (tx) => {
    await lockFirst?.(tx);
    await lockTeam(tx, teamId);
    const row = await requireStudyRow(tx, caller, study);
    const time = now();
    const made = await change(tx, row.id, time, row);
    const logged = made.isChanged ? await appendChange(tx, { teamId, kind, ref: row.uuid, now: time }) : null;
    return { answer: made.answer, seq: logged };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return answer;
}
