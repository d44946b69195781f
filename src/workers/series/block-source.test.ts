import { expect, it } from 'vitest';
import { BlockSource } from './block-source.ts';

const MIB = 1024 ** 2;
const file = Uint8Array.from({ length: 2.5 * MIB }, (_, index) => (index * 31 + (index >> 10)) & 0xff);

function served() {
  const asked: [number, number][] = [];
  let isAway = false;
  const fetch = async (offset: number, length: number) => {
    asked.push([offset, length]);
    if (isAway) throw new Error('away');
    return { bytes: file.slice(offset, offset + length), size: file.length };
  };
  return { asked, fetch, goAway: (away: boolean) => (isAway = away) };
}

it('returns the bytes of the file for any range, and requests each block once', async () => {
  const { asked, fetch } = served();
  const source = await BlockSource.open(fetch);
  expect(source.size).toBe(file.length);
  for (const [offset, length] of [
    [0, 10],
    [MIB - 3, 6],
    [10, 2 * MIB],
    [2.5 * MIB - 4, 100],
    [9 * MIB, 1],
  ] as const) {
    expect(Buffer.compare(await source.read(offset, length), file.subarray(offset, offset + length))).toBe(0);
  }
  expect(asked).toEqual([
    [0, MIB],
    [MIB, MIB],
    [2 * MIB, MIB / 2],
  ]);
});

it('requests a missing block again', async () => {
  const { asked, fetch, goAway } = served();
  const source = await BlockSource.open(fetch);
  goAway(true);
  await expect(source.read(MIB, 4)).rejects.toThrow('away');
  goAway(false);
  expect(await source.read(MIB, 4)).toEqual(file.slice(MIB, MIB + 4));
  expect(asked).toHaveLength(3);
});
