import { expect, it } from 'vitest';
import type { NoSlice } from '#model/pictures/no-slice.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { createPictureStore } from './picture-store.ts';

function sliceOf(slice: number): StoredSlice {
  const frame = { kind: 'grey', rows: 1, columns: 10, samples: new Uint8Array(10), isInverted: false } as const;
  return { slice, frame } as unknown as StoredSlice;
}

function counted(answer: (slice: number) => StoredSlice | NoSlice = sliceOf) {
  const asked: number[] = [];
  const slice = async (_: number, at: number) => {
    asked.push(at);
    return answer(at);
  };
  return { asked, voxels: { slice } };
}

it('fetches a slice once, and has it without waiting afterwards', async () => {
  const { asked, voxels } = counted();
  const store = createPictureStore(voxels);
  expect(store.peek(1, 4)).toBeNull();
  await Promise.all([store.get(1, 4), store.get(1, 4)]);
  expect(store.peek(1, 4)?.slice).toBe(4);
  expect(store.peek(2, 4)).toBeNull();
  expect(asked).toEqual([4]);
});

it('fetches the slices that follow in the direction of travel, within the series', async () => {
  const { asked, voxels } = counted();
  const store = createPictureStore(voxels);
  store.fetchAhead(1, 3, 1, 20);
  store.fetchAhead(1, 3, -1, 20);
  store.fetchAhead(1, 18, 1, 20);
  await store.get(1, 4);
  expect(asked).toEqual([4, 5, 6, 7, 8, 9, 2, 1, 0, 19]);
});

it('keeps those that were used last', async () => {
  const { voxels } = counted();
  const store = createPictureStore(voxels, 25);
  for (const slice of [0, 1]) await store.get(1, slice);
  store.peek(1, 0);
  await store.get(1, 2);
  expect([0, 1, 2].map((slice) => store.peek(1, slice) !== null)).toEqual([true, false, true]);
});

it('asks again for a slice that could not be read', async () => {
  const { asked, voxels } = counted(() => ({ noPicture: 'unreachable' }));
  const store = createPictureStore(voxels);
  await store.get(1, 0);
  expect(store.peek(1, 0)).toBeNull();
  await store.get(1, 0);
  expect(asked).toEqual([0, 0]);
});

it('fetches slices with pixels of a lower resolution again once more is here, and no others', async () => {
  const { asked, voxels } = counted((slice) => ({ ...sliceOf(slice), isCoarse: slice === 1 }));
  const store = createPictureStore(voxels, 25);
  for (const slice of [0, 1]) await store.get(1, slice);
  expect(store.peek(1, 1)).not.toBeNull();
  store.forgetCoarse();
  expect([0, 1].map((slice) => store.peek(1, slice) !== null)).toEqual([true, false]);
  for (const slice of [1, 2]) await store.get(1, slice);
  expect(asked).toEqual([0, 1, 1, 2]);
  // What was forgotten takes no room.
  expect([0, 1, 2].map((slice) => store.peek(1, slice) !== null)).toEqual([false, true, true]);
});
