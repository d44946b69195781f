import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { isNoChange, partOfChange, settingChange } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import type { Hash } from '#imaging/mask/operations/block-store.ts';
import type { MaskState } from '#imaging/mask/operations/mask-state.ts';
import { respectLocks } from '#imaging/mask/tools/respect-locks.ts';
import type { MaskOperationContent } from '#localdb/masks/journal.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import type { Drawn } from '#workers/masks/types.ts';
import { bulkOperationOf, type Drawing, type DrawnChange } from '#workers/masks/wire-form.ts';

/** Bits on the grid of the mask, for one of its segments. */
export interface AddedBits {
  segment: string;
  bits: Bits;
}

interface Adding {
  drawing: Drawing;
  state: MaskState;
  locked: readonly string[];
  /** As the history calls it. */
  tool: string;
  exclusive: boolean;
  size: Voxel;
  /** Number of the last operation that was seen. */
  base: number;
  hash: Hash;
}

/** What comes from elsewhere, as bulk operations of one action. All or none: refused if one of them would be. */
export function addingOperations(added: readonly AddedBits[], adding: Adding): MaskOperationContent[] | Drawn {
  const { drawing, state, locked, tool, exclusive, size, base, hash } = adding;
  const { segments } = state;
  const action = crypto.randomUUID();
  const contents: MaskOperationContent[] = [];
  for (const { segment, bits } of added) {
    if (locked.includes(segment)) return { ok: false, why: 'locked' };
    const wanted = settingChange(combined(bits, segments.get(segment) ?? emptyBits(size), 'without'));
    const unlocked = respectLocks(wanted, { segment, exclusive, locked: new Set(locked), segments, size });
    if (!unlocked.ok || unlocked.spared.length > 0) return { ok: false, why: 'locked' };
    if (isNoChange(unlocked.change)) continue;
    const drawn = { segment, exclusive, tool, base, change: unlocked.change };
    // Where nobody ever drew, parts have no conflicts of their own.
    const isSafe = !exclusive && !hasOperations(state, segment);
    const made = operationsOf(drawing, drawn, { hash, action, isSafe });
    if (made === null) return { ok: false, why: 'too-much' };
    contents.push(...made);
  }
  return contents;
}

/** Null if it does not fit into a call and may not be cut. */
function operationsOf(
  drawing: Drawing,
  drawn: DrawnChange,
  how: { hash: Hash; action: string; isSafe: boolean },
): MaskOperationContent[] | null {
  const whole = bulkOperationOf(drawing, drawn, how.hash, how.action);
  if (whole !== null) return [whole];
  const numbers = [...drawn.change.set.keys()];
  if (!how.isSafe || numbers.length < 2) return null;
  const half = numbers.length >> 1;
  const parts = [numbers.slice(0, half), numbers.slice(half)].map((some) =>
    operationsOf(drawing, { ...drawn, change: partOfChange(drawn.change, some) }, how),
  );
  return parts.includes(null) ? null : parts.flatMap((part) => part!);
}

/** Those of a snapshot, from which the replay started, are not in the log. */
const hasOperations = ({ start, log }: MaskState, segment: string): boolean =>
  start.segments.has(segment) || log.some(({ operation }) => operation.kind !== 'withdrawal' && operation.segment === segment);
