import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KEEP_AFTER_PROOF_MS } from '#model/offline/kept-copies.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { freeKeptCopies, holdReserveForUpload, releaseForUpload, releaseKeptCopies } from './kept-copies.ts';
import { keepObject } from './offline-objects.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import { AS_THEY_ARE, commitBatch, NOTHING_HELD, register, sendAll, stageBatch, type Store } from '#localdb/queue/queue.example.ts';
import { pinStudy } from './pins.ts';
import { savePreview as saveTile } from '#localdb/upload/previews.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { isQuotaError } from '#localdb/quota.ts';
import { holdReserve, isReserveHeld } from '#localdb/files/reserved-space.ts';
import { LocalDb } from '#localdb/schema.ts';
import { selectSeries } from '#localdb/upload/edit-commands.ts';
import { clearUpload, newUpload, processUpload } from '#localdb/upload/upload-commands.ts';
import { readUploadView } from '#localdb/upload/upload-view.ts';
import { savePreview, shownUpload } from '#localdb/upload/uploads.ts';

const BODY_PARTS = { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE };
let users: number;
let db: LocalDb;
let device: DeviceKey;
let store: Store;
let time = 1_000;

beforeEach(async () => {
  users = nextUser();
  time = 1_000;
  db = new LocalDb(users);
  device = await openDeviceKey(db);
  store = createQueueStore(db, device, () => time);
});

const view = () => readUploadView(db, device, new FactsCache());

/** An upload of `files` files of 1000 bytes, advanced to the given state. */
async function upload(fill: number, files: number, until: 'registered' | 'proved' | 'ended'): Promise<string> {
  const { id } = await shownUpload(db);
  await savePreview(db, id);
  const places = Array.from({ length: files }, (_, n) => ({ instanceNumber: n }));
  await commitBatch(db, device, id, await stageBatch(device, id, places, fill));
  await processUpload(db, id, BODY_PARTS);
  await register(store, id);
  if (until !== 'registered') await sendAll(db, store, id);
  if (until === 'ended') {
    await store.saveSent(id);
    await store.saveEnded(id);
  }
  return id;
}

