import { sql } from 'kysely';
import type { Reader } from '#server/db/database.ts';

/** The series that one upload brought into one study. */
export interface SeriesOfUpload {
  uploadId: number;
  studyId: number;
}

/** Every object that these series need, with its minimum size. */
export async function objectsOfSeries(db: Reader, { uploadId, studyId }: SeriesOfUpload): Promise<{ key: string; bytes: number }[]> {
  const series = db
    .selectFrom('series')
    .select('series.id')
    .where('series.upload_id', '=', uploadId)
    .where('series.study_id', '=', studyId);
  const chunks = await db
    .selectFrom('piece')
    .innerJoin('file', 'file.id', 'piece.file_id')
    .select(['piece.object_key as key', sql<number>`max(piece.object_offset + piece.length)`.as('bytes')])
    .where('file.series_id', 'in', series)
    .groupBy('piece.object_key')
    .execute();
  const volumes = await db
    .selectFrom('volume')
    .select(['volume.object_key as key', 'volume.size as bytes'])
    .where('volume.series_id', 'in', series)
    .execute();
  const bricks = await db
    .selectFrom('volume')
    .select(['volume.bricks_key as key', 'volume.bricks_size as bytes'])
    .where('volume.series_id', 'in', series)
    .where('volume.bricks_key', 'is not', null)
    .$narrowType<{ key: string; bytes: number }>()
    .execute();
  const thumbnails = await db
    .selectFrom('series_reading')
    .select(['series_reading.thumbnail_key as key', 'series_reading.thumbnail_bytes as bytes'])
    .where('series_reading.series_id', 'in', series)
    .where('series_reading.thumbnail_key', 'is not', null)
    .$narrowType<{ key: string }>()
    .execute();
  return [...chunks, ...volumes, ...bricks, ...thumbnails];
}
