import type { Grid } from '#contract/grids.ts';
import { marked } from '#language/t.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';

/** A slice as a device names it. */
interface NamedSlice {
  /** UUID of the series. */
  series: string;
  grid: string;
  slice: number;
  sop: string;
  frame: number;
}

/**
 * The id of its series, which must be of the study. A grid that the server has not computed is accepted, because drawing does not wait for it. On a
 * known one, the slice must be that of the grid.
 */
export async function requireSlice(db: Reader, studyId: number, { series, grid, slice, sop, frame }: NamedSlice): Promise<number> {
  const row = await db
    .selectFrom('series')
    .leftJoin('grid', (join) => join.onRef('grid.series_id', '=', 'series.id').on('grid.hash', '=', grid))
    .select(['series.id', 'grid.grid'])
    .where('series.uuid', '=', series)
    .where('series.study_id', '=', studyId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('invalid', { errors: { series: [marked('The study has no such series.')] } });
  if (row.grid !== null) {
    const known = (JSON.parse(row.grid) as Grid).slices[slice];
    if (known?.sop !== sop || known.frame !== frame)
      throw new Refusal('invalid', { errors: { slice: [marked('The grid has another slice there.')] } });
  }
  return row.id;
}
