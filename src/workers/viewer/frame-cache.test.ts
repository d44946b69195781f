import { expect, it } from 'vitest';
import { makeDescription } from '#tests/fixtures/instance.ts';
import { FrameCache } from './frame-cache.ts';
import type { ReadSlice } from './slice-reader.ts';
import type { NoSlice } from './types.ts';

const slice = (bytes: number): ReadSlice => ({
  frame: { kind: 'grey', rows: 1, columns: bytes, samples: new Uint8Array(bytes), isInverted: false },
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

it('decodes a slice once, also when it is asked for again before it is there', async () => {
  const { cache, read } = counted(async () => slice(10));
  await Promise.all([cache.get(3), cache.get(3)]);
  await cache.get(3);
  expect(read).toEqual([3]);
});

it('keeps as many bytes as it may, and of them those that were used last', async () => {
  const { cache, read } = counted(async () => slice(10));
  for (const wanted of [0, 1, 2, 0, 3, 0, 2, 1]) await cache.get(wanted);
  expect(read).toEqual([0, 1, 2, 3, 1]);
});

it('keeps a slice that is larger than all it may hold for as long as it is the last', async () => {
  const { cache, read } = counted(async (wanted) => slice(wanted === 0 ? 100 : 10));
  for (const wanted of [0, 0, 1, 1, 0]) await cache.get(wanted);
  expect(read).toEqual([0, 1, 0]);
});

it('asks again for what could not be read', async () => {
  let isThere = false;
  const { cache, read } = counted(async () => (isThere ? slice(10) : { noPicture: 'unreachable' }));
  expect(await cache.get(0)).toEqual({ noPicture: 'unreachable' });
  isThere = true;
  expect(await cache.get(0)).toMatchObject({ frame: { columns: 10 } });
  expect(read).toEqual([0, 0]);
});
