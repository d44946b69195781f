import type { MaskState } from '#imaging/mask/operations/mask-state.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { MaskReplay } from '#workers/masks/mask-replay.ts';
import type { PlacedOperations } from './history-of.ts';
import type { EarlierState } from './history-types.ts';

/** The replay up to a state. Null if not all operations up to it are here. `last`: all of the server up to this number are. */
export function stateAt(size: Voxel, { decided, waiting }: PlacedOperations, last: number, state: EarlierState): MaskState | null {
  const replay = new MaskReplay(size);
  if ('number' in state) {
    if (state.number > last) return null;
    return replay.update(
      decided.filter(({ number }) => number <= state.number),
      [],
    );
  }
  const all = [...decided, ...waiting];
  const end = all.findLastIndex(({ read }) => read.action === state.action) + 1;
  return end === 0
    ? null
    : replay.update(all.slice(0, Math.min(end, decided.length)), all.slice(decided.length, Math.max(end, decided.length)));
}
