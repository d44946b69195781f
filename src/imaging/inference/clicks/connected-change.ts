import type { Triple } from '#imaging/inference/network/patches.ts';
import type { Click } from './click-channels.ts';

/** Voxels around a click within which a change may begin. */
const REACH = 3;

/**
 * Of what a network would change in a patch, what a click is for: voxels that go its way, and are connected with it (by corners, too) or begin within three
 * voxels of it. The clicked voxel is always as it was clicked. `wanted`, `before`: 1 is set, columns first. 1 is changed.
 */
export function connectedChange(
  wanted: Uint8Array,
  before: Uint8Array,
  [columns, rows, slices]: Triple,
  { place, isInside }: Click,
): Uint8Array {
  const from = isInside ? 0 : 1;
  const isAllowed = (at: number): boolean => before[at] === from && wanted[at] !== from;
  const found = new Uint8Array(before.length);
  const open: number[] = [];
  const take = (at: number): void => {
    if (found[at] === 1 || !isAllowed(at)) return;
    found[at] = 1;
    open.push(at);
  };
  const around = ([column, row, slice]: Triple, reach: number): void => {
    for (let z = Math.max(0, slice - reach); z <= Math.min(slices - 1, slice + reach); z += 1)
      for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y += 1)
        for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x += 1) take((z * rows + y) * columns + x);
  };
  around(place, REACH);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const line = Math.floor(at / columns);
    around([at % columns, line % rows, Math.floor(line / rows)], 1);
  }
  const clicked = (place[2] * rows + place[1]) * columns + place[0];
  if (before[clicked] === from) found[clicked] = 1;
  return found;
}
