import { bytesToHex } from '#model/hex.ts';
import type { RunsByBlock } from '#imaging/mask/bits/change.ts';
import { ByteReader, ByteWriter, DamagedBytes, type ByteFault } from '#imaging/mask/bits/byte-stream.ts';
import { readRunsFrom, writeRunsTo } from '#imaging/mask/bits/pack-block.ts';
import { crc32 } from '#model/crc32.ts';
import type { HashesByBlock, Operation } from './operation.ts';

/** "LSMO", and the version of what follows. */
const HEAD = Uint8Array.of(0x4c, 0x53, 0x4d, 0x4f);
const VERSION = 1;
const KINDS = ['stroke', 'bulk', 'withdrawal'] as const;
const CRC_BYTES = 4;
const HASH_BYTES = 32;

/**
 * An operation as bytes, for the device, the wire and the server: the same for equal operations. Head, version, kind, texts, blocks in increasing order,
 * CRC-32. Not compressed. Throws where an operation is none: a text of over 1,024 bytes, an empty block.
 */
export function operationToBytes(operation: Operation): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.bytes(HEAD);
  writer.byte(VERSION);
  writer.byte(KINDS.indexOf(operation.kind));
  for (const text of [operation.uuid, operation.segmentation, operation.author, operation.device]) writer.text(text);
  writer.number(operation.base);
  if (operation.kind === 'withdrawal') {
    writer.number(operation.uuids.length);
    for (const uuid of operation.uuids) writer.text(uuid);
  } else {
    writer.text(operation.segment);
    writer.text(operation.tool);
    writer.byte(operation.exclusive ? 1 : 0);
    if (operation.kind === 'stroke') for (const runs of [operation.set, operation.clear]) writeRunsByBlock(writer, runs);
    else for (const hashes of [operation.set, operation.clear]) writeHashes(writer, hashes);
  }
  return withCrc(writer.done());
}

export type OperationRead =
  | { ok: true; operation: Operation }
  /** No operation at all, or one of a later version of the product. */
  | { ok: false; why: 'not-an-operation' | 'unknown-version' | ByteFault };

export function bytesToOperation(bytes: Uint8Array): OperationRead {
  if (bytes.length < HEAD.length || HEAD.some((byte, at) => bytes[at] !== byte)) return { ok: false, why: 'not-an-operation' };
  if (bytes.length === HEAD.length) return { ok: false, why: 'cut-off' };
  if (bytes[HEAD.length] !== VERSION) return { ok: false, why: 'unknown-version' };
  try {
    return { ok: true, operation: readOperation(withoutCrc(bytes, HEAD.length + 1)) };
  } catch (thrown) {
    if (thrown instanceof DamagedBytes) return { ok: false, why: thrown.why };
    throw thrown;
  }
}

/** Bytes with their CRC-32 after them. */
export function withCrc(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes.length + CRC_BYTES);
  all.set(bytes);
  new DataView(all.buffer).setUint32(bytes.length, crc32(bytes), true);
  return all;
}

/** A reader of what stands between a place and the CRC-32. Throws `DamagedBytes` if that is wrong, as after a cut as well. */
export function withoutCrc(bytes: Uint8Array, from: number): ByteReader {
  const end = bytes.length - CRC_BYTES;
  if (end < from) throw new DamagedBytes('cut-off');
  const written = new DataView(bytes.buffer, bytes.byteOffset + end, CRC_BYTES).getUint32(0, true);
  if (written !== crc32(bytes.subarray(0, end))) throw new DamagedBytes('damaged');
  return new ByteReader(bytes.subarray(from, end));
}

function readOperation(reader: ByteReader): Operation {
  const kind = KINDS[reader.byte()];
  if (kind === undefined) throw new DamagedBytes('damaged');
  const [uuid, segmentation, author, device] = [reader.text(), reader.text(), reader.text(), reader.text()];
  const head = { uuid, segmentation, author, device, base: reader.number() };
  let operation: Operation;
  if (kind === 'withdrawal') operation = { ...head, kind, uuids: Array.from({ length: countOf(reader) }, () => reader.text()) };
  else {
    const writing = { ...head, segment: reader.text(), tool: reader.text(), exclusive: flagOf(reader) };
    if (kind === 'stroke') operation = { ...writing, kind, set: readRunsByBlock(reader), clear: readRunsByBlock(reader) };
    else operation = { ...writing, kind, set: readHashes(reader), clear: readHashes(reader) };
  }
  if (!reader.isAtEnd) throw new DamagedBytes('damaged');
  return operation;
}

/** Each of what is counted takes a byte at least: a larger number would only fill the memory. */
const MOST = 2 ** 24;

function countOf(reader: ByteReader): number {
  const count = reader.number();
  if (count > MOST) throw new DamagedBytes('damaged');
  return count;
}

function flagOf(reader: ByteReader): boolean {
  const byte = reader.byte();
  if (byte > 1) throw new DamagedBytes('damaged');
  return byte === 1;
}

function writeRunsByBlock(writer: ByteWriter, runs: RunsByBlock): void {
  writeByBlock(writer, runs, (each) => {
    if (each.length === 0) throw new RangeError('A block has no runs');
    writeRunsTo(writer, each);
  });
}

function readRunsByBlock(reader: ByteReader): RunsByBlock {
  return readByBlock(reader, () => readRunsFrom(reader));
}

function writeHashes(writer: ByteWriter, hashes: HashesByBlock): void {
  writeByBlock(writer, hashes, (hash) => writer.bytes(bytesOfHex(hash)));
}

function readHashes(reader: ByteReader): HashesByBlock {
  return readByBlock(reader, () => bytesToHex(reader.bytes(HASH_BYTES)));
}

/** Their number, and for each block the distance from the one before. */
export function writeByBlock<T>(writer: ByteWriter, values: ReadonlyMap<number, T>, write: (value: T) => void): void {
  writer.number(values.size);
  let next = 0;
  for (const [number, value] of [...values].sort(([a], [b]) => a - b)) {
    writer.number(number - next);
    write(value);
    next = number + 1;
  }
}

export function readByBlock<T>(reader: ByteReader, read: () => T): Map<number, T> {
  const values = new Map<number, T>();
  let next = 0;
  for (let left = countOf(reader); left > 0; left -= 1) {
    const number = next + reader.number();
    values.set(number, read());
    next = number + 1;
  }
  return values;
}

function bytesOfHex(hash: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError('A block has no hash');
  return Uint8Array.from({ length: HASH_BYTES }, (_, at) => Number.parseInt(hash.slice(2 * at, 2 * at + 2), 16));
}
