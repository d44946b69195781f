import { createSHA256 } from 'hash-wasm';
import { runsOf, runsToWords, type Runs } from '#imaging/mask/bits/block.ts';
import type { Change, RunsByBlock } from '#imaging/mask/bits/change.ts';
import { packBlock, unpackBlock } from '#imaging/mask/bits/pack-block.ts';
import type { HashesByBlock } from './operation.ts';

/** SHA-256 of bytes, in lower case. */
export type Hash = (bytes: Uint8Array) => string;

export async function createHash(): Promise<Hash> {
  const hasher = await createSHA256();
  return (bytes) => hasher.init().update(bytes).digest('hex');
}

/** Packed blocks by their hash. */
export type BlockStore = ReadonlyMap<string, Uint8Array>;

/** The change of a bulk operation, and the packed blocks that it names. Equal blocks are stored once. */
export function bulkOf(change: Change, hash: Hash): { set: HashesByBlock; clear: HashesByBlock; blocks: BlockStore } {
  const blocks = new Map<string, Uint8Array>();
  const hashesOf = (runs: RunsByBlock): HashesByBlock =>
    new Map(
      [...runs].map(([number, each]) => {
        const bytes = packBlock(runsToWords(each));
        const name = hash(bytes);
        blocks.set(name, bytes);
        return [number, name];
      }),
    );
  return { set: hashesOf(change.set), clear: hashesOf(change.clear), blocks };
}

/** Null if the store lacks a block; `'damaged'` if the bytes of one are no packed block. Whoever fills the store checks the hashes. */
export function runsOfHashes(hashes: HashesByBlock, blocks: BlockStore): RunsByBlock | null | 'damaged' {
  const runs = new Map<number, Runs>();
  for (const [number, hash] of hashes) {
    const bytes = blocks.get(hash);
    if (!bytes) return null;
    const block = unpackBlock(bytes);
    if (!block) return 'damaged';
    runs.set(number, runsOf(block));
  }
  return runs;
}
