import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { NoPicture } from '#contract/series-reading.ts';
import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { JobEffect, JobHandler } from '#server/jobs/job-handler.ts';
import type { ReadSeries, SeriesReader } from '#server/reading/series-reader.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { assignPatientOfFile } from '#server/rules/patients/assign-patient.ts';
import { storeGrid } from '#server/rules/segmentations/grids.ts';
import { createStoredSource } from '#server/rules/stored-source.ts';
import { queueReading } from '#server/rules/receive/series.ts';
import { queueCheck } from '#server/rules/quality/queue-check.ts';
import { compareGrids } from './readings.ts';
import { afterMissingObject, findSeries, NOTHING_TO_DO, removeIfDropped, seriesIdOf, type SeriesOfJob } from './series-of-job.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';

/**
 * `read-series`: reads the headers of a verified series and draws its middle slice, in parallel with its conversion and whatever its
 * result.
 *
 * Reading twice gives one reading: the key of the thumbnail is made of its content, and the row replaces the earlier one in the transaction
 * that ends the job. A series that cannot be read, or crashes the reader each time, gets a reading that records it, so that it is not tried
 * for ever.
 */
export function createReadSeriesHandler(
  context: ServerContext,
  reader: SeriesReader,
  onGridDiffers: OnGridDiffers = () => undefined,
): JobHandler {
  let different = 0;
  const onDifferent = (series: number): void => onGridDiffers({ series, different: (different += 1) });
  return {
    async run(job) {
      const series = await findSeries(context.db.read, seriesIdOf(job.payload));
      if (series === null || series.state === 'receiving' || (await isRead(context, series.id, reader.version))) return NOTHING_TO_DO;
      const files = await context.db.read
        .selectFrom('file')
        .select(['id', 'size'])
        .where('series_id', '=', series.id)
        .orderBy('name')
        .orderBy('id')
        .execute();
      try {
        const sources = files.map((file) => createStoredSource(context, file));
        const read = await reader.read({ type: series.type, files: sources, owner: series.session }, job.signal);
        const fileIds = files.map((file) => file.id);
        const thumbnail = await writeThumbnail(context, series, read);
        return endRead(context, series, { version: reader.version, fileIds, read, thumbnail, onDifferent });
      } catch (error) {
        const now = await afterMissingObject(context, series, error);
        // It waits for its bytes again, and is read once they are here.
        if (now === null || now.state === 'receiving') return NOTHING_TO_DO;
        throw error;
      }
    },

    gaveUp: (payload) => giveUp(context, seriesIdOf(payload), reader.version),
  };
}

/** `series`: its id. `different`: how many series this server has read since its start whose grid was not that of their device. */
export type OnGridDiffers = (found: { series: number; different: number }) => void;

/** At the start of the server: queues series that were never read, or only by an earlier version of the reader. */
export async function queueMissingReadings(context: ServerContext, { version }: Pick<SeriesReader, 'version'>): Promise<void> {
  for (let last = 0; ;) {
    const found = await context.db.read
      .selectFrom('series')
      .leftJoin('series_reading', 'series_reading.series_id', 'series.id')
      .innerJoin('upload', 'upload.id', 'series.upload_id')
      .select(['series.id', 'series.upload_id', 'upload.team_id'])
      .where('series.id', '>', last)
      .where('series.state', '<>', 'receiving')
      .where((eb) => eb.or([eb('series_reading.version', 'is', null), eb('series_reading.version', '<', version)]))
      .orderBy('series.id')
      .limit(AT_ONCE)
      .execute();
    if (found.length === 0) return;
    last = found.at(-1)!.id;
    await context.db.write(async (tx) => {
      for (const series of found) await queueReading(tx, context.jobs, { id: series.upload_id, team_id: series.team_id }, series.id);
    });
    context.jobs.wake();
  }
}

const AT_ONCE = 200;

async function isRead({ db }: ServerContext, seriesId: number, version: number): Promise<boolean> {
  const row = await db.read.selectFrom('series_reading').select('version').where('series_id', '=', seriesId).executeTakeFirst();
  return row !== undefined && row.version >= version;
}

interface StoredThumbnail {
  key: string;
  hash: string;
  bytes: number;
}

async function writeThumbnail({ objects }: ServerContext, series: SeriesOfJob, { thumbnail }: ReadSeries): Promise<StoredThumbnail | null> {
  if (thumbnail === null) return null;
  const hash = createHash('sha256').update(thumbnail).digest('hex');
  const key = `team-${series.teamId}/study-${series.studyUuid}/thumbnail-${series.id}-${hash.slice(0, 32)}.png`;
  await objects.write(key, thumbnail);
  return { key, hash, bytes: thumbnail.length };
}

