import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { ModelManifest } from '#contract/ai/manifest.ts';
import type { Writer } from '#server/db/database.ts';
import { queueJob } from './jobs/waiting.ts';
import { needsOf } from './model-rows.ts';

/** The input of a model: a series, or the study if there is none. */
export interface InferCase {
  teamId: number;
  studyId: number;
  studyUuid: string;
  seriesId: number | null;
  seriesUuid: string | null;
}

interface Wish {
  /** Null: after a conversion. */
  userId: number | null;
  batchId?: number | null;
  isLow?: boolean;
  now: number;
  params?: Record<string, unknown>;
}

/** Of a version of a model, on a series, or on the most suitable series of a study. The inference that waits or runs already, or a new one, which has failed if no series is suitable. */
export async function addInferOfVersion(
  tx: Writer,
  of: InferCase,
  { id, uuid, manifest, model_id }: { id: number; uuid: string; manifest: string; model_id: number },
  wish: Wish,
): Promise<{ id: number; isNew: boolean }> {
  const model = { model: String(model_id), versionId: id, key: uuid, needs: needsOf(manifest, '') };
  if (of.seriesId !== null) return add(tx, of, model, wish);
  const series = await suitableSeries(tx, of.studyId, ModelManifest.parse(JSON.parse(manifest)));
  return series === undefined
    ? addFailed(tx, of, model, wish)
    : add(tx, { ...of, seriesId: series.id, seriesUuid: series.uuid }, model, wish);
}

/** For the first channel. Others are looked up when the model runs. */
export function suitableSeries(tx: Writer, studyId: number, { channels: [first] }: ModelManifest) {
  return tx
    .selectFrom('series')
    .innerJoin('volume', 'volume.series_id', 'series.id')
    .select(['series.id', 'series.uuid'])
    .where('series.study_id', '=', studyId)
    .where('series.state', '=', 'converted')
    .$if(first?.acquisition != null, (query) => query.where('series.acquisition_code', '=', first!.acquisition as AcquisitionCode))
    .orderBy('series.ref_serie', 'desc')
    .orderBy('series.id')
    .executeTakeFirst();
}

async function addFailed(
  tx: Writer,
  { studyId }: InferCase,
  { model, versionId }: { model: string; versionId: number },
  { userId, batchId = null, now, params = {} }: Wish,
): Promise<{ id: number; isNew: boolean }> {
  const { id } = await tx
    .insertInto('infer')
    .values({
      ...{ study_id: studyId, series_id: null, model, version_id: versionId, batch_id: batchId, params: JSON.stringify(params) },
      ...{ state: 'failed', failure: 'no_series', open_key: null, created_by: userId, created_at: now, updated_at: now, ended_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isNew: true };
}

/** Of a model that workers bring. */
export async function addInferOfName(tx: Writer, of: InferCase, model: string, wish: Wish): Promise<{ id: number; isNew: boolean }> {
  return add(tx, of, { model, versionId: null, key: model, needs: model }, wish);
}

/** One for each case and model waits or runs at a time. */
async function add(
  tx: Writer,
  { teamId, studyId, studyUuid, seriesId, seriesUuid }: InferCase,
  { model, versionId, key, needs }: { model: string; versionId: number | null; key: string; needs: string },
  { userId, batchId = null, isLow = false, now, params = {} }: Wish,
): Promise<{ id: number; isNew: boolean }> {
  const openKey = `${seriesUuid ?? studyUuid} ${key}`;
  const made = await tx
    .insertInto('infer')
    .values({
      ...{ study_id: studyId, series_id: seriesId, model, version_id: versionId, batch_id: batchId, params: JSON.stringify(params) },
      ...{ state: 'queued', open_key: openKey, created_by: userId, created_at: now, updated_at: now },
    })
    .onConflict((conflict) => conflict.column('open_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) {
    const { id } = await tx.selectFrom('infer').select('id').where('open_key', '=', openKey).executeTakeFirstOrThrow();
    return { id, isNew: false };
  }
  await queueJob(tx, { teamId, kind: 'infer', needs, inferId: made.id, batchId, isLow, now });
  return { id: made.id, isNew: true };
}
