import { CodecFault } from '#imaging/dicom/codecs/codec.ts';
import { BitReader } from './bit-reader.ts';
import { ZIGZAG, type Plane } from './coefficients.ts';
import { readHuffman, type HuffmanTable } from './huffman-table.ts';
import { createProgressiveReader } from './progressive-scan.ts';
import type { ScanHeader, Tables } from './segments.ts';

/** Reads one block of a component of this scan into `coefficients`, starting at `at`. */
export type ReadBlock = (coefficients: Int16Array, at: number, part: ScanPart) => void;

export interface ScanPart {
  plane: Plane;
  dc: HuffmanTable | undefined;
  ac: HuffmanTable | undefined;
  /** DC of the previous block (T.81 F.1.1.5.1). */
  predicted: number;
}

/** Reads the entropy-coded data of one DCT scan, starting at `at`; returns the position of the next marker. */
export function readDctScan(
  bytes: Uint8Array,
  at: number,
  scan: ScanHeader,
  planes: readonly Plane[],
  tables: Tables,
  isProgressive: boolean,
): number {
  const bits = new BitReader(bytes, at);
  const parts = scan.components.map(({ index, dcTable, acTable }): ScanPart => ({
    plane: planes[index] as Plane,
    dc: tables.dc[dcTable],
    ac: tables.ac[acTable],
    predicted: 0,
  }));
  const reader = isProgressive ? createProgressiveReader(bits, scan) : { readBlock: sequentialReader(bits), restart: () => {} };
  const walk = parts.length === 1 ? walkBlocks(parts[0] as ScanPart) : walkMcus(parts);
  for (let mcu = 0; mcu < walk.count; mcu += 1) {
    // Nothing is a multiple of an interval of 0.
    if (mcu > 0 && mcu % tables.restartInterval === 0) {
      bits.restart();
      reader.restart();
      for (const part of parts) part.predicted = 0;
    }
    walk.read(mcu, reader.readBlock);
  }
  return bits.end();
}

interface Walk {
  count: number;
  read(mcu: number, readBlock: ReadBlock): void;
}

/** A scan of one component has only blocks that hold samples, line by line (T.81 A.2.2). */
function walkBlocks(part: ScanPart): Walk {
  const { blocksAcross, blocksDown, stride, coefficients } = part.plane;
  return {
    count: blocksAcross * blocksDown,
    read(mcu, readBlock) {
      const line = Math.floor(mcu / blocksAcross);
      readBlock(coefficients, (line * stride + (mcu % blocksAcross)) * 64, part);
    },
  };
}

/** A scan of several components has whole MCUs: from each as many blocks as its sampling factors give (T.81 A.2.3). */
function walkMcus(parts: readonly ScanPart[]): Walk {
  const { plane } = parts[0] as ScanPart;
  const mcusAcross = plane.stride / plane.component.across;
  const mcusDown = plane.coefficients.length / 64 / plane.stride / plane.component.down;
  return {
    count: mcusAcross * mcusDown,
    read(mcu, readBlock) {
      const [row, column] = [Math.floor(mcu / mcusAcross), mcu % mcusAcross];
      for (const part of parts) {
        const { component, stride, coefficients } = part.plane;
        for (let y = row * component.down; y < (row + 1) * component.down; y += 1) {
          for (let x = column * component.across; x < (column + 1) * component.across; x += 1) {
            readBlock(coefficients, (y * stride + x) * 64, part);
          }
        }
      }
    },
  };
}

/** T.81 F.2.2. */
function sequentialReader(bits: BitReader): ReadBlock {
  return (coefficients, at, part) => {
    const { dc, ac } = part;
    if (!dc || !ac) throw new CodecFault('damaged');
    part.predicted += bits.signed(readCategory(bits, dc));
    coefficients[at] = part.predicted;
    for (let index = 1; index < 64; index += 1) {
      const symbol = readHuffman(bits, ac);
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) return;
      index += zeros;
      if (index > 63) throw new CodecFault('damaged');
      if (size > 0) coefficients[at + (ZIGZAG[index] as number)] = bits.signed(size);
    }
  };
}

/** Bits of a DC difference: at most 15, even for 12-bit samples. */
export function readCategory(bits: BitReader, table: HuffmanTable): number {
  const size = readHuffman(bits, table);
  if (size > 15) throw new CodecFault('damaged');
  return size;
}