interface Reading {
  version: number;
  /** Ids of the files, in the order in which they were read. */
  fileIds: readonly number[];
  read: ReadSeries;
  thumbnail: StoredThumbnail | null;
  /** Called with the id of the series if its grid is not that of its device. */
  onDifferent?(seriesId: number): void;
}

function endRead(context: ServerContext, series: SeriesOfJob, { version, fileIds, read, thumbnail, onDifferent }: Reading): JobEffect {
  let ended: { seq: number; replaced: string | null; isDifferent: boolean } | null = null;
  return {
    async effect(tx) {
      const current = await tx
        .selectFrom('series')
        .select('device_grid')
        .where('id', '=', series.id)
        .$call(lockRows(tx))
        .executeTakeFirst();
      if (current === undefined) return;
      const earlier = await tx
        .deleteFrom('series_reading')
        .where('series_id', '=', series.id)
        .returning('thumbnail_key')
        .executeTakeFirst();
      const grid_hash = read.grid === null ? null : await storeGrid(tx, { seriesId: series.id, grid: read.grid, now: context.now() });
      await tx
        .insertInto('series_reading')
        .values({
          series_id: series.id,
          version,
          facts: read.facts === null ? null : JSON.stringify(read.facts),
          why: read.why,
          unread_files: read.places.filter((place) => place === null).length,
          thumbnail_key: thumbnail?.key ?? null,
          thumbnail_hash: thumbnail?.hash ?? null,
          thumbnail_bytes: thumbnail?.bytes ?? 0,
          no_picture: read.noPicture === null ? null : JSON.stringify(read.noPicture),
          grid_hash,
          no_volume: read.grid?.noVolume ?? null,
          quality: read.quality === null ? null : JSON.stringify(read.quality),
          read_at: context.now(),
        })
        .execute();
      await writePlaces(tx, fileIds, read.places);
      await queueCheck(tx, context.jobs, { series: series.id });
      if (read.patient !== null) await assignPatientOfFile(tx, { studyUuid: series.studyUuid, identity: read.patient, now: context.now() });
      const seq = await noteStudyChange(tx, { ...series, now: context.now() });
      const replaced = earlier?.thumbnail_key ?? null;
      const isDifferent = read.facts !== null && compareGrids({ grid_hash, device_grid: current.device_grid }) === 'different';
      ended = { seq, replaced: replaced === thumbnail?.key ? null : replaced, isDifferent };
    },
    async committed() {
      if (ended === null) return;
      context.jobs.wake();
      if (ended.isDifferent) onDifferent?.(series.id);
      context.news.toTeam(series.teamId, 'change', { seq: ended.seq });
      if (ended.replaced !== null) await context.objects.remove(ended.replaced);
    },
    refused: () => removeIfDropped(context, series, thumbnail === null ? [] : [thumbnail.key]),
  };
}

const PLACES_AT_ONCE = 200;

/** Many files in one statement: a series may have ten thousand. */
async function writePlaces(tx: Writer, fileIds: readonly number[], places: ReadSeries['places']): Promise<void> {
  for (let at = 0; at < fileIds.length; at += PLACES_AT_ONCE) {
    const ids = fileIds.slice(at, at + PLACES_AT_ONCE);
    const of = (value: (place: { position: number; frames: number }) => number) =>
      sql<number | null>`case id ${sql.join(
        ids.map((id, index) => {
          const place = places[at + index] ?? null;
          return sql`when ${id} then cast(${place && value(place)} as bigint)`;
        }),
        sql` `,
      )} end`;
    const sop = sql<string | null>`case id ${sql.join(
      ids.map((id, index) => sql`when ${id} then cast(${places[at + index]?.sop || null} as text)`),
      sql` `,
    )} end`;
    await tx
      .updateTable('file')
      .set({ position: of((place) => place.position), frames: of((place) => place.frames), sop })
      .where('id', 'in', ids)
      .execute();
  }
}

const BROKE: Omit<ReadSeries, 'places'> = {
  facts: null,
  why: 'broke',
  patient: null,
  grid: null,
  quality: null,
  thumbnail: null,
  noPicture: { noPicture: 'damaged' } satisfies NoPicture,
};

function giveUp(context: ServerContext, seriesId: number, version: number): JobEffect {
  let ended: JobEffect | null = null;
  return {
    async effect(tx) {
      const series = await findSeries(tx, seriesId);
      if (series === null) return;
      const files = await tx.selectFrom('file').select('id').where('series_id', '=', seriesId).execute();
      const fileIds = files.map((file) => file.id);
      const read = { ...BROKE, places: fileIds.map(() => null) };
      ended = endRead(context, series, { version, fileIds, read, thumbnail: null });
      await ended.effect(tx);
    },
    committed: () => ended?.committed?.(),
  };
}
