import { LIMITS } from '#contract/limits.ts';
import { partOfChange, type Change } from '#imaging/mask/bits/change.ts';
import { bulkOf, type Hash } from '#imaging/mask/operations/block-store.ts';
import { bulkToBytes } from '#imaging/mask/operations/bulk-bytes.ts';
import { operationToBytes } from '#imaging/mask/operations/operation-bytes.ts';
import type { MaskOperationContent } from '#localdb/masks/journal.ts';
import { bytesToBase64 } from '#model/base64.ts';

/** Who draws where: what all operations of an open segmentation have in common. */
export interface Drawing {
  segmentation: string;
  gridHash: string;
  author: number;
  device: string;
  tab: string;
}

/** What somebody does to a segment in one go. */
export interface DrawnChange {
  segment: string;
  exclusive: boolean;
  tool: string;
  /** Number of the last operation that was seen. */
  base: number;
  change: Change;
}

/** One action, as operations that each fit into a call. An empty change is one operation without voxels. */
export function strokesOf(drawing: Drawing, changes: readonly DrawnChange[]): MaskOperationContent[] {
  const action = crypto.randomUUID();
  return changes.flatMap((drawn) => partsOf(drawn.change).flatMap((change) => strokeParts(drawing, action, { ...drawn, change })));
}

/** A block is less than a tenth of what an operation may have. */
const BLOCKS_AT_ONCE = 256;

function partsOf({ set, clear }: Change): Change[] {
  const numbers = [...new Set([...set.keys(), ...clear.keys()])].toSorted((a, b) => a - b);
  if (numbers.length <= BLOCKS_AT_ONCE) return [{ set, clear }];
  const parts: Change[] = [];
  for (let at = 0; at < numbers.length; at += BLOCKS_AT_ONCE)
    parts.push(partOfChange({ set, clear }, numbers.slice(at, at + BLOCKS_AT_ONCE)));
  return parts;
}

function strokeParts(drawing: Drawing, action: string, drawn: DrawnChange): MaskOperationContent[] {
  const uuid = crypto.randomUUID();
  const { segmentation, gridHash: grid, author, device, tab } = drawing;
  const { segment, exclusive, tool, base, change } = drawn;
  const head = { kind: 'stroke' as const, uuid, segmentation, author: String(author), device, base, segment, exclusive, tool };
  const bytes = operationToBytes({ ...head, ...change });
  if (bytes.length > LIMITS.maskOperationBytes) {
    const numbers = [...new Set([...change.set.keys(), ...change.clear.keys()])];
    const half = numbers.length >> 1;
    return [numbers.slice(0, half), numbers.slice(half)].flatMap((some) =>
      strokeParts(drawing, action, { ...drawn, change: partOfChange(change, some) }),
    );
  }
  const operation = { uuid, action, kind: 'stroke' as const, segment, grid, base, device, tab, withdraws: [], bytes: bytesToBase64(bytes) };
  return [{ operation, author }];
}

/**
 * What a tool computed, as one operation with its blocks, which takes effect as a whole or not at all. Null if it does not fit into a call. `action`: of
 * several operations that are undone together.
 */
export function bulkOperationOf(
  drawing: Drawing,
  drawn: DrawnChange,
  hash: Hash,
  action: string = crypto.randomUUID(),
): MaskOperationContent | null {
  const { segmentation, gridHash: grid, author, device, tab } = drawing;
  const { segment, exclusive, tool, base, change } = drawn;
  const uuid = crypto.randomUUID();
  const { set, clear, blocks } = bulkOf(change, hash);
  const head = { kind: 'bulk' as const, uuid, segmentation, author: String(author), device, base, segment, exclusive, tool };
  const bytes = bulkToBytes({ operation: { ...head, set, clear }, blocks });
  if (bytes.length > LIMITS.maskOperationBytes) return null;
  const operation = { uuid, action, kind: 'bulk' as const, segment, grid, base, device, tab, withdraws: [], bytes: bytesToBase64(bytes) };
  return { operation, author };
}

/** Takes back operations of one action, in as many operations as the wire needs. */
export function withdrawalsOf(drawing: Drawing, uuids: readonly string[], base: number): MaskOperationContent[] {
  const action = crypto.randomUUID();
  const { gridHash: grid, author, device, tab } = drawing;
  const contents: MaskOperationContent[] = [];
  for (let at = 0; at < uuids.length; at += LIMITS.maskWithdrawals) {
    const withdraws = uuids.slice(at, at + LIMITS.maskWithdrawals);
    const operation = {
      uuid: crypto.randomUUID(),
      action,
      kind: 'withdraw' as const,
      segment: null,
      grid,
      base,
      device,
      tab,
      withdraws,
      bytes: '',
    };
    contents.push({ operation, author });
  }
  return contents;
}
