import { describe, expect, it } from 'vitest';
import { joinBytes } from '#model/join-bytes.ts';
import { createWindowSource, readBlocks } from './blocks.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

const { readBytes } = ARCHIVE_LIMITS;
const BYTES = Uint8Array.from({ length: 3 * readBytes + 500 }, (_, at) => (at * 7 + (at >> 11)) & 0xff);

const ONE_SIZE = { firstBytes: 1000, mostBytes: 1000 };

/** Bytes in memory that record which ranges were read. */
function recordingSource(bytes = BYTES) {
  const asked: string[] = [];
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    asked.push(`${offset}+${length}`);
    return bytes.subarray(offset, offset + length);
  };
  return { size: bytes.length, asked, read };
}

describe('reading a range in blocks', () => {
  it('returns blocks of the requested size', async () => {
    const source = recordingSource();
    const blocks: Uint8Array[] = [];
    for await (const block of readBlocks(source, 10, 2060, ONE_SIZE)) blocks.push(block);
    expect(source.asked).toEqual(['10+1000', '1010+1000', '2010+50']);
    expect(Buffer.from(joinBytes(blocks)).equals(BYTES.subarray(10, 2060))).toBe(true);
  });

  it('reads one block ahead once a second one was requested, and none before', async () => {
    const source = recordingSource();
    const walk = readBlocks(source, 0, 5000, ONE_SIZE);
    await walk.next();
    expect(source.asked).toEqual(['0+1000']);
    await walk.next();
    expect(source.asked).toEqual(['0+1000', '1000+1000', '2000+1000']);
  });

  it('reads larger blocks the further it gets, and never more than a quarter of the way ahead', async () => {
    const source = recordingSource();
    const blocks: Uint8Array[] = [];
    for await (const block of readBlocks(source, 10, 90_010, { firstBytes: 1000, mostBytes: 4000 })) blocks.push(block);
    const lengths = source.asked.map((range) => Number(range.split('+')[1]));
    expect(lengths).toEqual([...Array<number>(8).fill(1000), ...Array<number>(4).fill(2000), ...Array<number>(18).fill(4000), 2000]);
    expect(Buffer.from(joinBytes(blocks)).equals(BYTES.subarray(10, 90_010))).toBe(true);
  });

  it('ends at the end of the source', async () => {
    let length = 0;
    for await (const block of readBlocks(recordingSource(BYTES.subarray(0, 2500)), 0, 9000, ONE_SIZE)) length += block.length;
    expect(length).toBe(2500);
  });

  it('reports a failed read-ahead only to the reader who gets to it', async () => {
    const source = {
      size: 9000,
      read: async (offset: number, length: number) => {
        if (offset >= 2000) throw new Error('gone');
        return BYTES.subarray(offset, offset + length);
      },
    };
    const left = readBlocks(source, 0, 9000, ONE_SIZE);
    await left.next();
    await left.next();
    await left.return(undefined);
    const walk = readBlocks(source, 0, 9000, ONE_SIZE);
    await walk.next();
    await walk.next();
    await expect(walk.next()).rejects.toThrow('gone');
  });
});

describe('a block window', () => {
  it('reads each block once, however small the reads are', async () => {
    const source = recordingSource();
    const window = createWindowSource(source);
    const parts: Uint8Array[] = [];
    const step = 300_001;
    for (let at = 0; at < window.size; at += step) parts.push(await window.read(at, step));
    expect(Buffer.from(joinBytes(parts)).equals(BYTES)).toBe(true);
    expect(source.asked).toEqual([0, 1, 2, 3].map((number) => `${number * readBytes}+${number < 3 ? readBytes : 500}`));
  });

  it('reads ahead for sequential reads, and not for random ones', async () => {
    const source = recordingSource();
    const window = createWindowSource(source);
    await window.read(2 * readBytes, 10);
    await window.read(5, 10);
    expect(source.asked).toHaveLength(2);
    await window.read(readBytes, 10);
    expect(source.asked.slice(2)).toEqual([`${readBytes}+${readBytes}`, `${2 * readBytes}+${readBytes}`]);
  });

  it('retries a block that could not be read', async () => {
    const whole = recordingSource();
    let fails = true;
    const window = createWindowSource({
      size: whole.size,
      read: (...range) => (fails ? Promise.reject(new Error('gone')) : whole.read(...range)),
    });
    await expect(window.read(0, 10)).rejects.toThrow('gone');
    fails = false;
    expect(Buffer.from(await window.read(0, 10)).equals(BYTES.subarray(0, 10))).toBe(true);
  });

  it('returns what exists, and nothing past the end', async () => {
    const window = createWindowSource(recordingSource());
    expect((await window.read(BYTES.length - 5, 10)).length).toBe(5);
    expect((await window.read(BYTES.length + 5, 10)).length).toBe(0);
    expect(Buffer.from(await window.read(3, 2 * readBytes)).equals(BYTES.subarray(3, 3 + 2 * readBytes))).toBe(true);
  });
});
