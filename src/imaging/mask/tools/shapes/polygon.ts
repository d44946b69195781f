import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { clearingChange, settingChange, type Change } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { planeAxes, writePlane, type Axis, type MaskPlane } from '#imaging/mask/bits/slices.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';

export interface DrawnPolygon {
  axis: Axis;
  /** Number of the plane along its axis. */
  index: number;
  /** x y of each corner, one after the other, in voxels of the plane; the last is joined to the first. Several lines are filled by the rule of even and odd. */
  lines: readonly (readonly number[] | Float64Array)[];
}

/** Sets what is inside, clears what is inside, or clears what is outside on the same plane. */
export type PolygonMode = 'fill-inside' | 'erase-inside' | 'erase-outside';

/** A polygon or a freehand line, which is a polygon of many corners. Voxels count by their centres. */
export function fillPolygon(size: Voxel, { axis, index, lines }: DrawnPolygon, mode: PolygonMode): Change {
  const [x, y] = planeAxes(axis);
  const [width, height] = [size[x], size[y]];
  const inside = writePlane(emptyBits(size), axis, index, polygonMask(lines, width, height));
  if (mode === 'fill-inside') return settingChange(inside);
  if (mode === 'erase-inside') return clearingChange(inside);
  const whole: Bits = writePlane(emptyBits(size), axis, index, { width, height, mask: new Uint8Array(width * height).fill(1) });
  return clearingChange(combined(whole, inside, 'without'));
}

/**
 * The pixels whose centre is inside lines by the rule of even and odd: a line to the right crosses them an odd number of times. A centre on a left or upper
 * border is inside, on a right or lower one not, so that polygons with a common side share no pixel.
 */
export function polygonMask(lines: DrawnPolygon['lines'], width: number, height: number): MaskPlane {
  const crossings: number[][] = Array.from({ length: height }, () => []);
  for (const line of lines) {
    const corners = Math.floor(line.length / 2);
    for (let corner = 0; corner < corners; corner += 1) {
      const next = (corner + 1) % corners;
      addCrossings(crossings, line[2 * corner]!, line[2 * corner + 1]!, line[2 * next]!, line[2 * next + 1]!);
    }
  }
  const mask = new Uint8Array(width * height);
  for (const [row, at] of crossings.entries()) {
    at.sort((a, b) => a - b);
    for (let pair = 0; pair + 1 < at.length; pair += 2) {
      const first = Math.max(0, Math.ceil(at[pair]!));
      const end = Math.min(width, Math.ceil(at[pair + 1]!));
      if (first < end) mask.fill(1, row * width + first, row * width + end);
    }
  }
  return { width, height, mask };
}

/** Where a side crosses the rows of centres, of which it has its upper end and not its lower one. */
function addCrossings(crossings: number[][], x1: number, y1: number, x2: number, y2: number): void {
  if (!Number.isFinite(x1 + y1 + x2 + y2)) throw new RangeError('A corner is no number');
  const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
  const last = Math.min(crossings.length, Math.ceil(bottom));
  for (let row = Math.max(0, Math.ceil(top)); row < last; row += 1) crossings[row]!.push(x1 + ((row - y1) / (y2 - y1)) * (x2 - x1));
}
