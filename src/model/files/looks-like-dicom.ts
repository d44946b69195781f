import { DICM_PREFIX, DICM_PREFIX_END, isDicmPrefix } from './dicm-prefix.ts';

/** Bytes at the beginning of a file that tell whether it is DICOM. */
export const DICOM_SIGNATURE_BYTES = 1024;

/**
 * Whether a file is DICOM, by its first bytes and whatever its name. Either `DICM` follows a preamble (PS3.10 7.1), or the file begins with
 * elements of group 0002 or 0008, one of which has a standard value: a transfer syntax, an SOP class, or ACR-NEMA. Any other such file
 * would have to be made on purpose.
 */
export function looksLikeDicom(bytes: Uint8Array): boolean {
  return isDicmPrefix(bytes.subarray(DICM_PREFIX.offset, DICM_PREFIX_END)) || namesTheStandard(bytes);
}

/** Elements with a standard value, and how it begins. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00020002, '1.2.840.10008.'],
  [0x00020010, '1.2.840.10008.'],
  [0x00080010, 'ACR-NEMA'],
  [0x00080016, '1.2.840.10008.'],
]);
const LONG_VRS: ReadonlySet<string> = new Set(['OB', 'OW', 'SQ', 'UC', 'UN', 'UR', 'UT']);

/** Every element is checked separately: real files have explicit meta information before implicit elements. */
function namesTheStandard(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let before = -1;
  for (let at = 0; at + 8 <= bytes.length;) {
    const little = view.getUint8(at + 1) === 0;
    const tag = view.getUint16(at, little) * 0x10000 + view.getUint16(at + 2, little);
    const group = Math.floor(tag / 0x10000);
    if (tag <= before || (group !== 2 && group !== 8)) return false;
    const vr = text(bytes, at + 4, 2);
    const isExplicit = /^[A-Z]{2}$/.test(vr);
    const isLong = isExplicit && LONG_VRS.has(vr);
    if (isLong && at + 12 > bytes.length) return false;
    const length = isExplicit && !isLong ? view.getUint16(at + 6, little) : view.getUint32(isLong ? at + 8 : at + 4, little);
    const value = at + (isLong ? 12 : 8);
    const name = NAMES.get(tag);
    if (name !== undefined && text(bytes, value, Math.min(length, name.length)) === name) return true;
    before = tag;
    at = value + length;
  }
  return false;
}

function text(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}
