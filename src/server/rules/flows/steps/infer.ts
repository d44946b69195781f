import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { FlowLink } from '#contract/flows.ts';
import type { Writer } from '#server/db/database.ts';
import { addInferOfVersion, type InferCase } from '#server/rules/ai/add-infer.ts';
import { changeAi } from '#server/rules/ai/changes.ts';
import { summaryOf } from '#server/rules/ai/infer-rows.ts';
import { promotedOf, requireModel, versionRows } from '#server/rules/ai/model-rows.ts';
import { linksOf } from '#server/rules/flows/flow-rows.ts';
import { convertedSeries } from './converted-series.ts';
import { because, type StepOn, type StepOutcome, type StepRun } from './step-run.ts';

/** The inference and the link to it are stored in one transaction, so that a kill between them makes no second one. */
export const runModel: StepRun<'infer'> = async (on) => {
  const { context, author, row } = on;
  if (!author.permissions.has('r:ai-infers')) return { is: 'failed', reason: because('refused', 'not_allowed') };
  const [link] = linksOf(row);
  const begun = link === undefined ? await begin(on) : Number(link.id);
  if (typeof begun !== 'number') return begun;
  const infer = await context.db.read.selectFrom('infer').selectAll().where('id', '=', begun).executeTakeFirst();
  if (infer === undefined) return { is: 'failed', reason: because('gone') };
  const links: FlowLink[] = [{ kind: 'infer', id: String(begun) }];
  if (infer.state === 'failed') return { is: 'failed', reason: because('model_failed', infer.failure ?? '') };
  if (infer.state !== 'done') return { is: 'waiting', state: 'running', reason: because('model_runs'), links };
  const unlike = summaryOf(infer)?.unlike ?? [];
  return { is: 'done', reason: because('model_done', ...unlike), results: unlike.length > 0 ? ['unlike'] : [], links };
};

/** The id of the inference, or why there is none. */
async function begin({ context, author, study, step, row }: StepOn<'infer'>): Promise<number | StepOutcome> {
  return changeAi<number | StepOutcome>(context, author.teamId, async (tx, note) => {
    const promoted = promotedOf(await requireModel(tx, author, step.model));
    if (promoted === null) return { is: 'failed', reason: because('model_not_promoted') };
    const version = await versionRows(tx).where('ai_version.id', '=', promoted.version).executeTakeFirstOrThrow();
    const of = await caseOf(tx, author.teamId, study, step.acquisition);
    if (of === null) return { is: 'failed', reason: because('series_missing', step.acquisition ?? '') };
    const { id, isNew } = await addInferOfVersion(tx, of, version, { userId: author.userId, now: context.now() });
    await tx
      .updateTable('flow_step')
      .set({ links: JSON.stringify([{ kind: 'infer', id: String(id) }] satisfies FlowLink[]) })
      .where('id', '=', row.id)
      .where('uuid', '=', row.uuid)
      .execute();
    if (isNew) await note('infer', id);
    return id;
  });
}

/** The converted series of an acquisition, or the study where the model finds its own series. Null: there is no such series. */
async function caseOf(
  tx: Writer,
  teamId: number,
  { id: studyId, uuid: studyUuid }: { id: number; uuid: string },
  acquisition: AcquisitionCode | null,
): Promise<InferCase | null> {
  if (acquisition === null) return { teamId, studyId, studyUuid, seriesId: null, seriesUuid: null };
  const found = await convertedSeries(tx, studyId, acquisition);
  return found === null ? null : { teamId, studyId, studyUuid, seriesId: found.id, seriesUuid: found.uuid };
}
