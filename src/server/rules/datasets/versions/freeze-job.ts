import { createHash } from 'node:crypto';
import type { VersionClass, VersionFailure } from '#contract/dataset-versions.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { JobEffect, JobHandler, RunningJob } from '#server/jobs/job-handler.ts';
import type { LabelMapMaker, MadeLabelMap, MaskToWrite } from '#server/label-maps/label-map-maker.ts';
import type { ChannelResampler } from '#server/label-maps/channel-resampler.ts';
import { appendChange } from '#server/rules/changes.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { storedGrid } from '#server/rules/segmentations/grids.ts';
import { storedOperations } from '#server/rules/masks/stored-operations.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { ObjectMissingError, type ObjectStore } from '#server/storage/object-store.ts';
import { caseRows, imagesOfCases, type CaseRow } from './case-rows.ts';
import { resampleImages } from './resample-images.ts';

interface VersionOfJob {
  id: number;
  uuid: string;
  datasetId: number;
  teamId: number;
  classes: VersionClass[];
}

interface Makers {
  maker: LabelMapMaker;
  resampler: ChannelResampler;
}

/**
 * `freeze-dataset`: makes the label map of each case of a version, at the operation that the version names, after the images that lie on other voxels.
 *
 * Each of them is stored when it is made, under a key of its content, so a run that was interrupted goes on where it stopped. It is never stored for a case
 * that was withdrawn meanwhile.
 */
export function createFreezeDatasetHandler(context: ServerContext, makers: Makers): JobHandler {
  return {
    async run(job) {
      const version = await findVersion(context.db.read, versionIdOf(job.payload));
      if (version === null) return NOTHING_TO_DO;
      const failure = await makeFiles(context, makers, version, job);
      return failure === 'gone' ? NOTHING_TO_DO : end(context, version.id, failure);
    },
    gaveUp: (payload, { why }) => end(context, versionIdOf(payload), why),
  };
}

const NOTHING_TO_DO: JobEffect = { effect: () => Promise.resolve() };

const versionIdOf = (payload: unknown): number => (payload as { versionId: number }).versionId;

/** Null: it was deleted, or has ended. */
async function findVersion(db: Reader, id: number): Promise<VersionOfJob | null> {
  const row = await db
    .selectFrom('dataset_version')
    .innerJoin('dataset', 'dataset.id', 'dataset_version.dataset_id')
    .select([
      'dataset_version.id',
      'dataset_version.uuid',
      'dataset.id as datasetId',
      'dataset.team_id as teamId',
      'dataset_version.classes',
    ])
    .where('dataset_version.id', '=', id)
    .where('dataset_version.state', '=', 'freezing')
    .executeTakeFirst();
  return row === undefined ? null : { ...row, classes: JSON.parse(row.classes) as VersionClass[] };
}

async function makeFiles(
  context: ServerContext,
  { maker, resampler }: Makers,
  version: VersionOfJob,
  job: RunningJob,
): Promise<VersionFailure | 'gone' | null> {
  const cases = await caseRows(context.db.read, [version.id]).execute();
  const images = await imagesOfCases(context.db.read, version.id);
  const left = cases.filter((each) => each.withdrawn === 0 && each.label_key === null);
  let told = -Infinity;
  for (const [at, row] of left.entries()) {
    job.signal.throwIfAborted();
    for (const { object_key: key } of images.get(row.number) ?? []) await assertThere(context.objects, key);
    const [image] = images.get(row.number) ?? [];
    const resampled = { version, study: row.study_uuid, images: images.get(row.number) ?? [], signal: job.signal };
    if (!(await resampleImages(context, resampler, resampled))) return 'damaged';
    const mask = await maskOf(context.db.read, version, row);
    if (mask === 'withdrawn' || image?.object_key == null) continue;
    if (mask === 'too-large') return mask;
    const key = image.object_key;
    const volume = { size: image.bytes, read: (offset: number, length: number) => context.objects.read(key, offset, length) };
    const made = await maker.make(mask, volume, { owner: `team-${version.teamId}`, signal: job.signal });
    if (typeof made === 'string') return 'damaged';
    if (!(await store(context, version, row, made))) return 'gone';
    await job.progress((at + 1) / left.length);
    if (context.now() - told >= TELL_MS) {
      told = context.now();
      const seq = await context.db.write((tx) => noteVersion(tx, context, version));
      context.news.toTeam(version.teamId, 'change', { seq });
    }
  }
  const isLeft = await caseRows(context.db.read, [version.id]).execute();
  return isLeft.some(({ withdrawn }) => withdrawn === 0) ? null : 'withdrawn';
}

