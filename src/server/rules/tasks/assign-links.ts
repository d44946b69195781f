import type { BodyOf, Calls } from '#contract/calls.ts';
import { marked } from '#language/t.ts';
import type { Writer } from '#server/db/database.ts';
import { Refusal, type Member } from '#server/rules/context.ts';
import { findRow } from '#server/rules/segmentations/segmentation-rows.ts';
import { requireAssignee } from './assignees.ts';
import { requireSeen } from './open-review.ts';
import { requireTask, type TaskRow } from './tasks.ts';

type Asked = BodyOf<Calls['assignTasks']>;
type Links = Pick<TaskRow, 'segmentation_id' | 'reviewer_id' | 'reviewer_role_id' | 'of_id'>;

const invalid = (field: keyof Asked, why: string) => new Refusal('invalid', { errors: { [field]: [why] } });
const OWN_WORK = marked('Choose somebody else: nobody reviews their own work.');

/** What an assignment says of a segmentation, of the later review, and of the task that is reviewed. `studies`: each once. */
export async function requireLinks(tx: Writer, caller: Member, asked: Asked, studies: readonly string[]): Promise<Links> {
  const { to, review_by: by } = asked;
  const of = await requireReviewed(tx, caller, asked, studies);
  if (by !== undefined && asked.kind !== 'annotate') throw invalid('review_by', marked('Only an annotation is reviewed.'));
  if (by !== undefined && 'person' in by && 'person' in to && by.person === to.person) throw invalid('review_by', OWN_WORK);
  const reviewer = by === undefined ? null : await requireAssignee(tx, caller.teamId, by, 'review_by');
  return {
    segmentation_id: await requireSegmentation(tx, caller, asked, studies),
    reviewer_id: reviewer?.assignee_id ?? null,
    reviewer_role_id: reviewer?.role_id ?? null,
    of_id: of?.id ?? null,
  };
}

async function requireSegmentation(
  tx: Writer,
  caller: Member,
  { segmentation, to, review_by: by }: Asked,
  studies: readonly string[],
): Promise<number | null> {
  if (segmentation === undefined) return null;
  if (studies.length > 1) throw invalid('segmentation', marked('Choose one study.'));
  const row = await findRow(tx, caller, segmentation, studies[0]);
  await requireSeen(tx, caller, to, row, 'to');
  if (by !== undefined) await requireSeen(tx, caller, by, row, 'review_by');
  return row.id;
}

async function requireReviewed(tx: Writer, caller: Member, { of, kind, to }: Asked, studies: readonly string[]): Promise<TaskRow | null> {
  if (of === undefined) return null;
  const reviewed = await requireTask(tx, caller, of);
  if (kind !== 'review' || reviewed.kind !== 'annotate' || studies.length > 1 || reviewed.subject_uuid !== studies[0])
    throw invalid('of', marked('Only an annotation of the same study is reviewed.'));
  if ('person' in to && to.person === reviewed.assignee_id) throw invalid('to', OWN_WORK);
  return reviewed;
}
