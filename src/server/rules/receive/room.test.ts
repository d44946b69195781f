import { expect, test } from 'vitest';
import { createChunkRoom, RoomTaken } from './room.ts';

const eva = { userId: 1, uploadId: 7 };
const limits = { chunksAtOncePerUpload: 2, chunksAtOncePerUser: 3, chunkBytesAtOnce: 100 };
const limitOf = (enter: () => unknown) => {
  try {
    enter();
  } catch (error) {
    return error instanceof RoomTaken ? error.detail.limit : error;
  }
  return 'entered';
};

test('chunks are limited per upload, per user and in total, each by name; a finished one frees its place once', () => {
  const room = createChunkRoom(limits);
  const leave = room.enter(eva, 10);
  room.enter(eva, 10);
  expect(limitOf(() => room.enter(eva, 10))).toEqual({ name: 'chunksAtOncePerUpload', max: 2 });
  room.enter({ userId: 1, uploadId: 8 }, 10);
  expect(limitOf(() => room.enter({ userId: 1, uploadId: 9 }, 10))).toEqual({ name: 'chunksAtOncePerUser', max: 3 });
  expect(limitOf(() => room.enter({ userId: 2, uploadId: 10 }, 71))).toEqual({ name: 'chunkBytesAtOnce', max: 100 });
  leave();
  leave();
  expect(limitOf(() => room.enter(eva, 10))).toBe('entered');
  expect(limitOf(() => room.enter(eva, 10))).toEqual({ name: 'chunksAtOncePerUpload', max: 2 });
});

test('a client without an upload token counts as a user', () => {
  const room = createChunkRoom(limits);
  const leave = [room.enter({ userId: 1, uploadId: null }, 1), room.enter({ userId: 1, uploadId: null }, 1)];
  expect(limitOf(() => room.enter({ userId: 1, uploadId: null }, 1))).toMatchObject({ max: 2 });
  for (const each of leave) each();
  expect(limitOf(() => room.enter({ userId: 1, uploadId: null }, 1))).toBe('entered');
});

test('data made from a chunk counts as bytes, not as a chunk, until it is released once', () => {
  const room = createChunkRoom(limits);
  room.enter(eva, 40);
  const release = room.hold(60);
  expect(limitOf(() => room.hold(1))).toEqual({ name: 'chunkBytesAtOnce', max: 100 });
  expect(limitOf(() => room.enter(eva, 1))).toEqual({ name: 'chunkBytesAtOnce', max: 100 });
  release();
  release();
  expect(limitOf(() => room.hold(61))).toEqual({ name: 'chunkBytesAtOnce', max: 100 });
  room.hold(30);
  expect(limitOf(() => room.enter(eva, 30))).toBe('entered');
});

test('clients without a token do not share the limit of an upload', () => {
  const room = createChunkRoom(limits);
  for (const userId of [1, 1, 2]) room.enter({ userId, uploadId: null }, 1);
  expect(limitOf(() => room.enter({ userId: 2, uploadId: null }, 1))).toBe('entered');
});

test('the bytes of a finished chunk are free', () => {
  const room = createChunkRoom(limits);
  room.enter(eva, 60)();
  expect(limitOf(() => room.enter(eva, 60))).toBe('entered');
});