/** Pages that look at a version hear of its progress no more often. */
const TELL_MS = 2_000;

/** An image that is missing now may be converted again before the next try. */
async function assertThere(objects: ObjectStore, key: string | null): Promise<void> {
  if (key !== null && (await objects.size(key)) === null) throw new ObjectMissingError('An image of a version is missing');
}

async function maskOf(db: Reader, { classes }: VersionOfJob, row: CaseRow): Promise<MaskToWrite | 'withdrawn' | 'too-large'> {
  if (row.segmentation_id === null) return 'withdrawn';
  const stored = await storedGrid(db, row.series_id, row.grid_hash);
  const grid = stored && voxelSpaceOf(stored);
  if (grid === null) return 'withdrawn';
  const operations = await storedOperations(db, row.segmentation_id, row.operation_number);
  if (operations === 'too-large') return operations;
  // Deleted meanwhile: operations go with their segmentation.
  if (operations.at(-1)?.number !== row.operation_number) return 'withdrawn';
  const order = new Map(classes.map(({ value }, at) => [value, at]));
  const segments = (JSON.parse(row.segments) as MaskToWrite['segments']).toSorted((a, b) => order.get(a.value)! - order.get(b.value)!);
  return { segmentation: row.segmentation_uuid, operations, segments, grid };
}

/** False: the version is gone. Nothing is stored for a case that was withdrawn, or that another run has stored. */
async function store(context: ServerContext, version: VersionOfJob, row: CaseRow, made: MadeLabelMap): Promise<boolean> {
  const sha256 = createHash('sha256').update(made.bytes).digest('hex');
  const key = `team-${version.teamId}/study-${row.study_uuid}/label-${version.uuid}-${row.number}-${sha256.slice(0, 32)}.nii.gz`;
  await context.objects.write(key, made.bytes);
  const counts = new Map(made.voxels);
  const isThere = await context.db.write(async (tx) => {
    await tx
      .updateTable('dataset_case')
      .set({
        ...{ label_key: key, label_sha256: sha256, label_bytes: made.bytes.length, overlapping: made.overlapping },
        voxels: JSON.stringify(version.classes.map(({ value }) => counts.get(value) ?? 0)),
      })
      .where('version_id', '=', version.id)
      .where('number', '=', row.number)
      .where('label_key', 'is', null)
      .where('withdrawn_at', 'is', null)
      .execute();
    return (await tx.selectFrom('dataset_version').select('id').where('id', '=', version.id).executeTakeFirst()) !== undefined;
  });
  await removeUnusedObjects(context, [key]);
  return isThere;
}

function end(context: ServerContext, versionId: number, failure: VersionFailure | null): JobEffect {
  let ended: { teamId: number; seq: number } | null = null;
  return {
    async effect(tx) {
      const version = await findVersion(tx, versionId);
      if (version === null) return;
      await tx
        .updateTable('dataset_version')
        .set({ state: failure === null ? 'frozen' : 'failed', failure, updated_at: context.now() })
        .where('id', '=', versionId)
        .execute();
      ended = { teamId: version.teamId, seq: await noteVersion(tx, context, version) };
    },
    committed() {
      if (ended !== null) context.news.toTeam(ended.teamId, 'change', { seq: ended.seq });
    },
  };
}

function noteVersion(tx: Writer, { now }: ServerContext, { teamId, datasetId }: VersionOfJob): Promise<number> {
  return appendChange(tx, { teamId, kind: 'dataset', ref: String(datasetId), now: now() });
}
