import { blockStart, type Bits } from '#imaging/mask/bits/bits.ts';
import { BLOCK_WORDS, lowestBit } from '#imaging/mask/bits/block.ts';
import { checkValues, type Values } from '#imaging/mask/tools/value-range.ts';

/** How stored values become those that are measured: Hounsfield units, SUV and so on. */
export interface Rescale {
  slope: number;
  intercept: number;
}

/** The values of the voxels of a mask, in increasing order. What is no number is left out. */
export function sortedMaskValues(
  bits: Bits,
  values: Values,
  { slope, intercept }: Rescale = { slope: 1, intercept: 0 },
): Float64Array<ArrayBuffer> {
  checkValues(values, bits.size);
  const found: number[] = [];
  const [columns, rows] = bits.size;
  for (const [number, block] of bits.blocks) {
    const [column, row, slice] = blockStart(bits.size, number);
    for (let word = 0; word < BLOCK_WORDS; word += 1) {
      const start = ((slice + (word >> 5)) * rows + row + (word & 31)) * columns + column;
      for (let rest = block[word]!; rest !== 0; rest &= rest - 1) {
        const value = values.voxels[start + lowestBit(rest)]! * slope + intercept;
        if (Number.isFinite(value)) found.push(value);
      }
    }
  }
  return Float64Array.from(found).sort();
}
