import { createHash } from 'node:crypto';
import type { Grid } from '#contract/grids.ts';
import { gridToText } from '#model/grids/grid.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';

/** Stores the grid of a series that was read. A grid never changes: masks name it by its hash. */
export async function storeGrid(tx: Writer, { seriesId, grid, now }: { seriesId: number; grid: Grid; now: number }): Promise<string> {
  const hash = gridHash(grid);
  await tx
    .insertInto('grid')
    .values({ series_id: seriesId, hash, grid: JSON.stringify(grid), created_at: now })
    .onConflict((conflict) => conflict.columns(['series_id', 'hash']).doNothing())
    .execute();
  return hash;
}

/** Null: there is none with this hash. */
export async function storedGrid(db: Reader, seriesId: number | null, hash: string | null): Promise<Grid | null> {
  if (seriesId === null || hash === null) return null;
  const row = await db.selectFrom('grid').select('grid').where('series_id', '=', seriesId).where('hash', '=', hash).executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.grid) as Grid);
}

export const gridHash = (grid: Grid): string => createHash('sha256').update(gridToText(grid)).digest('hex');

/** PCALL-67. */
export async function gridOfSeries({ db }: ServerContext, caller: Member, uuid: string): Promise<{ hash: string; grid: Grid } | null> {
  const row = await withGrid(db.read, caller).select('grid.grid').where('series.uuid', '=', uuid).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row.hash === null || row.grid === null ? null : { hash: row.hash, grid: JSON.parse(row.grid) as Grid };
}

/** The series of a team, with the grids of their latest reading. */
export function withGrid(db: Reader, { teamId }: Member) {
  return studiesOfTeam(db, teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .leftJoin('series_reading', 'series_reading.series_id', 'series.id')
    .leftJoin('grid', (join) => join.onRef('grid.series_id', '=', 'series.id').onRef('grid.hash', '=', 'series_reading.grid_hash'))
    .select(['series.id', 'series.ref_serie', 'study.uuid as study_uuid', 'grid.hash']);
}
