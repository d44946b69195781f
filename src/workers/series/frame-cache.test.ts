import type { NoSlice } from '#model/pictures/no-slice.ts';
import { expect, it } from 'vitest';
import { makeDescription } from '#tests/fixtures/instance.ts';
import { FrameCache } from './frame-cache.ts';
import type { ReadSlice } from './slice-reader.ts';

const slice = (bytes: number): ReadSlice => ({
  frame: { kind: 'grey', rows: 1, columns: bytes, samples: new Uint8Array(bytes), isInverted: false },
  frameInFile: 0,
  description: makeDescription(),
  startWindow: null,
});

function counted(answer: (slice: number) => Promise<ReadSlice | NoSlice>) {
  const read: number[] = [];
  const cache = new FrameCache((wanted) => {
    read.push(wanted);
    return answer(wanted);
  }, 30);
  return { cache, read };
}

it('decodes a slice once, also when it is requested again meanwhile', async () => {
  const { cache, read } = counted(async () => slice(10));
  await Promise.all([cache.get(3), cache.get(3)]);
  await cache.get(3);
  expect(read).toEqual([3]);
});

it('keeps the most recently used slices within its byte limit', async () => {
  const { cache, read } = counted(async () => slice(10));
  for (const wanted of [0, 1, 2, 0, 3, 0, 2, 1]) await cache.get(wanted);
  expect(read).toEqual([0, 1, 2, 3, 1]);
});

it('keeps a slice larger than its limit as long as it is the last one', async () => {
  const { cache, read } = counted(async (wanted) => slice(wanted === 0 ? 100 : 10));
  for (const wanted of [0, 0, 1, 1, 0]) await cache.get(wanted);
  expect(read).toEqual([0, 1, 0]);
});

it('retries a failed read', async () => {
  let isThere = false;
  const { cache, read } = counted(async () => (isThere ? slice(10) : { noPicture: 'unreachable' }));
  expect(await cache.get(0)).toEqual({ noPicture: 'unreachable' });
  isThere = true;
  expect(await cache.get(0)).toMatchObject({ frame: { columns: 10 } });
  expect(read).toEqual([0, 0]);
});
