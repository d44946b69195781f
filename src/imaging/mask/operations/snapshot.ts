import type { Bits } from '#imaging/mask/bits/bits.ts';
import type { Block } from '#imaging/mask/bits/block.ts';
import { ByteWriter, DamagedBytes, type ByteFault } from '#imaging/mask/bits/byte-stream.ts';
import { packBlock, unpackBlock } from '#imaging/mask/bits/pack-block.ts';
import { settingChange } from '#imaging/mask/bits/change.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import type { Hash } from './block-store.ts';
import type { MaskState, Start } from './mask-state.ts';
import { readByBlock, withCrc, withoutCrc, writeByBlock } from './operation-bytes.ts';
import { refuseChange } from './refuse-change.ts';

/** "LSMS", and the version of what follows. */
const HEAD = Uint8Array.of(0x4c, 0x53, 0x4d, 0x53);
const VERSION = 1;

/**
 * All segments at the number of a state: the same bytes, and so the same hash, whoever makes it and from whatever start. Size of the grid, number, segments in
 * the order of their names, packed blocks, CRC-32. Not compressed.
 */
export function writeSnapshot({ size, number, segments }: MaskState, hash: Hash): { bytes: Uint8Array<ArrayBuffer>; hash: string } {
  const writer = new ByteWriter();
  writer.bytes(HEAD);
  writer.byte(VERSION);
  for (const length of size) writer.number(length);
  writer.number(number);
  writer.number(segments.size);
  for (const [segment, { blocks }] of [...segments].sort(([a], [b]) => (a < b ? -1 : 1))) {
    writer.text(segment);
    writeByBlock(writer, blocks, (block) => {
      const packed = packBlock(block);
      writer.number(packed.length);
      writer.bytes(packed);
    });
  }
  const bytes = withCrc(writer.done());
  return { bytes, hash: hash(bytes) };
}

export type SnapshotRead =
  | { ok: true; size: Voxel; start: Start }
  /** `hash`: the bytes are not those that were asked for. */
  | { ok: false; why: 'hash' | 'not-a-snapshot' | 'unknown-version' | ByteFault };

/** The start of a replay; see `stateAt`. `expected`: compares the hash. */
export function readSnapshot(bytes: Uint8Array, expected?: { hash: Hash; is: string }): SnapshotRead {
  if (expected && expected.hash(bytes) !== expected.is) return { ok: false, why: 'hash' };
  if (bytes.length < HEAD.length || HEAD.some((byte, at) => bytes[at] !== byte)) return { ok: false, why: 'not-a-snapshot' };
  if (bytes.length === HEAD.length) return { ok: false, why: 'cut-off' };
  if (bytes[HEAD.length] !== VERSION) return { ok: false, why: 'unknown-version' };
  try {
    return { ok: true, ...readParts(bytes) };
  } catch (thrown) {
    if (thrown instanceof DamagedBytes) return { ok: false, why: thrown.why };
    throw thrown;
  }
}

function readParts(bytes: Uint8Array): { size: Voxel; start: Start } {
  const reader = withoutCrc(bytes, HEAD.length + 1);
  const size: Voxel = [reader.number(), reader.number(), reader.number()];
  const number = reader.number();
  const segments = new Map<string, Bits>();
  for (let left = reader.number(); left > 0; left -= 1) {
    const segment = reader.text();
    const blocks = readByBlock(reader, (): Block => {
      const block = unpackBlock(reader.bytes(reader.number()));
      if (!block) throw new DamagedBytes('damaged');
      return block;
    });
    segments.set(segment, { size, blocks });
  }
  const areOnGrid = [...segments.values()].every((bits) => bits.blocks.size > 0 && refuseChange(settingChange(bits), size) === null);
  if (!reader.isAtEnd || !areOnGrid) throw new DamagedBytes('damaged');
  return { size, start: { number, segments } };
}
