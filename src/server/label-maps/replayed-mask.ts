import { createHash } from 'node:crypto';
import { emptyState, type MaskState } from '#imaging/mask/operations/mask-state.ts';
import { readOperation, withNumber } from '#imaging/mask/replay/read-operation.ts';
import { stateAfter, type Placed } from '#imaging/mask/replay/replay.ts';
import type { MaskToWrite } from './label-map-maker.ts';

/** What the operations of a mask gave, from the first one. Null if one of them cannot be read. */
export function replayedMask({ segmentation, operations, grid }: MaskToWrite): MaskState | null {
  const placed: Placed[] = [];
  for (const { number, ...written } of operations) {
    const read = readOperation(segmentation, written, (bytes) => createHash('sha256').update(bytes).digest('hex'));
    if (read === null) return null;
    placed.push({ number, read: withNumber(read, number) });
  }
  return stateAfter(emptyState(grid.size), placed);
}