describe('kept copies', () => {
  it('are listed with their size and time of last use', async () => {
    const id = await upload(1, 3, 'ended');
    expect(await view()).toMatchObject({ id, bytes: { kept: 3000, onDevice: 3000 }, keptUntil: 1_000 + KEEP_AFTER_PROOF_MS });
    expect(await store.uploadsKept()).toMatchObject([{ id, phase: 'ended', endedAt: 1_000 }]);
  });

  it('are removed when space is needed: the oldest ended upload first, then verified files of active uploads, never more than needed', async () => {
    const first = await upload(1, 2, 'ended');
    await newUpload(db);
    time = 2_000;
    const second = await upload(2, 2, 'ended');
    await newUpload(db);
    const proved = await upload(3, 2, 'proved');
    await newUpload(db);
    const waiting = await upload(4, 2, 'registered');
    const left = async () => (await db.segments.toArray()).map((row) => row.uploadId).sort();
    expect(await releaseKeptCopies(db, 1)).toBe(2000);
    expect(await left()).toEqual([second, proved, waiting].sort());
    expect(await db.uploads.get(first)).toBeUndefined();
    expect(await releaseKeptCopies(db, 2_001)).toBe(4000);
    expect(await left()).toEqual([waiting]);
    expect(await db.uploads.get(proved)).toMatchObject({ phase: 'registered' });
    expect(await releaseKeptCopies(db, 1_000)).toBe(0);
    expect((await store.loadChunk(waiting, 0)).ok).toBe(true);
  });

  it('stay while cached views free the space, and pinned studies are not touched', async () => {
    await upload(1, 2, 'ended');
    const keep = (key: 'volume:1' | 'volume:2', studyUuid: string) =>
      keepObject(db, device, { key, studyUuid, tag: null }, new Blob([new Uint8Array(500)]), { limits: { bytes: 1e6, objects: 9 } });
    await pinStudy(db, device, 'pinned', { patientName: '', description: '' });
    expect([await keep('volume:1', 'pinned'), await keep('volume:2', 'seen')]).toEqual(['kept', 'kept']);
    expect(await releaseForUpload(db, 400)).toBe(500);
    expect(await db.segments.count()).toBe(1);
    expect(await releaseForUpload(db, 400)).toBe(2000);
    expect(await releaseForUpload(db, 400)).toBe(0);
    expect((await db.keptObjects.toArray()).map(({ key }) => key)).toEqual(['volume:1']);
  });

  it('stay when a full device cannot record their removal, and are removed at the next try', async () => {
    await upload(1, 2, 'ended');
    refuseWrites(1);
    expect(await releaseForUpload(db, 400)).toBe(0);
    expect(await db.segments.count()).toBe(1);
    expect(await releaseForUpload(db, 400)).toBe(2000);
  });

  it('give up space for the reserve of an intake; with nothing left there is no reserve', async () => {
    await upload(1, 2, 'ended');
    const full = vi.spyOn(IDBObjectStore.prototype, 'add');
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    full.mockImplementationOnce(refuse);
    const give = await holdReserveForUpload(db);
    expect(await isReserveHeld(db)).toBe(true);
    await give?.();
    expect(await db.segments.count()).toBe(0);
    full.mockImplementation(refuse);
    expect(await holdReserveForUpload(db)).toBeNull();
  });

  it('can be deleted by the user, and the page still shows what was verified', async () => {
    const id = await upload(1, 3, 'ended');
    expect(await freeKeptCopies(db, id)).toBe(3000);
    expect(await db.segments.count()).toBe(0);
    expect(await view()).toMatchObject({ id, bytes: { kept: 0, onDevice: 0, proved: 3000 }, files: { proved: 3, lost: 0 } });
    expect(await store.uploadsKept()).toEqual([]);
    expect(await freeKeptCopies(db, id)).toBe(0);
  });

  it('are removed together with the series that were not selected, once the upload has ended and not before', async () => {
    const { id } = await shownUpload(db);
    await commitBatch(db, device, id, await stageBatch(device, id, [{}, { seriesInstanceUid: '2.25.1.2' }]));
    const left = (await db.series.toArray())[1];
    await selectSeries(db, [left?.id ?? ''], false);
    await processUpload(db, id, BODY_PARTS);
    await register(store, id);
    await sendAll(db, store, id);
    expect(await freeKeptCopies(db, id)).toBe(0);
    await store.saveSent(id);
    await store.saveEnded(id);
    expect(await freeKeptCopies(db, id)).toBe(2000);
    expect((await db.files.toArray()).map((file) => file.state).sort()).toEqual(['released', 'skipped']);
    expect((await db.series.toArray()).map((row) => row.provedFiles).sort()).toEqual([0, 1]);
  });

  it('are sent again to a server that was restored from an earlier backup', async () => {
    const id = await upload(1, 3, 'ended');
    await newUpload(db);
    await store.saveForgotten(id, 'ended');
    expect(await store.uploadsToSend()).toMatchObject([{ id, phase: 'queued' }]);
    expect(await store.uploadsKept()).toEqual([]);
    expect(await store.waitingChunks(id)).toEqual([0]);
    await register(store, id);
    expect((await store.loadChunk(id, 0)).ok).toBe(true);
    await store.releaseKept(id);
    expect(await db.segments.count()).toBe(1);
  });

  it('that were deleted are listed when the server has lost them too, and are verified again otherwise', async () => {
    const id = await upload(1, 3, 'proved');
    await releaseKeptCopies(db, 1);
    await store.saveForgotten(id, 'registered');
    expect((await view())?.problems.map(({ problem }) => problem)).toEqual(['lost-on-device', 'lost-on-device', 'lost-on-device']);
    await register(store, id);
    const [known, ...others] = await db.files.toArray();
    const held = [{ file_id: known?.id ?? '', size: 1000, received: 1000, proved: true }];
    await store.reconcile(id, { ...NOTHING_HELD, session: id, files: held });
    expect(await view()).toMatchObject({ files: { proved: 1, lost: 2 } });
    expect(others).toHaveLength(2);
    expect(await store.uploadsToSend()).toEqual([]);
  });

  it('are deleted with their upload', async () => {
    const id = await upload(1, 3, 'ended');
    await clearUpload(db, id);
    expect(await Promise.all([db.files, db.segments, db.series, db.uploads].map((table) => table.count()))).toEqual([0, 0, 0, 0]);
  });

  it('stay when the device cannot record their removal', async () => {
    const id = await upload(1, 3, 'ended');
    refuseWrites(Infinity);
    await expect(releaseKeptCopies(db, 1)).rejects.toSatisfy(isQuotaError);
    vi.restoreAllMocks();
    expect(await db.segments.count()).toBe(1);
    expect((await db.files.toArray()).map((file) => file.state)).toEqual(['proved', 'proved', 'proved']);
    expect(await releaseKeptCopies(db, 1)).toBe(3000);
    expect(await db.uploads.get(id)).toMatchObject({ phase: 'ended' });
  });
});

