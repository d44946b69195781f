import { CodecFault } from '#imaging/dicom/codecs/codec.ts';
import { BitReader } from './bit-reader.ts';
import { readHuffman, type HuffmanTable } from './huffman-table.ts';
import type { FrameHeader, ScanHeader, Tables } from './segments.ts';

/**
 * T.81 annex H: every sample is predicted from its left and upper neighbours, and the difference is coded. Fills `samples`, interleaved by
 * pixel; returns the position of the next marker.
 */
export function readLosslessScan(
  bytes: Uint8Array,
  at: number,
  scan: ScanHeader,
  { rows, columns, precision, components }: FrameHeader,
  tables: Tables,
  samples: Uint16Array,
): number {
  const bits = new BitReader(bytes, at);
  const parts = scan.components.map(({ index, dcTable }) => ({ index, table: tables.dc[dcTable] }));
  const predict = PREDICTORS[scan.first];
  if (!predict || scan.low >= precision || parts.some(({ table }) => !table)) throw new CodecFault('damaged');
  const { restartInterval } = tables;
  // Restart intervals are whole lines (T.81 H.1.1): each starts like the first line.
  if (restartInterval % columns !== 0) throw new CodecFault('damaged');
  const step = components.length;
  const line = columns * step;
  const start = 1 << (precision - scan.low - 1);
  for (let y = 0, sinceRestart = 0; y < rows; y += 1, sinceRestart += 1) {
    if (restartInterval > 0 && sinceRestart * columns === restartInterval) {
      bits.restart();
      sinceRestart = 0;
    }
    for (let x = 0; x < columns; x += 1) {
      for (const { index, table } of parts) {
        const to = y * line + x * step + index;
        let predicted = start;
        if (sinceRestart === 0) predicted = x === 0 ? start : (samples[to - step] as number);
        else if (x === 0) predicted = samples[to - line] as number;
        else predicted = predict(samples[to - step] as number, samples[to - line] as number, samples[to - line - step] as number);
        samples[to] = predicted + readDifference(bits, table as HuffmanTable);
      }
    }
  }
  return bits.end();
}

/** T.81 table H.1: from the left, upper and upper left neighbour. */
const PREDICTORS: Record<number, (left: number, up: number, upLeft: number) => number> = {
  1: (left) => left,
  2: (_, up) => up,
  3: (_, __, upLeft) => upLeft,
  4: (left, up, upLeft) => left + up - upLeft,
  5: (left, up, upLeft) => left + ((up - upLeft) >> 1),
  6: (left, up, upLeft) => up + ((left - upLeft) >> 1),
  7: (left, up) => (left + up) >> 1,
};

/** Differences are modulo 2^16; category 16 has no additional bits (T.81 H.1.2.2). */
function readDifference(bits: BitReader, table: HuffmanTable): number {
  const size = readHuffman(bits, table);
  if (size > 16) throw new CodecFault('damaged');
  return size === 16 ? 32768 : bits.signed(size);
}
