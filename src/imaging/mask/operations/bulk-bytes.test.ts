import { beforeAll, describe, expect, it } from 'vitest';
import { runsToBits, settingChange } from '#imaging/mask/bits/change.ts';
import { deflateSync } from 'fflate';
import { bulkOf, createHash, type Hash } from './block-store.ts';
import { bulkToBytes, bytesToBulk, type BulkWithBlocks } from './bulk-bytes.ts';

let hash: Hash;
beforeAll(async () => void (hash = await createHash()));

/** Three blocks, of which two are equal. */
function made(): BulkWithBlocks {
  const runs = new Map([
    [0, Uint16Array.of(3, 9)],
    [1, Uint16Array.of(3, 9)],
    [2, Uint16Array.of(40, 50, 60, 61)],
  ]);
  const change = settingChange(runsToBits([96, 32, 32], runs));
  const { set, clear, blocks } = bulkOf(change, hash);
  const head = { uuid: 'u', segmentation: 's', author: '1', device: 'd', base: 4, segment: 'g', exclusive: true, tool: 'threshold' };
  return { operation: { ...head, kind: 'bulk', set, clear }, blocks };
}

describe('bytes of a bulk operation [MASK-110]', () => {
  it('hold the operation and its blocks, equal ones once', () => {
    const bulk = made();
    expect(bulk.blocks.size).toBe(2);
    const read = bytesToBulk(bulkToBytes(bulk), hash);
    expect(read).toEqual(bulk);
    expect(bulkToBytes(read!)).toEqual(bulkToBytes(bulk));
  });

  it('are not made while a block is missing', () => {
    expect(() => bulkToBytes({ ...made(), blocks: new Map() })).toThrow('missing');
  });

  it('are not read if a block is not the one that is named, or anything is damaged', () => {
    const { operation, blocks } = made();
    const [[first, bytes], [second, other]] = [...blocks] as [[string, Uint8Array], [string, Uint8Array]];
    const swapped = new Map([
      [first, other],
      [second, bytes],
    ]);
    expect(bytesToBulk(bulkToBytes({ operation, blocks: swapped }), hash)).toBeNull();
    const good = bulkToBytes({ operation, blocks });
    for (let at = 0; at < good.length; at += 1) {
      const bad = good.slice();
      bad[at]! ^= 0x41;
      const read = bytesToBulk(bad, hash);
      // Some bits of deflate mean nothing.
      if (read !== null) expect(read).toEqual({ operation, blocks });
      expect(bytesToBulk(good.subarray(0, at), hash)).toBeNull();
    }
  });

  it('are not read if they would fill the memory', () => {
    const zeros = deflateSync(new Uint8Array(1024));
    // The length is 2 ** 28.
    const bytes = Uint8Array.from([0x4c, 0x53, 0x4d, 0x42, 1, 0x80, 0x80, 0x80, 0x80, 1, ...zeros]);
    expect(bytesToBulk(bytes, hash)).toBeNull();
    expect(bytesToBulk(new Uint8Array(0), hash)).toBeNull();
  });
});
