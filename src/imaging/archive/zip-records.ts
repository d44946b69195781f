/** Records of a zip (APPNOTE.TXT 6.3.10), all little endian. Offsets of fields are those of the standard's tables. */
export const LOCAL_HEADER = 0x04034b50;
export const CENTRAL_HEADER = 0x02014b50;
export const END_RECORD = 0x06054b50;
export const ZIP64_END_RECORD = 0x06064b50;
export const ZIP64_LOCATOR = 0x07064b50;
/** Also comes before the first local header of a split archive (8.5.5). */
export const DATA_DESCRIPTOR = 0x08074b50;

export const LOCAL_HEADER_BYTES = 30;
export const CENTRAL_HEADER_BYTES = 46;
export const END_RECORD_BYTES = 22;

export const FLAG = { encrypted: 1, descriptor: 8, strongEncryption: 1 << 6, utf8: 1 << 11, maskedHeaders: 1 << 13 } as const;

/** Means that the value is in the Zip64 extra field (4.5.3). */
export const IN_ZIP64 = 0xffffffff;

export interface ZipEntry {
  rawName: Uint8Array;
  /** From the Unicode path field (4.6.9), if its checksum shows that it belongs to the raw name. */
  unicodeName: string | null;
  flags: number;
  method: number;
  crc: number;
  compressedSize: number;
  size: number;
  /** Of the local header, from the beginning of the file. */
  offset: number;
  /** Start of the next entry or of the directory: nothing of this entry may be beyond it. */
  limit: number;
  isLink: boolean;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** No file position is above 2^53, so such a value is beyond every file. */
export function uint64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

/** The fields of an extra area (4.5.1) that are complete. */
export function* extraFields(extra: Uint8Array): Generator<{ id: number; data: Uint8Array }> {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length;) {
    const length = view.getUint16(at + 2, true);
    if (at + 4 + length > extra.length) return;
    yield { id: view.getUint16(at, true), data: extra.subarray(at + 4, at + 4 + length) };
    at += 4 + length;
  }
}

/** Values of the Zip64 field, in their fixed order, for those of the record that refer to it. Null if one is missing. */
export function zip64Values(extra: Uint8Array, recorded: readonly number[]): number[] | null {
  if (!recorded.includes(IN_ZIP64)) return [...recorded];
  const field = [...extraFields(extra)].find(({ id }) => id === 1);
  if (!field) return null;
  const view = viewOf(field.data);
  let at = 0;
  const values: number[] = [];
  for (const value of recorded) {
    if (value !== IN_ZIP64) {
      values.push(value);
      continue;
    }
    if (at + 8 > field.data.length) return null;
    values.push(uint64(view, at));
    at += 8;
  }
  return values;
}
