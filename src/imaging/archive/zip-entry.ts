import type { ByteSource } from '#imaging/byte-source.ts';
import type { ArchiveProblem } from '#model/files/archive-problem.ts';
import { crc32 } from '#model/crc32.ts';
import { readBlocks, type Blocks } from './blocks.ts';
import { ArchiveFault } from './fault.ts';
import { gzipTrailer } from './gzip.ts';
import { inflate } from './inflate.ts';
import { nativeFirst } from './native-first.ts';
import { FLAG, LOCAL_HEADER, LOCAL_HEADER_BYTES, viewOf, zip64Values, type ZipEntry } from './zip-records.ts';

const STORED = 0;
const DEFLATED = 8;
/** Numbers of 4.4.5; 99 is WinZip's AES. */
const REFUSED_METHODS: Readonly<Record<number, ArchiveProblem>> = {
  9: 'archive-deflate64',
  12: 'archive-bzip2',
  14: 'archive-lzma',
  99: 'archive-encrypted',
};

/** Why an entry cannot be read at all, from its directory record. */
export function refusalOf({ flags, method, isLink }: ZipEntry): ArchiveProblem | null {
  if (isLink) return 'archive-link';
  if (flags & (FLAG.encrypted | FLAG.strongEncryption | FLAG.maskedHeaders)) return 'archive-encrypted';
  if (method === STORED || method === DEFLATED) return null;
  return REFUSED_METHODS[method] ?? 'archive-method';
}

/**
 * The unpacked bytes of an entry. Length and checksum are compared with the directory: an entry that ends without a fault is intact. Its local
 * header (4.3.7) must match the directory.
 */
export async function* readZipEntry(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const start = await dataStart(source, entry);
  const packed = (): Blocks => readBlocks(source, start, start + entry.compressedSize);
  let size = 0;
  for await (const piece of unpacked(packed, entry)) {
    size += piece.length;
    if (size > entry.size) throw new ArchiveFault('archive-damaged');
    yield piece;
  }
  if (size !== entry.size) throw new ArchiveFault('archive-damaged');
}

function unpacked(packed: () => Blocks, entry: ZipEntry): Blocks {
  const { method, size, compressedSize } = entry;
  if (method === DEFLATED) {
    const careful = (): AsyncGenerator<Uint8Array> => checked(inflate(packed()), entry);
    return nativeFirst(() => asGzip(packed(), entry), careful);
  }
  if (size !== compressedSize) throw new ArchiveFault('archive-damaged');
  return checked(packed(), entry);
}

/** All pieces, then a fault if their checksum differs from the directory's. */
async function* checked(pieces: Blocks, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let crc = 0;
  for await (const piece of pieces) {
    crc = crc32(piece, crc);
    yield piece;
  }
  if (crc !== entry.crc) throw new ArchiveFault('archive-damaged');
}

/**
 * Wraps the deflate stream of an entry as a gzip member (RFC 1952), with the checksum and length of the directory as its trailer, so that the
 * platform verifies the bytes while it inflates them, in a third of the time of a checksum in JavaScript.
 */
async function* asGzip(deflated: Blocks, { crc, size }: ZipEntry): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(0x1f, 0x8b, DEFLATED, 0, 0, 0, 0, 0, 0, UNKNOWN_SYSTEM);
  yield* deflated;
  yield gzipTrailer(crc, size);
}

const UNKNOWN_SYSTEM = 255;

async function dataStart(source: ByteSource, entry: ZipEntry): Promise<number> {
  const header = await source.read(entry.offset, LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES || viewOf(header).getUint32(0, true) !== LOCAL_HEADER) throw new ArchiveFault('archive-damaged');
  const view = viewOf(header);
  const nameLength = view.getUint16(26, true);
  const extraLength = view.getUint16(28, true);
  const start = entry.offset + LOCAL_HEADER_BYTES + nameLength + extraLength;
  if (start + entry.compressedSize > entry.limit) throw new ArchiveFault('archive-damaged');
  const rest = await source.read(entry.offset + LOCAL_HEADER_BYTES, nameLength + extraLength);
  const agrees =
    isSameName(rest.subarray(0, nameLength), entry.rawName) &&
    view.getUint16(8, true) === entry.method &&
    ((view.getUint16(6, true) ^ entry.flags) & FLAG.encrypted) === 0 &&
    saysTheSame(view, rest.subarray(nameLength), entry);
  if (!agrees) throw new ArchiveFault('archive-damaged');
  return start;
}

/** With a data descriptor, the local header was written before the values were known (4.4.4, bit 3): it has zeros or anything else. */
function saysTheSame(local: DataView, extra: Uint8Array, entry: ZipEntry): boolean {
  if (local.getUint16(6, true) & FLAG.descriptor) return true;
  const sizes = zip64Values(extra, [local.getUint32(22, true), local.getUint32(18, true)]);
  return local.getUint32(14, true) === entry.crc && sizes?.[0] === entry.size && sizes[1] === entry.compressedSize;
}

/** Some packers write `\` in one and `/` in the other. */
function isSameName(local: Uint8Array, central: Uint8Array): boolean {
  return local.length === central.length && local.every((byte, n) => withSlash(byte) === withSlash(central[n] as number));
}

function withSlash(byte: number): number {
  return byte === 0x5c ? 0x2f : byte;
}
