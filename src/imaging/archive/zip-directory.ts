import type { ByteSource } from '#imaging/byte-source.ts';
import { crc32 } from '#model/crc32.ts';
import { ArchiveFault } from './fault.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import {
  CENTRAL_HEADER,
  CENTRAL_HEADER_BYTES,
  END_RECORD,
  END_RECORD_BYTES,
  extraFields,
  FLAG,
  LOCAL_HEADER,
  LOCAL_HEADER_BYTES,
  uint64,
  viewOf,
  ZIP64_END_RECORD,
  ZIP64_LOCATOR,
  zip64Values,
  type ZipEntry,
} from './zip-records.ts';

/**
 * The entries of a zip from its central directory (APPNOTE 4.3.12), in byte order. Null if there is no consistent directory. Throws if it
 * is consistent but exceeds a limit.
 */
export async function readZipDirectory(source: ByteSource): Promise<ZipDirectory | null> {
  const tailStart = Math.max(0, source.size - ARCHIVE_LIMITS.endRecordBytes);
  const tail = await source.read(tailStart, source.size - tailStart);
  const view = viewOf(tail);
  let tries = 0;
  for (let at = tail.length - END_RECORD_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END_RECORD) continue;
    tries += 1;
    if (tries > ARCHIVE_LIMITS.endRecords) return null;
    const end = await readEnd(source, view, at, tailStart);
    const entries = end && (await readEntries(source, end));
    if (entries) return { entries, isLast: tries === 1 };
  }
  return null;
}

export interface ZipDirectory {
  entries: ZipEntry[];
  /** False if another end record that does not match comes after it: another zip may have been appended. */
  isLast: boolean;
}

interface EndOfDirectory {
  count: number;
  bytes: number;
  /** As recorded, without bytes before the archive. */
  offset: number;
  /** Actual end of the directory: its end records follow immediately. */
  end: number;
}

async function readEnd(source: ByteSource, tail: DataView, at: number, tailStart: number): Promise<EndOfDirectory | null> {
  if (tail.getUint16(at + 4, true) !== 0 && tail.getUint16(at + 4, true) !== 0xffff) throw new ArchiveFault('archive-split');
  const end = { count: tail.getUint16(at + 10, true), bytes: tail.getUint32(at + 12, true), offset: tail.getUint32(at + 16, true) };
  const hasLocator = at >= 20 && tail.getUint32(at - 20, true) === ZIP64_LOCATOR;
  if (!hasLocator) return { ...end, end: tailStart + at };
  const locatorAt = tailStart + at - 20;
  // Its recorded offset does not include bytes before the archive. Without extensible data, the record is directly before its locator.
  for (const place of [uint64(tail, at - 12), locatorAt - 56]) {
    if (place < 0 || place + 56 > locatorAt) continue;
    const record = viewOf(await source.read(place, 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== ZIP64_END_RECORD) continue;
    return { count: uint64(record, 32), bytes: uint64(record, 40), offset: uint64(record, 48), end: place };
  }
  return null;
}

async function readEntries(source: ByteSource, { count, bytes, offset, end }: EndOfDirectory): Promise<ZipEntry[] | null> {
  const start = end - bytes;
  // Bytes before the archive (a self-extractor) shift everything forward, never backward.
  const shift = start - offset;
  if (start < 0 || shift < 0 || count * CENTRAL_HEADER_BYTES > bytes) return null;
  if (shift > 0 && (await beginsWithEntry(source))) return null;
  if (bytes > ARCHIVE_LIMITS.directoryBytes) throw new ArchiveFault('archive-too-many');
  const directory = await source.read(start, bytes);
  if (directory.length < bytes) return null;
  const entries: ZipEntry[] = [];
  for (let read = readCentralHeader(directory, 0, shift); read; read = readCentralHeader(directory, read.next, shift)) {
    entries.push(read.entry);
    if (entries.length > ARCHIVE_LIMITS.entries) throw new ArchiveFault('archive-too-many');
  }
  // Packers without Zip64 count modulo 65,536.
  return (entries.length - count) % 0x10000 === 0 ? withLimits(entries, start) : null;
}

/**
 * If so, the bytes before the directory are not a program but part of an archive: the directory belongs to a zip that is stored in a truncated one.
 */
async function beginsWithEntry(source: ByteSource): Promise<boolean> {
  const first = await source.read(0, 4);
  return first.length === 4 && viewOf(first).getUint32(0, true) === LOCAL_HEADER;
}

function readCentralHeader(directory: Uint8Array, at: number, shift: number): { entry: ZipEntry; next: number } | null {
  if (at + CENTRAL_HEADER_BYTES > directory.length) return null;
  const view = viewOf(directory.subarray(at));
  if (view.getUint32(0, true) !== CENTRAL_HEADER) return null;
  const nameEnd = CENTRAL_HEADER_BYTES + view.getUint16(28, true);
  const extraEnd = nameEnd + view.getUint16(30, true);
  const next = at + extraEnd + view.getUint16(32, true);
  if (next > directory.length) return null;
  const rawName = directory.slice(at + CENTRAL_HEADER_BYTES, at + nameEnd);
  const extra = directory.subarray(at + nameEnd, at + extraEnd);
  const numbers = zip64Values(extra, [view.getUint32(24, true), view.getUint32(20, true), view.getUint32(42, true)]);
  if (!numbers) return null;
  const [size, compressedSize, offset] = numbers as [number, number, number];
  const isUnix = view.getUint8(5) === UNIX;
  return {
    next,
    entry: {
      rawName,
      unicodeName: unicodeName(rawName, extra),
      flags: view.getUint16(8, true),
      method: view.getUint16(10, true),
      crc: view.getUint32(16, true),
      compressedSize,
      size,
      offset: offset + shift,
      limit: 0,
      isLink: isUnix && (view.getUint16(40, true) & FILE_TYPE) === SYMBOLIC_LINK,
    },
  };
}

/** "Version made by", upper byte (4.4.2): then the upper half of the external attributes is a Unix mode. */
const UNIX = 3;
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/** In byte order. Entries that overlap each other or the directory were not made by a packer (a bomb uses one stream for many). */
function withLimits(entries: ZipEntry[], directoryStart: number): ZipEntry[] | null {
  entries.sort((a, b) => a.offset - b.offset);
  for (const [n, entry] of entries.entries()) {
    entry.limit = entries[n + 1]?.offset ?? directoryStart;
    const leastEnd = entry.offset + LOCAL_HEADER_BYTES + entry.rawName.length + entry.compressedSize;
    if (leastEnd > directoryStart) return null;
    if (leastEnd > entry.limit) throw new ArchiveFault('archive-bomb');
  }
  return entries;
}

function unicodeName(rawName: Uint8Array, extra: Uint8Array): string | null {
  for (const { id, data } of extraFields(extra)) {
    if (id !== 0x7075 || data.length < 5 || data[0] !== 1) continue;
    if (viewOf(data).getUint32(1, true) === crc32(rawName)) return new TextDecoder().decode(data.subarray(5));
  }
  return null;
}

export function isUtf8({ flags }: Pick<ZipEntry, 'flags'>): boolean {
  return (flags & FLAG.utf8) !== 0;
}
