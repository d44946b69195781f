import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdReserve, RESERVE_BYTES } from '#localdb/files/reserved-space.ts';
import { LocalDb, type SegmentRow } from '#localdb/schema.ts';
import { createUploadRow } from '#localdb/upload/uploads.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { heldSegments, waitForRoom, type StorageFigures } from './wait-for-room.ts';

let users: number;
let db: LocalDb;
let uploadId: string;
let stop: AbortController;

const segment = (id: string): SegmentRow => ({
  id,
  uploadId,
  keyId: 'k',
  size: 1,
  unit: 1,
  prefix: new Uint8Array(8),
  bytes: new ArrayBuffer(1),
});

beforeEach(async () => {
  users = nextUser();
  db = new LocalDb(users);
  stop = new AbortController();
  const upload = createUploadRow();
  uploadId = upload.id;
  await db.uploads.add(upload);
  await db.segments.bulkAdd([segment('a'), segment('b')]);
});
afterEach(() => {
  vi.useRealTimers();
  stop.abort();
});

interface Room {
  makeRoom?: () => Promise<number>;
  storage?: () => Promise<StorageFigures | null>;
}

/** The wait of files that did not fit. `looked` resolves after its first check of the device. */
async function wait({ makeRoom = () => Promise.resolve(0), storage = () => Promise.resolve(null) }: Room = {}) {
  const heldBefore = await heldSegments(db);
  let looked = (): void => undefined;
  const hasLooked = new Promise<void>((resolve) => (looked = resolve));
  const ports = { storage, makeRoom: () => makeRoom().finally(looked) };
  const news = waitForRoom(db, ports, { uploadId, bytesNeeded: 100, heldBefore, storageBefore: await storage() }, stop.signal);
  news.catch(() => undefined);
  return { news, hasLooked };
}

describe('waiting for space', () => {
  it('ends when bytes leave the device', async () => {
    const { news, hasLooked } = await wait();
    await hasLooked;
    await db.segments.delete('a');
    expect(await news).toBe('room');
  });

  it('ends immediately when bytes left after the files were tried', async () => {
    const heldBefore = await heldSegments(db);
    await db.segments.delete('a');
    const ports = { makeRoom: () => Promise.resolve(0), storage: () => Promise.resolve(null) };
    expect(await waitForRoom(db, ports, { uploadId, bytesNeeded: 1, heldBefore, storageBefore: null }, stop.signal)).toBe('room');
  });

  it('does not end when the reserve of a try is released', async () => {
    const giveReserve = await holdReserve(db, 'intake');
    expect((await db.segments.toArray()).map(({ size }) => size)).toContain(RESERVE_BYTES);
    const ended = vi.fn();
    const { news, hasLooked } = await wait();
    void news.then(ended, () => undefined);
    await hasLooked;
    await giveReserve?.();
    expect((await db.segments.toCollection().primaryKeys()).sort()).toEqual(['a', 'b']);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(ended).not.toHaveBeenCalled();
  });

  it('does not end for bytes that arrive', async () => {
    const ended = vi.fn();
    const { news, hasLooked } = await wait();
    void news.then(ended, () => undefined);
    await hasLooked;
    await db.segments.add(segment('c'));
    await db.uploads.update(uploadId, { phase: 'queued' });
    // After both changes: all observers have been notified.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(ended).not.toHaveBeenCalled();
  });

  it('deletes kept copies when more is verified, and ends when that freed space', async () => {
    let freed = 0;
    const makeRoom = vi.fn(() => Promise.resolve(freed));
    const { news, hasLooked } = await wait({ makeRoom });
    await hasLooked;
    expect(makeRoom).toHaveBeenCalledTimes(1);
    freed = 10;
    await db.series.add({ id: 's', uploadId, provedBytes: 5 } as never);
    expect(await news).toBe('room');
    expect(makeRoom).toHaveBeenCalledTimes(2);
  });

  it.each<[string, (freed: number) => StorageFigures]>([
    ['the browser grants more than before', (freed) => ({ usage: 900, quota: 1_000 + freed })],
    ['less is used', (freed) => ({ usage: RESERVE_BYTES * 2 - freed, quota: RESERVE_BYTES * 4 })],
    ['less is used, and the quota goes down with it', (freed) => ({ usage: RESERVE_BYTES * 2 - freed, quota: RESERVE_BYTES * 4 - freed })],
  ])('ends when %s, and not just for the reserve of a try', async (_, figures) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const freed = [0, -10, RESERVE_BYTES, RESERVE_BYTES + 1];
    const { news } = await wait({ storage: () => Promise.resolve(figures(freed.shift() ?? 0)) });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(freed).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await news).toBe('room');
  });

  it('ends after half a minute without changes, because a browser may refuse for longer than it reports', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = vi.fn();
    const heldBefore = await heldSegments(db);
    const ports = { makeRoom: () => Promise.resolve(0), storage: () => Promise.resolve(null) };
    const news = waitForRoom(db, ports, { uploadId, bytesNeeded: 1, heldBefore, storageBefore: null }, stop.signal).finally(ended);
    vi.advanceTimersByTime(29_999);
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await news).toBe('room');
  });

  it('ends immediately when the browser returned space after the files were tried', async () => {
    const used = [2 * RESERVE_BYTES, 0];
    const { news } = await wait({ storage: () => Promise.resolve({ usage: used.shift() ?? 0, quota: 4 * RESERVE_BYTES }) });
    expect(await news).toBe('room');
  });

  it.each([
    ['removed', () => db.uploads.delete(uploadId)],
    ['being dropped', () => db.uploads.update(uploadId, { phase: 'dropping' })],
  ])('ends with the upload of the files: %s', async (_, clear) => {
    const { news, hasLooked } = await wait();
    await hasLooked;
    await clear();
    expect(await news).toBe('cleared');
  });

  it('is also possible when there was no space for an upload', async () => {
    const hears = Promise.withResolvers<void>();
    const ports = { makeRoom: () => Promise.resolve(0).finally(hears.resolve), storage: () => Promise.resolve(null) };
    const wait = { uploadId: null, bytesNeeded: 1, heldBefore: await heldSegments(db), storageBefore: null };
    const news = waitForRoom(db, ports, wait, stop.signal);
    await hears.promise;
    await db.segments.delete('a');
    expect(await news).toBe('room');
  });

  it('continues after the end of the upload, also when its rows are deleted', async () => {
    const { news, hasLooked } = await wait();
    await hasLooked;
    await db.uploads.update(uploadId, { phase: 'ended' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await db.transaction('rw', db.uploads, db.segments, async () => {
      await db.uploads.delete(uploadId);
      await db.segments.clear();
    });
    expect(await news).toBe('room');
  });

  it('ends when nobody waits any more', async () => {
    const { news, hasLooked } = await wait();
    await hasLooked;
    stop.abort(new Error('left out'));
    await expect(news).rejects.toThrow('left out');
  });
});
