import { inflateRawSync } from 'node:zlib';
import { mostInflated } from '#imaging/inflate-limits.ts';

const DEFLATED = '1.2.840.10008.1.2.1.99';
const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const PREAMBLE_BYTES = 132;
/** Tag, VR, length and value of (0002,0000), the first element of the file meta information (PS3.10 7.1). */
const GROUP_LENGTH_BYTES = 12;

/**
 * Converts a file of the deflated transfer syntax (PS3.5 A.5) to explicit little endian, which the converter can read. Other files are
 * returned unchanged. The file meta information is never deflated, everything after it is. Rejects files that inflate beyond `mostBytes`, or
 * beyond [Note: How far deflated bytes may grow].
 */
export function inflateDataset(bytes: Uint8Array, mostBytes: number): Uint8Array {
  const metaEnd = metaEndOf(bytes);
  if (metaEnd === null) return bytes;
  const meta = Buffer.from(bytes.subarray(0, metaEnd));
  const at = meta.indexOf(DEFLATED, PREAMBLE_BYTES, 'latin1');
  if (at === -1) return bytes;
  // The new UID is shorter and padded with NUL, as specified for UIDs (PS3.5 9.1), so that no length changes.
  meta.write(EXPLICIT_LITTLE_ENDIAN.padEnd(DEFLATED.length, '\0'), at, 'latin1');
  const deflated = bytes.subarray(metaEnd);
  const maxOutputLength = Math.min(mostBytes, mostInflated('dataSet', deflated.length));
  return Buffer.concat([meta, inflateRawSync(deflated, { maxOutputLength })]);
}

function metaEndOf(bytes: Uint8Array): number | null {
  const start = PREAMBLE_BYTES + GROUP_LENGTH_BYTES;
  if (bytes.length < start || String.fromCharCode(...bytes.subarray(128, PREAMBLE_BYTES)) !== 'DICM') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(PREAMBLE_BYTES, true) !== 0x0002 || view.getUint16(PREAMBLE_BYTES + 2, true) !== 0x0000) return null;
  const end = start + view.getUint32(PREAMBLE_BYTES + 8, true);
  return end <= bytes.length ? end : null;
}
