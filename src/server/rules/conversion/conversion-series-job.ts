import { createHash } from 'node:crypto';
import { marked } from '#language/t.ts';
import { tooLargeToConvert, type BrickPacker, type Conversion, type Converter, type ConverterFile } from '#server/conversion/converter.ts';
import type { SeriesDeidentifier } from '#server/archives/series-deidentifier.ts';
import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { SeriesTable } from '#server/db/schema.ts';
import type { IdentityCheck } from '#server/reading/identity-check.ts';
import type { GaveUp, JobEffect, JobHandler, RunningJob } from '#server/jobs/job-handler.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { deidentifyOpened, leftBehindText } from '#server/rules/batch/deidentify.ts';
import { hashOfValues } from './hash-of-values.ts';
import { queueInfers, type InferredSeries } from './infers.ts';
import { tellConversion } from './conversion-news.ts';
import { stillIdentifying } from '#server/rules/deidentification/series-identity-check.ts';
import { tellNotified, type Notified } from '#server/rules/notifications/notify.ts';
import { queueCheck } from '#server/rules/quality/queue-check.ts';
import { piecesOf } from '#server/rules/receive/proof.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { nextSeriesState, type SeriesState } from '#server/rules/receive/states.ts';
import { afterMissingObject, findSeries, NOTHING_TO_DO, removeIfDropped, seriesIdOf, type SeriesOfJob } from './series-of-job.ts';
import { NO_BRICKS, writeBricks, type BricksOfVolume } from './write-bricks.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';
import { notifyOfFailures } from '#server/rules/uploads/uploads-notices.ts';

export type Converters = Record<SeriesTable['type'], Converter>;

interface MadeVolume {
  name: string;
  objectKey: string;
  size: number;
  sha256: string;
  sidecar: string | null;
  valuesSha256: string | null;
  bricks: BricksOfVolume;
}

/**
 * `convert-series`: turns a verified series into volumes, or an error with its reason. [Note: The states of what is received]
 *
 * Converting twice gives one set of volumes: their keys are made of their content, and their rows replace the earlier ones in the
 * transaction that ends the job. What the converter refuses it would refuse again, so the job ends without further tries. A series that was
 * called de-identified and is not ends in the same way, before a converter sees it.
 */
export function createConvertSeriesHandler(
  context: ServerContext,
  converters: Converters,
  inferredSeries: InferredSeries = 'every',
  identityCheck: IdentityCheck | null = null,
  deidentifier: SeriesDeidentifier | null = null,
  brickPacker: BrickPacker | null = null,
): JobHandler {
  return {
    async run(job) {
      const series = await findSeries(context.db.read, seriesIdOf(job.payload));
      if (series === null || nextSeriesState(series.state, 'begun') === null) return NOTHING_TO_DO;
      await beginConversion(context, series);
      const conversion = await convert(context, { converter: converters[series.type], identityCheck, deidentifier }, series, job);
      if (conversion === null) return NOTHING_TO_DO;
      if (!conversion.ok) return endInError(context, series, 'refused', conversion.why);
      const madeBy = conversion.madeBy ?? converters[series.type].name;
      const volumes = await writeVolumes(context, brickPacker, series, conversion.volumes, job.signal);
      const notes = [await leftBehindText(context.db.read, series.id), conversion.note ?? null].filter((note) => note !== null);
      return endConverted(context, series, { madeBy, volumes, note: notes.join(' ') || null, inferredSeries });
    },

    gaveUp: (payload, why) => giveUp(context, seriesIdOf(payload), why),
  };
}

async function beginConversion(context: ServerContext, series: SeriesOfJob): Promise<void> {
  const next = nextSeriesState(series.state, 'begun');
  if (next === null || next === series.state) return;
  const seq = await context.db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('series')
      .set({ state: next, updated_at: context.now() })
      .where('id', '=', series.id)
      .where('state', '=', series.state)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? null : noteStudyChange(tx, { ...series, now: context.now() });
  });
  if (seq !== null) context.news.toTeam(series.teamId, 'change', { seq });
}

interface Parts {
  converter: Converter;
  identityCheck: IdentityCheck | null;
  deidentifier: SeriesDeidentifier | null;
}

async function convert(
  context: ServerContext,
  { converter, identityCheck, deidentifier }: Parts,
  series: SeriesOfJob,
  job: RunningJob,
): Promise<Conversion | null> {
  const left = await unlessMissing(context, series, () => deidentifyOpened(context, deidentifier, series, job.signal));
  if (left === 'missing') return null;
  if (left !== null) return { ok: false, why: left };
  const identifying = await unlessMissing(context, series, () => stillIdentifying(context, identityCheck, series, job.signal));
  if (identifying === 'missing') return null;
  if (identifying !== null) return { ok: false, why: identifying };
  const rows = await context.db.read
    .selectFrom('file')
    .select(['id', 'name', 'size'])
    .where('series_id', '=', series.id)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const bytes = rows.reduce((sum, row) => sum + row.size, 0);
  // Checked before the bytes are read: a conversion holds its whole series in memory.
  if (bytes > converter.maxInputBytes) return { ok: false, why: tooLargeToConvert(bytes, converter.maxInputBytes) };
  const files = await readFiles(context, series, rows, job.signal);
  if (files === null) return null;
  await job.progress(0.3);
  const conversion = await converter.convert({ files, owner: series.session }, job.signal);
  await job.progress(0.9);
  return conversion;
}

/** Null: bytes are missing. */
async function readFiles(
  context: ServerContext,
  series: SeriesOfJob,
  rows: readonly { id: number; name: string; size: number }[],
  signal: AbortSignal,
): Promise<ConverterFile[] | null> {
  const read = await unlessMissing(context, series, async () => {
    const files: ConverterFile[] = [];
    for (const row of rows) {
      signal.throwIfAborted();
      files.push({ name: row.name, bytes: await readFile(context, row) });
    }
    return files;
  });
  return read === 'missing' ? null : read;
}

