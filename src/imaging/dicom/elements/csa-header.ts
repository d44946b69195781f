import { parseNumber } from './element-values.ts';

/**
 * First number of an entry of a Siemens CSA header of the second form (`SV10`): a list of names, each with texts, always little endian.
 * Known from its readers, not from the vendor. Null if it has another form, is damaged, or has no such number.
 */
export function csaNumber(bytes: Uint8Array, wanted: string): number | null {
  if (bytes.length < 16 || asciiText(bytes, 0, 4) !== 'SV10') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = Math.min(view.getUint32(8, true), MOST_ENTRIES);
  let at = 16;
  for (let entry = 0; entry < entries && at + ENTRY_BYTES <= bytes.length; entry += 1) {
    const name = asciiText(bytes, at, 64);
    const items = Math.min(view.getUint32(at + 76, true), MOST_ITEMS);
    at += ENTRY_BYTES;
    for (let item = 0; item < items && at + ITEM_HEAD_BYTES <= bytes.length; item += 1) {
      const length = view.getUint32(at + 4, true);
      at += ITEM_HEAD_BYTES;
      if (length > bytes.length - at) return null;
      const value = name === wanted ? parseNumber(asciiText(bytes, at, length)) : null;
      if (value !== null) return value;
      at += Math.ceil(length / 4) * 4;
    }
  }
  return null;
}

/** Name, multiplicity, VR, type, number of items, and a mark. */
const ENTRY_BYTES = 84;
const ITEM_HEAD_BYTES = 16;
/** Real ones have a few hundred entries of a few items; reading stops beyond that. */
const MOST_ENTRIES = 1000;
const MOST_ITEMS = 1000;

function asciiText(bytes: Uint8Array, from: number, length: number): string {
  const text = String.fromCharCode(...bytes.subarray(from, from + Math.min(length, 64)));
  return text.split('\0')[0] ?? '';
}
