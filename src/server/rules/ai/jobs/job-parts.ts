import type { Selectable } from 'kysely';
import { z } from 'zod';
import { ModelManifest } from '#contract/ai/manifest.ts';
import type { Grid } from '#contract/grids.ts';
import { frameOf, mayLieTogether } from '#model/grids/grid.ts';
import type { Reader } from '#server/db/database.ts';
import type { AiJobTable } from '#server/db/ai-tables.ts';
import { casesOfVersion } from '#server/rules/ai/training-data.ts';
import { TrainingParams } from '#contract/ai/trainings.ts';

type Job = Selectable<AiJobTable>;

/** A file that a worker reads: an object of a study or of a frozen dataset, or a file of ours. */
export type JobInput = { name: string; bytes: number; sha256: string } & ({ objectKey: string } | { fileId: number });

export interface JobParts {
  /** For the engine; see docs/workers.md. */
  spec: Record<string, unknown>;
  inputs: JobInput[];
}

/** The name under which a checkpoint of an earlier attempt comes back. */
export const CHECKPOINT = 'checkpoint.bin';

/** What is to be done and with what. Null: it cannot be done any more, for example because the study was deleted or a version withdrawn. */
export async function partsOfJob(db: Reader, job: Job): Promise<JobParts | null> {
  return job.training_id === null ? partsOfInfer(db, job.infer_id!) : partsOfTraining(db, job);
}

async function partsOfTraining(db: Reader, job: Job): Promise<JobParts | null> {
  const training = await db.selectFrom('ai_training').selectAll().where('id', '=', job.training_id).executeTakeFirst();
  if (training === undefined) return null;
  const data = await casesOfVersion(db, training.team_id, training.dataset_version);
  if (data === null) return null;
  const params = TrainingParams.parse(JSON.parse(training.params));
  const { cases } = data;
  const inputs: JobInput[] = cases.flatMap(({ images, mask }) => [...images, mask]);
  const checkpoint = await db
    .selectFrom('ai_output')
    .innerJoin('ai_file', 'ai_file.id', 'ai_output.file_id')
    .select(['ai_file.id', 'ai_file.size', 'ai_file.sha256'])
    .where('ai_output.job_id', '=', job.id)
    .where('ai_output.name', '=', CHECKPOINT)
    .executeTakeFirst();
  if (checkpoint !== undefined)
    inputs.push({ name: CHECKPOINT, bytes: checkpoint.size!, sha256: checkpoint.sha256!, fileId: checkpoint.id });
  return {
    spec: {
      ...{ training: training.uuid, engine: training.engine, seed: params.seed, seconds: params.seconds },
      ...{ classes: data.classes, channels: data.channels },
      cases: cases.map(({ id, part, images, mask }) => ({ id, part, images: images.map(({ name }) => name), mask: mask.name })),
    },
    inputs,
  };
}

const Params = z.record(z.string(), z.unknown());

async function partsOfInfer(db: Reader, inferId: number): Promise<JobParts | null> {
  const infer = await db
    .selectFrom('infer')
    .innerJoin('study', 'study.id', 'infer.study_id')
    .leftJoin('ai_version', 'ai_version.id', 'infer.version_id')
    .leftJoin('ai_file', 'ai_file.id', 'ai_version.file_id')
    .select(['infer.study_id', 'infer.series_id', 'infer.model', 'infer.params', 'study.deleted_at'])
    .select(['ai_version.state', 'ai_version.manifest', 'ai_file.id as file_id', 'ai_file.size', 'ai_file.sha256'])
    .where('infer.id', '=', inferId)
    .executeTakeFirst();
  if (infer === undefined || infer.deleted_at !== null || infer.state === 'withdrawn') return null;
  const manifest = infer.manifest === null ? null : ModelManifest.parse(JSON.parse(infer.manifest));
  const volumes = await volumesOfInfer(db, infer, manifest?.channels.map(({ acquisition }) => acquisition) ?? [null]);
  if (volumes === null) return null;
  const images = volumes.map((volume, at) => ({ name: `image_${String(at).padStart(4, '0')}.nii`, ...volume }));
  const spec = { images: images.map(({ name }) => name) };
  if (manifest === null) return { spec: { ...spec, model: infer.model, params: Params.parse(JSON.parse(infer.params)) }, inputs: images };
  const file = { name: 'model', bytes: infer.size!, sha256: infer.sha256!, fileId: infer.file_id! };
  return { spec: { ...spec, manifest, model: file.name }, inputs: [...images, file] };
}

/**
 * One volume for each channel: of the series that was asked for first, then of the series of the study with the acquisition, unless it is known to lie in another frame of
 * reference. Null: one has none.
 */
async function volumesOfInfer(
  db: Reader,
  { study_id, series_id }: { study_id: number; series_id: number | null },
  acquisitions: readonly (string | null)[],
): Promise<{ objectKey: string; bytes: number; sha256: string }[] | null> {
  const all = await db
    .selectFrom('volume')
    .innerJoin('series', 'series.id', 'volume.series_id')
    .select(['volume.object_key', 'volume.size', 'volume.sha256', 'series.id', 'series.acquisition_code'])
    .where('series.study_id', '=', study_id)
    .where('series.state', '=', 'converted')
    .orderBy('series.id')
    .orderBy('volume.name')
    .execute();
  const [wanted, ...further] = acquisitions;
  const isOf = (acquisition: string | null | undefined) => (volume: (typeof all)[number]) =>
    acquisition == null || volume.acquisition_code === acquisition;
  const first = series_id === null ? all.find(isOf(wanted)) : all.find((volume) => volume.id === series_id);
  if (first === undefined) return null;
  const frameOfSeries = further.length === 0 ? () => '' : await framesOfSeries(db, study_id);
  const beside = all.filter(({ id }) => mayLieTogether(frameOfSeries(first.id), frameOfSeries(id)));
  const found = [first, ...further.map((acquisition) => beside.find(isOf(acquisition)))];
  if (found.some((volume) => volume === undefined)) return null;
  return found.map((volume) => ({ objectKey: volume!.object_key, bytes: volume!.size, sha256: volume!.sha256 }));
}

/** Frame of reference of the series of a study; empty: none is known. */
async function framesOfSeries(db: Reader, studyId: number): Promise<(series: number) => string> {
  const rows = await db
    .selectFrom('series')
    .innerJoin('series_reading', 'series_reading.series_id', 'series.id')
    .innerJoin('grid', (join) => join.onRef('grid.series_id', '=', 'series.id').onRef('grid.hash', '=', 'series_reading.grid_hash'))
    .select(['series.id', 'grid.grid'])
    .where('series.study_id', '=', studyId)
    .execute();
  const frames = new Map(rows.map(({ id, grid }) => [id, frameOf(JSON.parse(grid) as Grid)]));
  return (series) => frames.get(series) ?? '';
}
