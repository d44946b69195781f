import type { CampaignState } from '#contract/campaigns.ts';
import type { Reader } from '#server/db/database.ts';
import type { Member } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';

/**
 * [Note: Blinded reads]
 *
 * While a blinded campaign runs, each of its readers sees of a case only what they made in their present read: nothing of other readers, of earlier
 * readings, nor of their own first read when a case comes a second time. Every rule that shows work on a study to people asks here:
 * measurements, comments, answers to forms, lesions, marks of findings, segmentations with their operations and presence, tasks, the change log. It holds for team
 * administrators who read as well. See docs/decisions/364-reading-campaigns.md.
 */
export interface Blinding {
  /** Server time in ms at which the present read began; Infinity while the case is not being read. Only own work made since then is seen. */
  since: number;
}

/** Null if the caller sees the work on this study as other members do. */
export async function blindingOf(db: Reader, caller: Pick<Member, 'userId'>, studyId: number): Promise<Blinding | null> {
  return (await blindedStudies(db, caller)).get(studyId) ?? null;
}

/** For a query, which has no infinity. */
export const sinceOf = (blinding: Blinding | null): number => Math.min(blinding?.since ?? 0, Number.MAX_SAFE_INTEGER);

/** All studies that the caller reads blinded, by id. */
export async function blindedStudies(db: Reader, { userId }: Pick<Member, 'userId'>): Promise<ReadonlyMap<number, Blinding>> {
  const reads = await blindedReads(db, userId).select(['study_id', 'campaign_read.state', 'started_at', 'finished_at']).execute();
  const found = new Map<number, Blinding>();
  for (const [studyId, ofStudy] of Map.groupBy(reads, (read) => read.study_id)) {
    const open = ofStudy.find((read) => read.state === 'started');
    // A case that was skipped and taken up again may have had its second read in between.
    const finished = ofStudy.map((read) => (read === open ? 0 : (read.finished_at ?? 0)));
    found.set(studyId, { since: open === undefined ? Infinity : Math.max(open.started_at ?? Infinity, ...finished) });
  }
  return found;
}

const RUNNING: CampaignState = 'running';

const allBlindedReads = (db: Reader) =>
  db
    .selectFrom('campaign_read')
    .innerJoin('campaign', 'campaign.id', 'campaign_read.campaign_id')
    .where('campaign.blinded', '=', 1)
    .where('campaign.state', '=', RUNNING);

const blindedReads = (db: Reader, userId: number) => allBlindedReads(db).where('campaign_read.user_id', '=', userId);

/** Ids of the people who read one of these studies blinded. */
export async function blindedReadersOf(db: Reader, studyIds: readonly number[]): Promise<number[]> {
  const found = new Set<number>();
  for (const some of inPortions(studyIds)) {
    const reads = await allBlindedReads(db).select('campaign_read.user_id').where('campaign_read.study_id', 'in', some).execute();
    for (const { user_id: userId } of reads) if (userId !== null) found.add(userId);
  }
  return [...found];
}

/** Ids of the studies that the caller reads blinded, for `in`. */
export const blindedStudyIds = (db: Reader, userId: number) => blindedReads(db, userId).select('campaign_read.study_id');

/** Kinds of changes that name a study on which somebody works. */
const WORK_ON_A_STUDY = new Set(['measurement', 'segmentation', 'comment', 'form-answer', 'lesion', 'registration', 'finding']);

/** Which changes of the log would tell a blinded reader of the work of others: on a case, on its tasks, or on a read of the campaign. */
export async function hiddenChanges(
  db: Reader,
  { userId }: Pick<Member, 'userId'>,
): Promise<(change: { kind: string; ref: string }) => boolean> {
  const blinded = await blindedReads(db, userId).select(['study_id', 'campaign_id']).execute();
  if (blinded.length === 0) return () => false;
  const studies = [...new Set(blinded.map(({ study_id }) => study_id))];
  const campaigns = [...new Set(blinded.map(({ campaign_id }) => campaign_id))];
  const cases = await db.selectFrom('study').select('uuid').where('id', 'in', studies).execute();
  const tasks = await db
    .selectFrom('task')
    .select('uuid')
    .where('study_id', 'in', studies)
    .where((eb) => eb.or([eb('assignee_id', 'is', null), eb('assignee_id', '<>', userId)]))
    .execute();
  const reads = await db
    .selectFrom('campaign_read')
    .select('uuid')
    .where('campaign_id', 'in', campaigns)
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '<>', userId)]))
    .execute();
  const hidden = {
    work: new Set(cases.map(({ uuid }) => uuid)),
    task: new Set(tasks.map(({ uuid }) => uuid)),
    read: new Set(reads.map(({ uuid }) => uuid)),
  };
  return ({ kind, ref }) => {
    if (kind === 'task' || kind === 'read') return hidden[kind].has(ref);
    return WORK_ON_A_STUDY.has(kind) && hidden.work.has(ref);
  };
}
