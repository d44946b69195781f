import { CodecFault } from '#imaging/dicom/codecs/codec.ts';
import { buildHuffmanTable, type HuffmanTable } from './huffman-table.ts';

/** SOFn of T.81 B.2.2, for the processes that DICOM uses: sequential and progressive DCT, lossless; all with Huffman coding. */
export interface FrameHeader {
  process: 'sequential' | 'progressive' | 'lossless';
  /** Bits per sample. */
  precision: number;
  rows: number;
  columns: number;
  components: FrameComponent[];
}

export interface FrameComponent {
  id: number;
  /** Sampling factors of this component, horizontal and vertical. */
  across: number;
  down: number;
  quantization: number;
}

/** SOS of T.81 B.2.3. For lossless scans `first` is the predictor and `low` the point transform. */
export interface ScanHeader {
  components: { index: number; dcTable: number; acTable: number }[];
  first: number;
  last: number;
  high: number;
  low: number;
}

/** What stays in effect until redefined. */
export interface Tables {
  quantization: (Uint16Array | undefined)[];
  dc: (HuffmanTable | undefined)[];
  ac: (HuffmanTable | undefined)[];
  /** MCUs between restart markers; 0 if there are none. */
  restartInterval: number;
}

const PROCESSES: Record<number, FrameHeader['process']> = {
  0xc0: 'sequential',
  0xc1: 'sequential',
  0xc2: 'progressive',
  0xc3: 'lossless',
};

export function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

export function readFrameHeader(marker: number, bytes: Uint8Array): FrameHeader {
  const process = PROCESSES[marker];
  if (!process) throw new CodecFault('unknown-process');
  const count = bytes[5] as number;
  const components = Array.from({ length: count }, (_, index) => readComponent(bytes.subarray(6 + index * 3)));
  return { process, precision: bytes[0] as number, rows: uint16(bytes, 1), columns: uint16(bytes, 3), components };
}

function readComponent(bytes: Uint8Array): FrameComponent {
  const sampling = bytes[1] as number;
  const [across, down] = [sampling >> 4, sampling & 15];
  if (across < 1 || across > 4 || down < 1 || down > 4) throw new CodecFault('damaged');
  return { id: bytes[0] as number, across, down, quantization: bytes[2] as number };
}

export function readScanHeader(bytes: Uint8Array, frame: FrameHeader): ScanHeader {
  const count = bytes[0] as number;
  if (count < 1 || count > frame.components.length || bytes.length < 4 + count * 2) throw new CodecFault('damaged');
  const components = Array.from({ length: count }, (_, each) => {
    const [id, tables] = [bytes[1 + each * 2], bytes[2 + each * 2] as number];
    return { index: frame.components.findIndex((component) => component.id === id), dcTable: tables >> 4, acTable: tables & 15 };
  });
  if (components.some(({ index }) => index < 0)) throw new CodecFault('damaged');
  const tail = 1 + count * 2;
  const approximation = bytes[tail + 2] as number;
  return { components, first: bytes[tail] as number, last: bytes[tail + 1] as number, high: approximation >> 4, low: approximation & 15 };
}

/** DHT (T.81 B.2.4.2): several tables may share one segment. */
export function readHuffmanTables(bytes: Uint8Array, tables: Tables): void {
  for (let at = 0; at < bytes.length;) {
    const head = bytes[at] as number;
    const counts = bytes.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const values = bytes.subarray(at + 17, at + 17 + total);
    if (counts.length < 16 || values.length < total || total > 256) throw new CodecFault('damaged');
    (head >> 4 === 0 ? tables.dc : tables.ac)[head & 15] = buildHuffmanTable(counts, values);
    at += 17 + total;
  }
}

/** DQT (T.81 B.2.4.1), in zigzag order, 8 or 16 bits. */
export function readQuantizationTables(bytes: Uint8Array, tables: Tables): void {
  for (let at = 0; at < bytes.length;) {
    const head = bytes[at] as number;
    const width = head >> 4 === 0 ? 1 : 2;
    if (at + 1 + 64 * width > bytes.length) throw new CodecFault('damaged');
    const start = at + 1;
    tables.quantization[head & 15] = Uint16Array.from({ length: 64 }, (_, index) =>
      width === 1 ? (bytes[start + index] as number) : uint16(bytes, start + index * 2),
    );
    at += 1 + 64 * width;
  }
}

/** The Adobe segment (APP14): its mark and, 11 bytes on, the transform of three samples: 0 none, 1 YCbCr. */
export function readAdobeTransform(bytes: Uint8Array): number | null {
  const isAdobe = String.fromCharCode(...bytes.subarray(0, 5)) === 'Adobe';
  return isAdobe ? (bytes[11] ?? null) : null;
}

export function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
}
