import { runsOf, writeRuns, type Block, type Runs } from './block.ts';
import type { Bits } from './bits.ts';
import { BitsDraft } from './bits-draft.ts';
import { combined } from './combine.ts';

/** Runs by number of the block. */
export type RunsByBlock = ReadonlyMap<number, Runs>;

/** What a tool does to a segment: voxels that it sets, and voxels that it clears. No voxel is in both. */
export interface Change {
  readonly set: RunsByBlock;
  readonly clear: RunsByBlock;
}

const NONE: RunsByBlock = new Map();
export const NO_CHANGE: Change = { set: NONE, clear: NONE };

/** In the order of the blocks. */
export function bitsToRuns({ blocks }: Bits): RunsByBlock {
  const numbers = [...blocks.keys()].toSorted((a, b) => a - b);
  return new Map(numbers.map((number) => [number, runsOf(blocks.get(number)!)]));
}

export function runsToBits(size: Bits['size'], runs: RunsByBlock): Bits {
  return applyChange({ size, blocks: new Map<number, Block>() }, { set: runs, clear: NONE });
}

/** All of the voxels, whether or not they are set already: what somebody painted over is that person's too. */
export const settingChange = (bits: Bits): Change => ({ set: bitsToRuns(bits), clear: NONE });
export const clearingChange = (bits: Bits): Change => ({ set: NONE, clear: bitsToRuns(bits) });

/** Only the voxels that differ. */
export function changeBetween(before: Bits, after: Bits): Change {
  return { set: bitsToRuns(combined(after, before, 'without')), clear: bitsToRuns(combined(before, after, 'without')) };
}

export const isNoChange = ({ set, clear }: Change): boolean => set.size === 0 && clear.size === 0;

/** What it does in some blocks. */
export function partOfChange({ set, clear }: Change, numbers: readonly number[]): Change {
  const only = (runs: RunsByBlock): RunsByBlock =>
    new Map(numbers.flatMap((number) => (runs.has(number) ? [[number, runs.get(number)!] as const] : [])));
  return { set: only(set), clear: only(clear) };
}

/** The layer after the change. Runs must lie on the grid. */
export function applyChange(bits: Bits, { set, clear }: Change): Bits {
  const draft = new BitsDraft(bits);
  for (const [number, runs] of set) writeRuns(draft.wordsOf(number), runs, true);
  for (const [number, runs] of clear) writeRuns(draft.wordsOf(number), runs, false);
  return draft.done();
}
