import { INFER_MODELS, MODELS_OF_MODALITY, type Infer, type InferModel, type InferState } from '#contract/infers.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requireStudyRow, studiesOfTeam } from '#server/rules/studies/studies.ts';
import { addInferOfName, addInferOfVersion, type InferCase } from '#server/rules/ai/add-infer.ts';
import { changeAi } from '#server/rules/ai/changes.ts';
import { readConfiguration } from '#server/rules/ai/configuration.ts';
import { promotedOf, requireModel, takesClicks, versionRows } from '#server/rules/ai/model-rows.ts';

/** The series that are queued for models once they are converted: each of them, or only the reference series of its study (ODD-43). */
export type InferredSeries = 'every' | 'reference';

interface Case extends InferCase {
  modality: string;
}

/**
 * CALL-067. One job per case and model waits or runs at a time: a repeated request gets the existing one. Another team's case is not found,
 * and neither is a series that is not converted, because there is nothing for a model to read yet.
 */
export async function createInfer(
  context: ServerContext,
  caller: Member,
  { caseId, modelId, modelParams: params = {} }: { caseId: string; modelId: InferModel; modelParams?: Record<string, unknown> | undefined },
): Promise<{ id: number; state: InferState }> {
  if (!caller.permissions.has('r:ai-infers') && !caller.permissions.has('r:upload-v2')) throw new Refusal('not_allowed');
  const { teamId, userId } = caller;
  const now = context.now();
  return changeAi(context, teamId, async (tx, note) => {
    const found = await findCase(tx, caller, caseId);
    const wish = { userId, now, params };
    const version = isNameOfWorkers(modelId) ? null : await promotedVersion(tx, caller, Number(modelId));
    if (version === null && !modelsOf(found.modality).includes(modelId))
      throw new Refusal('invalid', { errors: { modelId: [`This model does not support images of modality ${found.modality}.`] } });
    const { id, isNew } = await (version === null ? addInferOfName(tx, found, modelId, wish) : addInferOfVersion(tx, found, version, wish));
    if (isNew) {
      await note('infer', id);
      await note('study', found.studyUuid);
    }
    return tx.selectFrom('infer').select(['id', 'state']).where('id', '=', id).executeTakeFirstOrThrow();
  });
}

const isNameOfWorkers = (model: string): boolean => (INFER_MODELS as readonly string[]).includes(model);

async function promotedVersion(tx: Writer, caller: Member, modelId: number) {
  const promoted = promotedOf(await requireModel(tx, caller, modelId));
  if (promoted === null) throw new Refusal('model_not_promoted');
  const version = await versionRows(tx).where('ai_version.id', '=', promoted.version).executeTakeFirstOrThrow();
  if (takesClicks(version.manifest)) throw new Refusal('model_takes_clicks');
  return version;
}

/**
 * CONV-014, 015: in the transaction that ends the conversion of a series, by the rules of its team. A model that has run, or is queued, is not queued again: a series
 * that is converted again has the same images.
 */
export async function queueInfers(tx: Writer, seriesId: number, which: InferredSeries, now: number): Promise<void> {
  const series = await tx
    .selectFrom('series')
    .innerJoin('study', 'study.id', 'series.study_id')
    .select(['series.id', 'series.uuid', 'series.modality', 'series.acquisition_code', 'series.series_description', 'ref_serie'])
    .select(['study.id as study_id', 'study.uuid as study_uuid', 'study.team_id', 'study.body_part'])
    .where('series.id', '=', seriesId)
    .executeTakeFirstOrThrow();
  if (which === 'reference' && series.ref_serie !== 1) return;
  const of = { teamId: series.team_id, studyId: series.study_id, studyUuid: series.study_uuid, seriesId, seriesUuid: series.uuid };
  const known = await tx
    .selectFrom('infer')
    .select(['model', 'version_id'])
    .where('series_id', '=', seriesId)
    .where('state', '!=', 'failed')
    .execute();
  const texts = `${series.body_part} ${series.series_description}`.toLowerCase();
  const { rules } = await readConfiguration(tx, series.team_id);
  const wanted = rules.filter(
    (rule) =>
      rule.on &&
      rule.modality === series.modality &&
      (rule.acquisition === '' || rule.acquisition === series.acquisition_code) &&
      texts.includes(rule.body_part.toLowerCase()),
  );
  for (const model of new Set(wanted.map((rule) => rule.model))) {
    const wish = { userId: null, isLow: true, now };
    if (typeof model === 'string') {
      if (!known.some((infer) => infer.model === model)) await addInferOfName(tx, of, model, wish);
      continue;
    }
    const version = await promotedOfModel(tx, series.team_id, model);
    if (version !== null && !takesClicks(version.manifest) && !known.some(({ version_id }) => version_id === version.id))
      await addInferOfVersion(tx, of, version, wish);
  }
}

/** Null: none runs, or the model was deleted. */
async function promotedOfModel(tx: Writer, teamId: number, id: number) {
  const model = await tx.selectFrom('ai_model').select('promoted').where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  const promoted = model === undefined ? null : promotedOf(model);
  return promoted === null ? null : versionRows(tx).where('ai_version.id', '=', promoted.version).executeTakeFirstOrThrow();
}

/** In the order of their requests. */
export async function infersBySeriesId(db: Reader, seriesIds: readonly number[]): Promise<Map<number, Infer[]>> {
  if (seriesIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('infer')
    .leftJoin('ai_version', 'ai_version.id', 'infer.version_id')
    .leftJoin('ai_model', 'ai_model.id', 'ai_version.model_id')
    .select(['infer.id', 'infer.model', 'infer.state', 'infer.series_id', 'ai_model.name'])
    .where('infer.series_id', 'in', seriesIds)
    .orderBy('infer.id')
    .execute();
  const infers = rows.flatMap(({ series_id: seriesId, name, model, ...infer }) =>
    seriesId === null ? [] : [{ seriesId, infer: { ...infer, model: name ?? model } }],
  );
  return new Map([...Map.groupBy(infers, ({ seriesId }) => seriesId)].map(([seriesId, own]) => [seriesId, own.map(({ infer }) => infer)]));
}

function modelsOf(modality: string): readonly InferModel[] {
  return MODELS_OF_MODALITY.get(modality) ?? [];
}

async function findCase(db: Reader, caller: Member, caseId: string): Promise<Case> {
  const { teamId } = caller;
  const series = await studiesOfTeam(db, teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .select([
      'series.id as seriesId',
      'study.id as studyId',
      'study.uuid as studyUuid',
      'series.uuid as seriesUuid',
      'series.modality',
      'series.state',
    ])
    .where('series.uuid', '=', caseId)
    .executeTakeFirst();
  if (series === undefined) {
    const study = await requireStudyRow(db, caller, caseId);
    return { teamId, studyId: study.id, studyUuid: study.uuid, seriesId: null, seriesUuid: null, modality: study.modality };
  }
  if (series.state !== 'converted') throw new Refusal('not_found');
  return { teamId, ...series };
}
