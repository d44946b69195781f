import type { JobQueue } from '#server/rules/context.ts';
import type { Writer } from '#server/db/database.ts';
import { nextSeriesState } from './states.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';
import { jobGroupOf, type Upload } from '#server/rules/uploads/uploads.ts';

export interface SeriesAdvance {
  jobs: JobQueue;
  now: number;
}

/**
 * After files were verified: counts them; a series whose announced files are all verified becomes `proved`, with its conversion and its
 * reading queued in the same transaction. From here on the server needs no client. Returns the number in the team's change log if a series
 * became `proved`.
 */
export async function advanceSeries(
  tx: Writer,
  { jobs, now }: SeriesAdvance,
  upload: Upload,
  seriesIds: readonly number[],
): Promise<number | null> {
  if (seriesIds.length === 0) return null;
  const counted = await tx
    .updateTable('series')
    .set((eb) => ({
      updated_at: now,
      proved_files: eb
        .selectFrom('file')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('file.series_id', '=', 'series.id')
        .where('file.proved', '=', 1),
    }))
    .where('id', 'in', [...new Set(seriesIds)])
    .returning(['id', 'idx', 'study_id', 'state', 'file_count', 'proved_files'])
    .execute();
  const whole = counted
    .flatMap((series) => {
      const next = series.proved_files >= series.file_count ? nextSeriesState(series.state, 'whole') : null;
      return next === null ? [] : [{ ...series, next }];
    })
    .sort((a, b) => a.idx - b.idx);
  for (const series of whole) {
    await tx.updateTable('series').set({ state: series.next }).where('id', '=', series.id).execute();
    await queueConversion(tx, jobs, upload, series.id);
    await queueReading(tx, jobs, upload, series.id);
  }
  if (whole.length > 0) await noteSent(tx, upload, now);
  return noteStudies(
    tx,
    upload,
    now,
    whole.map((series) => series.study_id),
  );
}

/** Marks the upload as received as soon as no series of it is awaited; once. */
export async function noteSent(tx: Writer, upload: Upload, now: number): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ sent_at: now })
    .where('id', '=', upload.id)
    .where('sent_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('series')
            .select('series.id')
            .whereRef('series.upload_id', '=', 'upload.id')
            .where('series.state', '=', 'receiving'),
        ),
      ),
    )
    .execute();
}

/** Made once per series, however often it is called; again only after its files or its volumes were lost. */
export async function queueConversion(tx: Writer, jobs: JobQueue, upload: Pick<Upload, 'id' | 'team_id'>, seriesId: number): Promise<void> {
  await jobs.add(tx, {
    name: 'convert-series',
    payload: { seriesId },
    teamId: upload.team_id,
    groupKey: jobGroupOf(upload.id),
    uniqueKey: conversionKeyOf(seriesId),
  });
}

/** The same for its reading, which runs in parallel with conversions and waits for none. */
export async function queueReading(tx: Writer, jobs: JobQueue, upload: Pick<Upload, 'id' | 'team_id'>, seriesId: number): Promise<void> {
  await jobs.add(tx, {
    name: 'read-series',
    payload: { seriesId },
    teamId: upload.team_id,
    groupKey: readingGroupOf(upload.id),
    uniqueKey: readingKeyOf(seriesId),
  });
}

export function readingKeyOf(seriesId: number): string {
  return `read-series-${seriesId}`;
}

export const readingGroupOf = (uploadId: number): string => `${jobGroupOf(uploadId)}-reading`;

export function conversionKeyOf(seriesId: number): string {
  return `convert-series-${seriesId}`;
}

/** Adds a line to the team's log for each study; returns the last number. */
export async function noteStudies(tx: Writer, upload: Upload, now: number, studyIds: number[]): Promise<number | null> {
  if (studyIds.length === 0) return null;
  const studies = await tx
    .selectFrom('study')
    .select('uuid')
    .where('id', 'in', [...new Set(studyIds)])
    .orderBy('id')
    .execute();
  let seq: number | null = null;
  for (const { uuid } of studies) seq = await noteStudyChange(tx, { teamId: upload.team_id, studyUuid: uuid, now });
  return seq;
}
