import { CodecFault, type ExpectedImage } from './codec.ts';

/** What the header of a codestream gives before decoding. */
export interface StreamHeader {
  rows: number;
  columns: number;
  components: number;
  bits: number;
  colour: 'rgb' | null;
}

/** Refuses a codestream whose image differs from the header: its decoder would allocate whatever it claims. */
export function checkStreamHeader({ rows, columns, components, bits }: StreamHeader, expected: ExpectedImage): void {
  const isExpected = rows === expected.rows && columns === expected.columns && components === expected.samplesPerPixel;
  if (!isExpected || bits > Math.max(8, expected.bitsAllocated)) throw new CodecFault('differs-from-header');
}

/** JPEG-LS (ITU-T T.87 C.2.2): the frame header has the marker FFF7. */
export function readJpegLsHeader(bytes: Uint8Array): StreamHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frame = findSegment(view, 0xffd8, 0xfff7);
  if (frame === null || frame + 10 > bytes.length) throw new CodecFault('damaged');
  const header: StreamHeader = {
    bits: view.getUint8(frame + 4),
    rows: view.getUint16(frame + 5),
    columns: view.getUint16(frame + 7),
    components: view.getUint8(frame + 9),
    colour: null,
  };
  // A line takes at least one bit, however uniform it is.
  if (header.bits < 2 || header.bits > 16 || header.rows > bytes.length * 8) throw new CodecFault('damaged');
  return header;
}

const SIZ = 0xff51;
const COD = 0xff52;

/** JPEG 2000 and HTJ2K (ITU-T T.800 A.5.1, A.6.1), bare or inside a JP2 file. */
export function readJpeg2000Header(bytes: Uint8Array): StreamHeader {
  const stream = bytes.subarray(findCodestream(bytes));
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const siz = findSegment(view, 0xff4f, SIZ);
  if (siz === null || siz + 41 > stream.length) throw new CodecFault('damaged');
  const components = view.getUint16(siz + 38);
  if (components < 1 || siz + 40 + components * 3 > stream.length) throw new CodecFault('damaged');
  const parts = Array.from({ length: components }, (_, index) => siz + 40 + index * 3);
  const isSubsampled = parts.some((at) => view.getUint8(at + 1) !== 1 || view.getUint8(at + 2) !== 1);
  const bits = Math.max(...parts.map((at) => (view.getUint8(at) & 0x7f) + 1));
  // The decoder returns at most 16 bits per sample.
  if (isSubsampled || bits > 16) throw new CodecFault('unknown-process');
  const cod = findSegment(view, 0xff4f, COD);
  const isTransformed = cod !== null && cod + 9 <= stream.length && view.getUint8(cod + 8) === 1;
  return {
    columns: view.getUint32(siz + 6) - view.getUint32(siz + 14),
    rows: view.getUint32(siz + 10) - view.getUint32(siz + 18),
    components,
    bits,
    colour: isTransformed ? 'rgb' : null,
  };
}

/** The codestream of a JP2 file follows boxes of a few hundred bytes. */
const LONGEST_BOXES = 64 * 1024;

function findCodestream(bytes: Uint8Array): number {
  for (let at = 0; at + 4 <= Math.min(bytes.length, LONGEST_BOXES); at += 1) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0x4f && bytes[at + 2] === 0xff && bytes[at + 3] === 0x51) return at;
  }
  throw new CodecFault('damaged');
}

/** Position of a marker segment in the main header; null if it is missing. */
function findSegment(view: DataView, start: number, marker: number): number | null {
  if (view.byteLength < 2 || view.getUint16(0) !== start) return null;
  for (let at = 2; at + 4 <= view.byteLength;) {
    const found = view.getUint16(at);
    if (found === marker) return at;
    // SOS of JPEG-LS, SOT of JPEG 2000: coded data follows.
    if (found === 0xffda || found === 0xff90 || found < 0xff00) return null;
    at += found === 0xffff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
