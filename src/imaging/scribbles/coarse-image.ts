import type { Samples } from '#imaging/frame.ts';
import { boundsOf, type Bits } from '#imaging/mask/bits/bits.ts';
import { boxToBytes } from '#imaging/mask/bits/slices.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import type { Scribbled } from './scribble.ts';
import type { Region } from './scribble-region.ts';

/** The values of a region: of a coarse voxel, the mean of those in it. `gridSize`: of the grid, on which the values are. */
export function coarseImage(samples: Samples, gridSize: Voxel, { box: { from, to }, steps, size }: Region): Float32Array {
  const [columns, rows, slices] = size;
  const values = new Float32Array(columns * rows * slices);
  const counts = new Uint16Array(columns * rows);
  for (let slice = 0; slice < slices; slice += 1) {
    const own = values.subarray(slice * columns * rows, (slice + 1) * columns * rows);
    counts.fill(0);
    for (let z = from[2] + slice * steps[2]; z < Math.min(to[2] + 1, from[2] + (slice + 1) * steps[2]); z += 1)
      for (let y = from[1]; y <= to[1]; y += 1) {
        const line = (z * gridSize[1] + y) * gridSize[0];
        const row = Math.floor((y - from[1]) / steps[1]) * columns;
        for (let column = 0, x = from[0]; column < columns; column += 1)
          for (const end = Math.min(to[0] + 1, x + steps[0]); x < end; x += 1) {
            own[row + column]! += samples[line + x]!;
            counts[row + column]! += 1;
          }
      }
    for (let at = 0; at < own.length; at += 1) own[at]! /= counts[at]!;
  }
  return values;
}

/** Of coarse voxels, in ascending order: where they are, and what was said of each: 1 inside, 0 outside. */
export interface CoarseLabels {
  places: Uint32Array;
  labels: Uint8Array;
}

/** Where both were said of a coarse voxel equally often, nothing was. */
export function coarseLabels({ inside, outside }: Scribbled, { box, steps, size }: Region): CoarseLabels {
  const votes = new Map<number, number>();
  const [columns, rows] = size;
  const vote = (bits: Bits, each: number): void => {
    const drawn = boundsOf(bits);
    if (drawn === null) return;
    const width = drawn.to[0] - drawn.from[0] + 1;
    for (let z = drawn.from[2]; z <= drawn.to[2]; z += 1) {
      const slice = Math.floor((z - box.from[2]) / steps[2]);
      const bytes = boxToBytes(bits, { from: [drawn.from[0], drawn.from[1], z], to: [drawn.to[0], drawn.to[1], z] });
      for (let at = bytes.indexOf(1); at >= 0; at = bytes.indexOf(1, at + 1)) {
        const row = Math.floor((drawn.from[1] + Math.floor(at / width) - box.from[1]) / steps[1]);
        const column = Math.floor((drawn.from[0] + (at % width) - box.from[0]) / steps[0]);
        const place = (slice * rows + row) * columns + column;
        votes.set(place, (votes.get(place) ?? 0) + each);
      }
    }
  };
  vote(inside, 1);
  vote(outside, -1);
  const said = [...votes].filter(([, sum]) => sum !== 0).toSorted(([a], [b]) => a - b);
  return { places: Uint32Array.from(said, ([place]) => place), labels: Uint8Array.from(said, ([, sum]) => (sum > 0 ? 1 : 0)) };
}
