/**
 * Records of a pax header (POSIX.1, "pax Extended Header"): `length key=value\n`, the length including itself. Stops at an incomplete
 * record; only name, size and type of the next entry are kept.
 */
export interface PaxRecords {
  path: Uint8Array | null;
  size: number | null;
  /** GNU stores only the parts that are not holes, and marks that here. */
  isSparse: boolean;
}

export const NO_PAX: PaxRecords = { path: null, size: null, isSparse: false };

export function readPax(bytes: Uint8Array): PaxRecords {
  const records = { ...NO_PAX };
  let at = 0;
  while (at < bytes.length) {
    const blank = bytes.indexOf(0x20, at);
    if (blank < 0 || blank - at > LENGTH_DIGITS) break;
    const length = Number(text(bytes.subarray(at, blank)));
    const end = at + length;
    const equals = bytes.indexOf(0x3d, blank);
    if (!Number.isInteger(length) || end > bytes.length || equals < 0 || equals >= end) break;
    const key = text(bytes.subarray(blank + 1, equals));
    const value = bytes.slice(equals + 1, end - 1);
    if (key === 'path' || key === 'GNU.sparse.name') records.path = value;
    if (key === 'size' && /^\d+$/.test(text(value))) records.size = Number(text(value));
    if (key.startsWith('GNU.sparse.')) records.isSparse = true;
    at = end;
  }
  return records;
}

const LENGTH_DIGITS = 10;

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
