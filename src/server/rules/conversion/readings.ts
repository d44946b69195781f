import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import type { DeviceGrid, NoPicture, SeriesFacts, SeriesReading, UnreadWhy } from '#contract/series-reading.ts';
import type { Suv } from '#contract/suv.ts';
import type { Reader } from '#server/db/database.ts';
import type { SeriesReadingTable } from '#server/db/schema.ts';

/** The readings of these series, by their ids; a series that has not been read yet is left out. Checks no permission. */
export async function readingsOf(db: Reader, seriesIds: readonly number[]): Promise<Map<number, SeriesReading>> {
  if (seriesIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('series_reading')
    .innerJoin('series', 'series.id', 'series_reading.series_id')
    .selectAll('series_reading')
    .select(['series.device_grid', 'series.device_suv'])
    .where('series_id', 'in', [...seriesIds])
    .execute();
  return new Map(rows.map((row) => [row.series_id, toReading(row)]));
}

function toReading(row: Selectable<SeriesReadingTable> & GridNames & { device_suv: string | null }): SeriesReading {
  return {
    facts: row.facts === null ? null : withDeviceSuv(JSON.parse(row.facts) as SeriesFacts, row.device_suv),
    why: row.why as UnreadWhy | null,
    unreadFiles: row.unread_files,
    thumbnail: row.thumbnail_hash,
    noPicture: row.no_picture === null ? null : (JSON.parse(row.no_picture) as NoPicture),
    grid: row.grid_hash === null ? null : { hash: row.grid_hash, noVolume: row.no_volume },
    ...(row.facts !== null && { deviceGrid: compareGrids(row) }),
    read_at: dateToWire(new Date(row.read_at)),
  };
}

/** The device has read the original header: its files here may be without weight and times. */
function withDeviceSuv(facts: SeriesFacts, suv: string | null): SeriesFacts {
  return suv === null ? facts : { ...facts, suv: JSON.parse(suv) as Suv };
}

interface GridNames {
  /** Name of the server's own grid; null if it has found no image. */
  grid_hash: string | null;
  device_grid: string | null;
}

export function compareGrids({ grid_hash, device_grid }: GridNames): DeviceGrid {
  if (device_grid === null) return 'not-told';
  return device_grid === grid_hash ? 'same' : 'different';
}
