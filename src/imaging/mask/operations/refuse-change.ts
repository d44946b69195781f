import { BLOCK_EDGE, BLOCK_WORDS, bitsFrom, runsToWords, type Runs } from '#imaging/mask/bits/block.ts';
import { blockCounts, blockStart } from '#imaging/mask/bits/bits.ts';
import type { Change } from '#imaging/mask/bits/change.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import type { OperationRefusal } from './mask-state.ts';

/** Why a change cannot be one of a grid of this size; null if it can. */
export function refuseChange({ set, clear }: Change, size: Voxel): Extract<OperationRefusal, 'outside-grid' | 'contradiction'> | null {
  for (const runs of [set, clear]) for (const [block, each] of runs) if (!isOnGrid(block, each, size)) return 'outside-grid';
  for (const [block, each] of set) {
    const other = clear.get(block);
    if (other && areCommon(each, other)) return 'contradiction';
  }
  return null;
}

function isOnGrid(block: number, runs: Runs, size: Voxel): boolean {
  const [across, down, deep] = blockCounts(size);
  if (!(block >= 0 && block < across * down * deep)) return false;
  const [columns, rows, slices] = blockStart(size, block).map((start, axis) => Math.min(BLOCK_EDGE, size[axis]! - start)) as [
    number,
    number,
    number,
  ];
  if (columns === BLOCK_EDGE && rows === BLOCK_EDGE && slices === BLOCK_EDGE) return true;
  const beyond = columns === BLOCK_EDGE ? 0 : bitsFrom(columns, BLOCK_EDGE - 1);
  const words = runsToWords(runs);
  for (let word = 0; word < BLOCK_WORDS; word += 1) {
    const isRow = (word & 31) < rows && word >> 5 < slices;
    if (isRow ? (words[word]! & beyond) !== 0 : words[word] !== 0) return false;
  }
  return true;
}

function areCommon(a: Runs, b: Runs): boolean {
  const [one, other] = [runsToWords(a), runsToWords(b)];
  return one.some((word, at) => (word & other[at]!) !== 0);
}
