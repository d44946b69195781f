import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { Reader } from '#server/db/database.ts';

/** The converted series of an acquisition: the reference series, else the first one. Null: there is none. */
export async function convertedSeries(db: Reader, studyId: number, code: AcquisitionCode): Promise<{ id: number; uuid: string } | null> {
  const series = await db
    .selectFrom('series')
    .innerJoin('volume', 'volume.series_id', 'series.id')
    .select(['series.id', 'series.uuid'])
    .where('series.study_id', '=', studyId)
    .where('series.state', '=', 'converted')
    .where('series.acquisition_code', '=', code)
    .orderBy('series.ref_serie', 'desc')
    .orderBy('series.id')
    .executeTakeFirst();
  return series ?? null;
}
