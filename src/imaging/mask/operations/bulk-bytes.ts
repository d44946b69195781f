import { deflateSync, inflateSync } from 'fflate';
import { ByteReader, ByteWriter, DamagedBytes } from '#imaging/mask/bits/byte-stream.ts';
import { unpackBlock } from '#imaging/mask/bits/pack-block.ts';
import type { BlockStore, Hash } from './block-store.ts';
import { bytesToOperation, operationToBytes } from './operation-bytes.ts';
import type { Bulk } from './operation.ts';

/** "LSMB", and the version of what follows. */
const HEAD = Uint8Array.of(0x4c, 0x53, 0x4d, 0x42);
const VERSION = 1;
/** Deflated blocks are far below; whatever says more only wants to fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A bulk operation with the blocks that it names, so that nothing else is needed to apply it. */
export interface BulkWithBlocks {
  operation: Bulk;
  blocks: BlockStore;
}

/** Head, version, length before deflate, and deflated: the operation, then its blocks in the order of their hashes. Throws if a block is missing. */
export function bulkToBytes({ operation, blocks }: BulkWithBlocks): Uint8Array<ArrayBuffer> {
  const content = new ByteWriter();
  writeSized(content, operationToBytes(operation));
  for (const hash of hashesOf(operation)) {
    const block = blocks.get(hash);
    if (block === undefined) throw new RangeError('A block of the operation is missing');
    writeSized(content, block);
  }
  const bytes = content.done();
  const writer = new ByteWriter();
  writer.bytes(HEAD);
  writer.byte(VERSION);
  writer.number(bytes.length);
  writer.bytes(deflateSync(bytes));
  return writer.done();
}

/** Null unless they are the bytes of a bulk operation whose blocks can be read and have the hashes that it names. */
export function bytesToBulk(bytes: Uint8Array, hash: Hash): BulkWithBlocks | null {
  if (HEAD.some((byte, at) => bytes[at] !== byte) || bytes[HEAD.length] !== VERSION) return null;
  try {
    return readBulk(inflated(new ByteReader(bytes, HEAD.length + 1), bytes), hash);
  } catch (thrown) {
    if (thrown instanceof DamagedBytes) return null;
    throw thrown;
  }
}

function readBulk(content: Uint8Array, hash: Hash): BulkWithBlocks | null {
  const reader = new ByteReader(content);
  const read = bytesToOperation(readSized(reader));
  if (!read.ok || read.operation.kind !== 'bulk') return null;
  const blocks = new Map<string, Uint8Array>();
  for (const name of hashesOf(read.operation)) {
    const block = readSized(reader);
    if (hash(block) !== name || unpackBlock(block) === null) return null;
    blocks.set(name, block);
  }
  return reader.isAtEnd ? { operation: read.operation, blocks } : null;
}

function inflated(reader: ByteReader, bytes: Uint8Array): Uint8Array {
  const length = reader.number();
  if (length > MOST_BYTES) throw new DamagedBytes('damaged');
  let content: Uint8Array;
  try {
    content = inflateSync(reader.bytes(bytes.length - reader.at), { out: new Uint8Array(length) });
  } catch (thrown) {
    if (thrown instanceof DamagedBytes) throw thrown;
    throw new DamagedBytes('damaged');
  }
  if (content.length !== length) throw new DamagedBytes('damaged');
  return content;
}

function hashesOf({ set, clear }: Bulk): string[] {
  return [...new Set([...set.values(), ...clear.values()])].toSorted();
}

function writeSized(writer: ByteWriter, bytes: Uint8Array): void {
  writer.number(bytes.length);
  writer.bytes(bytes);
}

function readSized(reader: ByteReader): Uint8Array {
  return reader.bytes(reader.number());
}
