import type { Writer } from '#server/db/database.ts';
import type { JobQueue } from '#server/rules/context.ts';

/**
 * [Note: Checks of studies]
 *
 * `check-study` computes the findings of one study from what is stored, in the transaction that ends it. Whatever they depend on queues it in its
 * own transaction: a series that was read, converted or removed, and a study that was deleted or restored. A change that commits while a check
 * runs is seen by it, or queues another one, because both lock the row of the job: it is added before the team is locked. Checks of a team run one
 * after the other, since one of them may queue that of another study with the same images.
 */
export async function queueCheck(tx: Writer, jobs: JobQueue, of: { study: number } | { series: number }): Promise<void> {
  const study = await tx
    .selectFrom('study')
    .select(['study.id', 'study.team_id'])
    .$call((found) =>
      'study' in of
        ? found.where('study.id', '=', of.study)
        : found.where('study.id', 'in', tx.selectFrom('series').select('study_id').where('id', '=', of.series)),
    )
    .executeTakeFirst();
  if (study === undefined) return;
  await jobs.add(tx, {
    name: 'check-study',
    payload: { studyId: study.id },
    teamId: study.team_id,
    groupKey: `check-studies-of-${study.team_id}`,
    uniqueKey: checkKeyOf(study.id),
  });
}

export const checkKeyOf = (studyId: number): string => `check-study-${studyId}`;
