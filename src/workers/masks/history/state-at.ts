import type { MaskState, Start } from '#imaging/mask/operations/mask-state.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { MaskReplay } from '#workers/masks/mask-replay.ts';
import type { PlacedOperations } from './history-of.ts';
import type { EarlierState } from './history-types.ts';

/**
 * The replay up to a state. Null if not all operations up to it are here: those of the server up to `last` are, but for those before `start`, the snapshot
 * from which the journal starts.
 */
export function stateAt(
  { size, start }: { size: Voxel; start: Start | null },
  { decided, waiting }: PlacedOperations,
  last: number,
  state: EarlierState,
): MaskState | null {
  const upTo = partsOf({ decided, waiting }, state);
  if (upTo === null || ('number' in state && (state.number > last || state.number < (start?.number ?? 0)))) return null;
  const replayed = new MaskReplay(size, NO_MARKS, start).update(upTo.decided, upTo.waiting);
  return replayed === 'older-start' ? null : replayed;
}

/** No snapshots are made of an earlier state. */
const NO_MARKS = Infinity;

function partsOf({ decided, waiting }: PlacedOperations, state: EarlierState): PlacedOperations | null {
  if ('number' in state) return { decided: decided.filter(({ number }) => number <= state.number), waiting: [] };
  const end = [...decided, ...waiting].findLastIndex(({ read }) => read.action === state.action) + 1;
  return end === 0 ? null : { decided: decided.slice(0, end), waiting: waiting.slice(0, Math.max(0, end - decided.length)) };
}
