import { MODELS_OF_MODALITY, type Infer, type InferModel, type InferState } from '#contract/infers.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requireStudyRow, studiesOfTeam } from '#server/rules/studies/studies.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';

/** The series that are queued for models once they are converted: each of them, or only the reference series of its study (ODD-43). */
export type InferredSeries = 'every' | 'reference';

/** The input of a model. */
interface Case {
  studyId: number;
  studyUuid: string;
  /** Null: the whole study. */
  seriesId: number | null;
  uuid: string;
  modality: string;
}

/**
 * CALL-067. One job per case and model waits or runs at a time: a repeated request gets the existing one. Another team's case is not found,
 * and neither is a series that is not converted, because there is nothing for a model to read yet.
 */
export async function createInfer(
  context: ServerContext,
  caller: Member,
  { caseId, modelId, modelParams = {} }: { caseId: string; modelId: InferModel; modelParams?: Record<string, unknown> | undefined },
): Promise<{ id: number; state: InferState }> {
  if (!caller.permissions.has('r:ai-infers') && !caller.permissions.has('r:upload-v2')) throw new Refusal('not_allowed');
  const found = await findCase(context.db.read, caller, caseId);
  if (!modelsOf(found.modality).includes(modelId)) {
    throw new Refusal('invalid', { errors: { modelId: [`This model does not support images of modality ${found.modality}.`] } });
  }
  const { infer, seq } = await context.db.write(async (tx) => {
    const added = await addInfer(tx, found, { model: modelId, params: modelParams, userId: caller.userId, now: context.now() });
    return {
      infer: await openInfer(tx, found, modelId),
      seq: added ? await noteStudyChange(tx, { teamId: caller.teamId, studyUuid: found.studyUuid, now: context.now() }) : null,
    };
  });
  if (seq !== null) context.news.toTeam(caller.teamId, 'change', { seq });
  return infer;
}

/**
 * CONV-014, 015: in the transaction that ends the conversion of a series. A model that has run, or is queued, is not queued again: a series
 * that is converted again has the same images.
 */
export async function queueInfers(tx: Writer, seriesId: number, which: InferredSeries, now: number): Promise<void> {
  const series = await tx
    .selectFrom('series')
    .innerJoin('study', 'study.id', 'series.study_id')
    .select(['series.id as seriesId', 'study_id as studyId', 'study.uuid as studyUuid', 'series.uuid', 'series.modality', 'ref_serie'])
    .where('series.id', '=', seriesId)
    .executeTakeFirstOrThrow();
  if (which === 'reference' && series.ref_serie !== 1) return;
  const known = await tx.selectFrom('infer').select('model').where('series_id', '=', seriesId).where('state', '!=', 'failed').execute();
  const models = modelsOf(series.modality).filter((model) => !known.some((infer) => infer.model === model));
  for (const model of models) await addInfer(tx, series, { model, params: {}, userId: null, now });
}

/** In the order of their requests. */
export async function infersBySeriesId(db: Reader, seriesIds: readonly number[]): Promise<Map<number, Infer[]>> {
  if (seriesIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('infer')
    .select(['id', 'model', 'state', 'series_id'])
    .where('series_id', 'in', seriesIds)
    .orderBy('id')
    .execute();
  const infers = rows.flatMap(({ series_id: seriesId, ...infer }) => (seriesId === null ? [] : [{ seriesId, infer }]));
  return new Map([...Map.groupBy(infers, ({ seriesId }) => seriesId)].map(([seriesId, own]) => [seriesId, own.map(({ infer }) => infer)]));
}

function modelsOf(modality: string): readonly InferModel[] {
  return MODELS_OF_MODALITY.get(modality) ?? [];
}

async function findCase(db: Reader, caller: Member, caseId: string): Promise<Case> {
  const series = await studiesOfTeam(db, caller.teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .select(['series.id as seriesId', 'study.id as studyId', 'study.uuid as studyUuid', 'series.uuid', 'series.modality', 'series.state'])
    .where('series.uuid', '=', caseId)
    .executeTakeFirst();
  if (series === undefined) {
    const study = await requireStudyRow(db, caller, caseId);
    return { studyId: study.id, studyUuid: study.uuid, seriesId: null, uuid: study.uuid, modality: study.modality };
  }
  if (series.state !== 'converted') throw new Refusal('not_found');
  return series;
}

/** False if one of this case and model already waits or runs. */
async function addInfer(
  tx: Writer,
  { studyId, seriesId, uuid }: Case,
  { model, params, userId, now }: { model: InferModel; params: Record<string, unknown>; userId: number | null; now: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('infer')
    .values({
      study_id: studyId,
      series_id: seriesId,
      model,
      params: JSON.stringify(params),
      state: 'queued',
      open_key: openKeyOf(uuid, model),
      created_by: userId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('open_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function openInfer(tx: Writer, { uuid }: Case, model: InferModel): Promise<{ id: number; state: InferState }> {
  return tx.selectFrom('infer').select(['id', 'state']).where('open_key', '=', openKeyOf(uuid, model)).executeTakeFirstOrThrow();
}

const openKeyOf = (uuid: string, model: InferModel): string => `${uuid} ${model}`;
