import { boundsOf, isEmpty } from '#imaging/mask/bits/bits.ts';
import { readPlane } from '#imaging/mask/bits/slices.ts';
import { firstOrder, type FirstOrder } from '#imaging/mask/statistics/first-order.ts';
import { segmentStatistics } from '#imaging/mask/statistics/segment-statistics.ts';
import { statisticsToCsv, type StatisticsRow } from '#imaging/mask/statistics/statistics-to-csv.ts';
import { planeSize, voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { exportedFiles, type DrawnMask, type LeavingSegment } from './export-parts.ts';
import type { MaskExport, MaskExported } from './export-types.ts';

/** As a table of sizes and of the values of the series, by the names of IBSI. */
export async function exportStatistics(
  mask: DrawnMask,
  { fileName }: MaskExport,
  segments: readonly LeavingSegment[],
  onPart: (part: number) => void,
): Promise<MaskExported> {
  const space = voxelSpaceOf(mask.grid);
  const rows: StatisticsRow[] = [];
  let [unit, isWithoutValues] = ['', false];
  for (const [at, { name, bits }] of segments.entries()) {
    const values = isEmpty(bits) ? NO_VALUES : await valuesOf(mask, bits, (part) => onPart((at + part) / segments.length));
    if (values === null) return { ok: false, why: 'unread' };
    unit ||= values.unit;
    isWithoutValues ||= values.isColour;
    rows.push({ ...segmentStatistics(bits, space, null), name, firstOrder: values.firstOrder });
  }
  const bytes = new TextEncoder().encode(statisticsToCsv(rows, unit));
  return exportedFiles([{ name: `${fileName}.csv`, type: 'text/csv;charset=utf-8', bytes }], { isWithoutValues });
}

interface SegmentValues {
  firstOrder: FirstOrder | null;
  unit: string;
  isColour: boolean;
}

const NO_VALUES: SegmentValues = { firstOrder: null, unit: '', isColour: false };

/** Each slice is rescaled by its own factors: those of PET differ. Null if a slice cannot be read. */
async function valuesOf(
  { grid, imageOf }: DrawnMask,
  bits: LeavingSegment['bits'],
  onPart: (part: number) => void,
): Promise<SegmentValues | null> {
  const { from, to } = boundsOf(bits)!;
  const found: number[] = [];
  let unit = '';
  for (let slice = from[2]; slice <= to[2]; slice += 1) {
    onPart((slice - from[2]) / (to[2] - from[2] + 1));
    const { width, mask } = readPlane(bits, 2, slice);
    if (!mask.includes(1)) continue;
    const image = await imageOf(slice);
    if (image === null) return null;
    if (image.values === null) return { ...NO_VALUES, isColour: true };
    unit = image.unit;
    const { slope, intercept } = image.rescale;
    const [columns, rows] = planeSize(grid, slice);
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        if (mask[row * width + column] === 0) continue;
        const value = image.values[row * columns + column]! * slope + intercept;
        if (Number.isFinite(value)) found.push(value);
      }
  }
  return { firstOrder: firstOrder(Float64Array.from(found).sort()), unit, isColour: false };
}
