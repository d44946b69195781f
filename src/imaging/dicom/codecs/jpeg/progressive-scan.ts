import { CodecFault } from '#imaging/dicom/codecs/codec.ts';
import type { BitReader } from './bit-reader.ts';
import { ZIGZAG } from './coefficients.ts';
import type { ReadBlock } from './dct-scan.ts';
import { readHuffman, type HuffmanTable } from './huffman-table.ts';
import type { ScanHeader } from './segments.ts';

/** T.81 annex G: a band of coefficients (`first` to `last`), its upper bits first (`high` is 0) or one more bit of each. */
export function createProgressiveReader(bits: BitReader, scan: ScanHeader): { readBlock: ReadBlock; restart(): void } {
  const { first, last, high, low } = scan;
  const isDc = first === 0;
  if (last > 63 || last < first || (isDc ? last > 0 : scan.components.length > 1) || low > 13) throw new CodecFault('damaged');
  /** Remaining blocks with nothing new in this band. */
  let emptyBlocks = 0;
  const restart = () => void (emptyBlocks = 0);
  if (isDc) return { readBlock: high === 0 ? dcFirst : dcMore, restart };
  return { readBlock: high === 0 ? acFirst : acMore, restart };

  function dcFirst(coefficients: Int16Array, at: number, part: Parameters<ReadBlock>[2]): void {
    const size = readHuffman(bits, tableOf(part.dc));
    if (size > 15) throw new CodecFault('damaged');
    part.predicted += bits.signed(size);
    coefficients[at] = part.predicted << low;
  }

  function dcMore(coefficients: Int16Array, at: number): void {
    if (bits.bits(1) === 1) coefficients[at] = (coefficients[at] as number) | (1 << low);
  }

  function acFirst(coefficients: Int16Array, at: number, part: Parameters<ReadBlock>[2]): void {
    if (emptyBlocks > 0) return void (emptyBlocks -= 1);
    const table = tableOf(part.ac);
    for (let index = first; index <= last; index += 1) {
      const symbol = readHuffman(bits, table);
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) return void (emptyBlocks = runOfEmpty(zeros) - 1);
      index += zeros;
      if (index > 63) throw new CodecFault('damaged');
      if (size > 0) coefficients[at + (ZIGZAG[index] as number)] = bits.signed(size) << low;
    }
  }

  /** New non-zero coefficients lie between those that are refined by one bit, in one pass (T.81 G.1.2.3). */
  function acMore(coefficients: Int16Array, at: number, part: Parameters<ReadBlock>[2]): void {
    const table = tableOf(part.ac);
    let index = first;
    while (emptyBlocks === 0 && index <= last) {
      const symbol = readHuffman(bits, table);
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size > 1) throw new CodecFault('damaged');
      if (size === 0 && zeros < 15) {
        emptyBlocks = runOfEmpty(zeros);
        break;
      }
      const value = size === 1 ? (bits.bits(1) === 1 ? 1 << low : -1 << low) : 0;
      index = refine(coefficients, at, index, zeros);
      if (index <= last && value !== 0) coefficients[at + (ZIGZAG[index] as number)] = value;
      index += 1;
    }
    if (emptyBlocks === 0) return;
    refine(coefficients, at, index, 64);
    emptyBlocks -= 1;
  }

  /** Refines non-zero coefficients by one bit, up to the zero after `zeros` others; returns its position. */
  function refine(coefficients: Int16Array, at: number, from: number, zeros: number): number {
    let left = zeros;
    for (let index = from; index <= last; index += 1) {
      const place = at + (ZIGZAG[index] as number);
      const value = coefficients[place] as number;
      if (value === 0) {
        if (left === 0) return index;
        left -= 1;
      } else if (bits.bits(1) === 1 && (Math.abs(value) & (1 << low)) === 0) {
        coefficients[place] = value + (value > 0 ? 1 << low : -1 << low);
      }
    }
    return last + 1;
  }

  function runOfEmpty(exponent: number): number {
    return exponent === 0 ? 1 : (1 << exponent) + bits.bits(exponent);
  }
}

function tableOf(table: HuffmanTable | undefined): HuffmanTable {
  if (!table) throw new CodecFault('damaged');
  return table;
}
