import type { Bits } from '#imaging/mask/bits/bits.ts';
import type { Hash } from '#imaging/mask/operations/block-store.ts';
import { emptyState } from '#imaging/mask/operations/mask-state.ts';
import { readOperation, withNumber } from '#imaging/mask/replay/read-operation.ts';
import { stateAfter, type Placed } from '#imaging/mask/replay/replay.ts';
import type { SentMask } from './types.ts';

/** The segments that are not empty, by UUID; null if an operation cannot be read. */
export function replayedMask({ segmentation, size, operations }: SentMask, hash: Hash): ReadonlyMap<string, Bits> | null {
  const placed: Placed[] = [];
  for (const { number, user, created_at: _at, ...operation } of operations) {
    const read = readOperation(segmentation, { operation, author: user?.id ?? null }, hash);
    if (read === null) return null;
    placed.push({ number, read: withNumber(read, number) });
  }
  // It starts from nothing, so it needs no older start.
  return stateAfter(emptyState(size), placed)?.segments ?? null;
}