/** `missing` if bytes are missing: the inventory has found it and the series waits for them again, so this conversion is cancelled. */
async function unlessMissing<Read>(context: ServerContext, series: SeriesOfJob, read: () => Promise<Read>): Promise<Read | 'missing'> {
  try {
    return await read();
  } catch (error) {
    const now = await afterMissingObject(context, series, error);
    if (now?.state === 'converting') throw error;
    return 'missing';
  }
}

async function readFile({ db, objects }: ServerContext, file: { id: number; size: number }): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  for (const piece of await piecesOf(db.read, file.id)) {
    bytes.set(await objects.read(piece.object_key, piece.object_offset, piece.length), piece.file_offset);
  }
  return bytes;
}

async function writeVolumes(
  context: ServerContext,
  brickPacker: BrickPacker | null,
  series: SeriesOfJob,
  volumes: readonly { name: string; bytes: Uint8Array; sidecar: string | null }[],
  signal: AbortSignal,
): Promise<MadeVolume[]> {
  const made: MadeVolume[] = [];
  for (const { name, bytes, sidecar } of volumes) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const objectKey = `team-${series.teamId}/study-${series.studyUuid}/volume-${series.id}-${sha256.slice(0, 32)}.nii`;
    await context.objects.write(objectKey, bytes);
    const bricks = brickPacker === null ? NO_BRICKS : await writeBricks(context, brickPacker, series, { bytes, sha256 }, signal);
    made.push({ name, objectKey, size: bytes.length, sha256, sidecar, valuesSha256: hashOfValues(bytes), bricks });
  }
  return made;
}

function endConverted(
  context: ServerContext,
  series: SeriesOfJob,
  {
    madeBy,
    volumes,
    note,
    inferredSeries,
  }: { madeBy: string; volumes: readonly MadeVolume[]; note: string | null; inferredSeries: InferredSeries },
): JobEffect {
  const keys = new Set(
    volumes.flatMap(({ objectKey, bricks }) => (bricks.bricks_key === null ? [objectKey] : [objectKey, bricks.bricks_key])),
  );
  let replaced: string[] = [];
  const ended = endSeries(context, series, { event: 'made', message: note }, async (tx) => {
    const earlier = await tx.deleteFrom('volume').where('series_id', '=', series.id).returning(['object_key', 'bricks_key']).execute();
    replaced = earlier.flatMap(({ object_key, bricks_key }) => (bricks_key === null ? [object_key] : [object_key, bricks_key]));
    if (volumes.length === 0) return;
    await tx
      .insertInto('volume')
      .values(
        volumes.map((volume) => ({
          series_id: series.id,
          name: volume.name,
          object_key: volume.objectKey,
          size: volume.size,
          sha256: volume.sha256,
          sidecar: volume.sidecar,
          converter: madeBy,
          created_at: context.now(),
          values_sha256: volume.valuesSha256,
          ...volume.bricks,
        })),
      )
      .execute();
    await queueCheck(tx, context.jobs, { series: series.id });
    await queueInfers(tx, series.id, inferredSeries, context.now());
  });
  return {
    effect: ended.effect,
    async committed() {
      await ended.committed?.();
      context.jobs.wake();
      // A frozen version of a dataset keeps its volumes.
      await removeUnusedObjects(
        context,
        replaced.filter((key) => !keys.has(key)),
      );
    },
    /** A successor writes and owns the same keys; they are unused only if the upload was dropped. */
    refused: () => removeIfDropped(context, series, keys),
  };
}

function endInError(context: ServerContext, series: SeriesOfJob, event: 'refused' | 'gave-up', message: string): JobEffect {
  return endSeries(context, series, { event, message });
}

function endSeries(
  context: ServerContext,
  series: SeriesOfJob,
  { event, message }: { event: 'made'; message: string | null } | { event: 'refused' | 'gave-up'; message: string },
  write: (tx: Writer) => Promise<void> = () => Promise.resolve(),
): JobEffect {
  let ended: { state: SeriesState; seq: number; notified: Notified | null } | null = null;
  return {
    async effect(tx: Writer) {
      const current = await tx.selectFrom('series').select('state').where('id', '=', series.id).$call(lockRows(tx)).executeTakeFirst();
      const state = current === undefined ? null : nextSeriesState(current.state, event);
      if (state === null) return;
      await write(tx);
      await tx.updateTable('series').set({ state, message, updated_at: context.now() }).where('id', '=', series.id).execute();
      const seq = await noteStudyChange(tx, { ...series, now: context.now() });
      ended = { state, seq, notified: await notifyOfFailures(tx, series.id, context.now()) };
    },
    committed() {
      if (ended === null) return;
      tellConversion(context.news, { ...series, state: ended.state, message });
      context.news.toTeam(series.teamId, 'change', { seq: ended.seq });
      tellNotified(context.news, ended.notified);
    },
  };
}

const GAVE_UP: Record<GaveUp['why'], string> = {
  broke: marked('The converter crashed on this series.'),
  interrupted: marked('The server stopped each time it converted this series.'),
};

function giveUp(context: ServerContext, seriesId: number, { why }: GaveUp): JobEffect {
  let ended: JobEffect | null = null;
  return {
    async effect(tx) {
      const series = await findSeries(tx, seriesId);
      ended = series === null ? null : endInError(context, series, 'gave-up', GAVE_UP[why]);
      await ended?.effect(tx);
    },
    committed: () => ended?.committed?.(),
  };
}