/** The next writes of rows fail because the device is full. */
function refuseWrites(count: number): void {
  vi.restoreAllMocks();
  const put = IDBObjectStore.prototype.put;
  let refused = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if ((refused += 1) <= count) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, given);
  });
}

describe('a queue on a full device', () => {
  it('records acknowledgements after kept copies were removed', async () => {
    await upload(1, 3, 'ended');
    await newUpload(db);
    const id = await upload(2, 2, 'registered');
    const [file] = await db.files.where('uploadId').equals(id).toArray();
    refuseWrites(1);
    await store.confirmChunk(id, 0, [file?.id ?? '']);
    expect((await db.chunks.where('uploadId').equals(id).toArray()).map((chunk) => chunk.state)).toEqual(['confirmed']);
    expect((await db.segments.toArray()).map((row) => row.uploadId)).toEqual([id]);
  });

  it('uses the reserve of an intake first, and leaves the kept copies if that is enough', async () => {
    const kept = await upload(1, 3, 'ended');
    await newUpload(db);
    const id = await upload(2, 2, 'registered');
    const give = await holdReserve(db, 'intake');
    refuseWrites(1);
    await store.saveWaiting(id, { reason: 'device', until: 1, tries: 1 });
    expect(await db.uploads.get(id)).toMatchObject({ waiting: { reason: 'device' } });
    expect((await db.segments.toArray()).map((row) => row.uploadId).sort()).toEqual([kept, id].sort());
    await give?.();
    refuseWrites(1);
    await store.saveWaiting(id, null);
    expect((await db.segments.toArray()).map((row) => row.uploadId)).toEqual([id]);
  });

  it('deletes no copy of an upload that the server may have lost', async () => {
    const id = await upload(1, 3, 'ended');
    refuseWrites(1);
    await expect(store.saveForgotten(id, 'ended')).rejects.toSatisfy(isQuotaError);
    await store.saveForgotten(id, 'ended');
    expect((await db.files.toArray()).map((file) => file.state)).toEqual(['stored', 'stored', 'stored']);
  });

  it('reports the error when there are no kept copies, and changes nothing', async () => {
    const id = await upload(2, 2, 'registered');
    refuseWrites(Infinity);
    const fault: unknown = await store.saveWaiting(id, { reason: 'device', until: 1, tries: 1 }).catch((error: unknown) => error);
    vi.restoreAllMocks();
    expect(isQuotaError(fault)).toBe(true);
    expect(await db.uploads.get(id)).toMatchObject({ waiting: null });
    expect(await db.segments.count()).toBe(1);
  });

  it('stores no drawn slice, and fails on none', async () => {
    await upload(2, 2, 'registered');
    const [file] = await db.files.toArray();
    const tile = { width: 1, height: 1, pixels: new Uint8ClampedArray(4), windowCenter: 0, windowWidth: 1 };
    refuseWrites(Infinity);
    await saveTile(db, device, file!, 0, tile);
    expect(await db.previews.count()).toBe(0);
    vi.restoreAllMocks();
    await saveTile(db, device, file!, 0, tile);
    expect(await db.previews.count()).toBe(1);
  });
});
