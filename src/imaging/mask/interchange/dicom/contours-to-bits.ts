import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { writePlane } from '#imaging/mask/bits/slices.ts';
import { polygonMask } from '#imaging/mask/tools/shapes/polygon.ts';
import { gridSize, patientToVoxel, planeSize, sliceSpaceOf, type Grid } from '#model/grids/voxel-space.ts';
import { sliceNormal } from '#model/pictures/geometry.ts';
import { dot } from '#model/pictures/vector.ts';
import { sliceSpacing } from '#model/grids/grid.ts';
import type { Contour, StructureRegion } from '#model/overlays/structure-set.ts';

export interface ContourBits {
  bits: Bits;
  /** Contours that were drawn on no slice: on another plane, beyond the grid, open, or points. */
  left: number;
  /** Closed contours inside others of the same region, which were taken for holes. By the standard they only repeat what is inside; writers mean holes. */
  nested: number;
}

/**
 * A region of a DICOM structure set on a grid: voxels whose centre is inside. Each contour is drawn on the slice next to it, if it is parallel to it and not
 * further away than half a slice. Holes come in three forms: a keyhole (one line that leads in and out along the same way), `CLOSEDPLANAR_XOR`, and a contour
 * inside another. Slices between those with contours stay empty.
 */
export function contoursToBits({ contours }: Pick<StructureRegion, 'contours'>, grid: Grid): ContourBits {
  const bySlice = Map.groupBy(contours, (contour) => sliceOfContour(contour, grid));
  const left = bySlice.get(null)?.length ?? 0;
  const size = gridSize(grid);
  let bits = emptyBits(size);
  let nested = 0;
  for (const [slice, each] of bySlice) {
    if (slice === null) continue;
    const drawn = drawSlice(each, grid, slice, [size[0], size[1]]);
    nested += drawn.nested;
    bits = writePlane(bits, 2, slice, { width: size[0], height: size[1], mask: drawn.mask });
  }
  return { bits, left, nested };
}

/** The slice on which a contour lies; null if it lies on none. */
function sliceOfContour({ type, points }: Contour, grid: Grid): number | null {
  if ((type !== 'CLOSED_PLANAR' && type !== 'CLOSEDPLANAR_XOR') || points.length < 9) return null;
  let best: { slice: number; away: number } | null = null;
  for (const [slice, { position, plane }] of grid.slices.entries()) {
    const orientation = grid.planes[plane]!.orientation;
    const normal = orientation && sliceNormal(orientation);
    if (!normal || !position) continue;
    let [nearest, farthest] = [Infinity, -Infinity];
    for (let at = 0; at < points.length; at += 3) {
      const height = dot([points[at]! - position[0], points[at + 1]! - position[1], points[at + 2]! - position[2]], normal);
      nearest = Math.min(nearest, height);
      farthest = Math.max(farthest, height);
    }
    const reach = (sliceSpacing(grid) ?? 2 * ALONE_MM) / 2 + SAME_MM;
    const away = Math.max(Math.abs(nearest), Math.abs(farthest));
    if (farthest - nearest > Math.max(SAME_MM, FLAT * reach) || away > reach) continue;
    if (best === null || away < best.away) best = { slice, away };
  }
  return best?.slice ?? null;
}

/** mm: positions are written with so many digits. */
const SAME_MM = 0.01;
/** mm from a slice that makes no volume with others. */
const ALONE_MM = 0.5;
/** Part of half the distance of slices by which a planar contour may be uneven. */
const FLAT = 0.2;

function drawSlice(
  contours: readonly Contour[],
  grid: Grid,
  slice: number,
  [width, height]: readonly [number, number],
): { mask: Uint8Array<ArrayBuffer>; nested: number } {
  const [columns, rows] = planeSize(grid, slice);
  const toVoxel = patientToVoxel(sliceSpaceOf(grid, slice)!);
  const filled = contours.map(({ type, points }) => {
    const line = new Float64Array((points.length / 3) * 2);
    for (let at = 0; at < points.length; at += 3) {
      const [x, y] = toVoxel([points[at]!, points[at + 1]!, points[at + 2]!]);
      line[(at / 3) * 2] = x;
      line[(at / 3) * 2 + 1] = y;
    }
    const { mask } = polygonMask([line], columns, rows);
    return { isXor: type === 'CLOSEDPLANAR_XOR', mask, pixels: mask.reduce((sum, bit) => sum + bit, 0) };
  });
  const result = new Uint8Array(columns * rows);
  let nested = 0;
  // The largest first: what lies inside is then drawn after what is around it.
  for (const { isXor, mask, pixels } of filled.toSorted((a, b) => b.pixels - a.pixels)) {
    const isNested = !isXor && pixels > 0 && mask.every((bit, at) => bit === 0 || result[at] === 1);
    if (isNested) nested += 1;
    for (let at = 0; at < mask.length; at += 1) if (mask[at] === 1) result[at] = isXor ? 1 - result[at]! : isNested ? 0 : 1;
  }
  const whole = new Uint8Array(width * height);
  for (let row = 0; row < rows; row += 1) whole.set(result.subarray(row * columns, (row + 1) * columns), row * width);
  return { mask: whole, nested };
}
