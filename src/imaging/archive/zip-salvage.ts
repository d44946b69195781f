import type { ByteSource } from '#imaging/byte-source.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import {
  CENTRAL_HEADER,
  DATA_DESCRIPTOR,
  FLAG,
  LOCAL_HEADER,
  LOCAL_HEADER_BYTES,
  uint64,
  viewOf,
  zip64Values,
  type ZipEntry,
} from './zip-records.ts';

export interface Salvage {
  entries: ZipEntry[];
  /** Name of the entry in which the file ends; null if it ends between two entries. */
  cutOff: Uint8Array | null;
}

/**
 * The entries of a zip without a directory (an interrupted copy), found by their consecutive local headers. Continues as long as each header, or
 * the descriptor after the data, shows where the next one begins. Each entry is verified by its checksum when it is read.
 */
export async function salvageZip(source: ByteSource): Promise<Salvage> {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < ARCHIVE_LIMITS.entries) {
    const header = await source.read(at, LOCAL_HEADER_BYTES);
    if (header.length < LOCAL_HEADER_BYTES || viewOf(header).getUint32(0, true) !== LOCAL_HEADER) {
      return { entries, cutOff: null };
    }
    const entry = await readLocalEntry(source, header, at);
    if (entry.limit > source.size) return { entries, cutOff: entry.rawName };
    entries.push(entry);
    at = entry.limit;
  }
  return { entries, cutOff: null };
}

/** `limit` is beyond the end of the source if the entry is incomplete. */
async function readLocalEntry(source: ByteSource, header: Uint8Array, offset: number): Promise<ZipEntry> {
  const view = viewOf(header);
  const nameLength = view.getUint16(26, true);
  const rest = await source.read(offset + LOCAL_HEADER_BYTES, nameLength + view.getUint16(28, true));
  const start = offset + LOCAL_HEADER_BYTES + nameLength + view.getUint16(28, true);
  const flags = view.getUint16(6, true);
  const found = {
    rawName: rest.slice(0, nameLength),
    unicodeName: null,
    flags,
    method: view.getUint16(8, true),
    offset,
    isLink: false,
  };
  const extra = rest.subarray(nameLength);
  const sizes = zip64Values(extra, [view.getUint32(22, true), view.getUint32(18, true)]);
  const known = { crc: view.getUint32(14, true), size: sizes?.[0] ?? Infinity, compressedSize: sizes?.[1] ?? Infinity };
  if (!(flags & FLAG.descriptor)) return { ...found, ...known, limit: start + known.compressedSize };
  const described = await findDescriptor(source, start);
  return { ...found, crc: 0, size: 0, compressedSize: 0, limit: Infinity, ...described };
}

/**
 * Searches for the descriptor (4.3.9) that closes an entry: its signature, followed by a compressed size that equals the distance from the start of
 * the data, with sizes of four or eight bytes. A signature inside the data would need the right distance after it to match.
 */
async function findDescriptor(
  source: ByteSource,
  start: number,
): Promise<Pick<ZipEntry, 'crc' | 'size' | 'compressedSize' | 'limit'> | null> {
  const { readBytes } = ARCHIVE_LIMITS;
  for (let from = start; from < source.size; from += readBytes) {
    const bytes = await source.read(from, readBytes + DESCRIPTOR_BYTES);
    const view = viewOf(bytes);
    for (let at = bytes.indexOf(0x50); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf(0x50, at + 1)) {
      if (view.getUint32(at, true) !== DATA_DESCRIPTOR) continue;
      const distance = from + at - start;
      const crc = view.getUint32(at + 4, true);
      const isNext = (end: number): boolean => isHeaderAt(view, end) || from + end >= source.size;
      if (view.getUint32(at + 8, true) === distance && isNext(at + 16)) {
        return { crc, compressedSize: distance, size: view.getUint32(at + 12, true), limit: from + at + 16 };
      }
      if (at + 24 <= bytes.length && uint64(view, at + 8) === distance && isNext(at + 24)) {
        return { crc, compressedSize: distance, size: uint64(view, at + 16), limit: from + at + 24 };
      }
    }
  }
  return null;
}

/** The longest descriptor, plus the signature of what follows it. */
const DESCRIPTOR_BYTES = 28;

function isHeaderAt(view: DataView, at: number): boolean {
  if (at + 4 > view.byteLength) return false;
  const signature = view.getUint32(at, true);
  return signature === LOCAL_HEADER || signature === CENTRAL_HEADER;
}
