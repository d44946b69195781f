import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseChunk } from '#contract/chunk.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { UploadClosedError } from '#localdb/files/commit-files.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from './decrypted-rows.ts';
import { AS_THEY_ARE, commitBatch, NOTHING_HELD, register, sendAll, stageBatch, type Store } from '#localdb/queue/queue.example.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { clearUpload, newUpload, processUpload } from './upload-commands.ts';
import { readUploadView } from './upload-view.ts';
import { shownUpload } from './uploads.ts';

const BODY_PARTS = { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE };
let users: number;
let db: LocalDb;
let device: DeviceKey;
let store: Store;
let uploadId: string;

/** Two segments of two files each, one series, registered. */
beforeEach(async () => {
  users = nextUser();
  db = new LocalDb(users);
  device = await openDeviceKey(db);
  store = createQueueStore(db, device);
  uploadId = (await shownUpload(db)).id;
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }], 1));
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, [{ instanceNumber: 3 }, { instanceNumber: 4 }], 9));
  await processUpload(db, uploadId, BODY_PARTS);
  await register(store, uploadId);
});

const view = () => readUploadView(db, device, new FactsCache());
const evict = async (n: number): Promise<void> => {
  const ids = await db.files.toCollection().sortBy('order2');
  await db.segments.delete(ids[n]?.segmentIds[0] ?? '');
};
const sentFileIds = async (index: number): Promise<string[]> => {
  const loaded = await store.loadChunk(uploadId, index);
  if (!loaded.ok) throw new Error(loaded.why);
  const chunk = parseChunk(new Uint8Array(await loaded.body.arrayBuffer()));
  if (!chunk.ok) throw new Error(chunk.why);
  return chunk.header.parts.map((part) => part.file_id).sort();
};

describe('files whose bytes the browser removed', () => {
  it('are listed, and the rest is sent under an unused chunk index', async () => {
    await evict(0);
    expect(await store.loadChunk(uploadId, 0)).toEqual({ ok: false, why: 'withdrawn' });
    expect(await view()).toMatchObject({ files: { total: 4, lost: 2 }, halt: null });
    expect((await view())?.problems.map(({ name, problem }) => [name, problem]).sort()).toEqual([
      ['0.dcm', 'lost-on-device'],
      ['1.dcm', 'lost-on-device'],
    ]);
    expect(await store.waitingChunks(uploadId)).toEqual([1]);
    expect(await sentFileIds(1)).toHaveLength(2);
    await store.reconcile(uploadId, { ...NOTHING_HELD, session: uploadId, chunks: [0] });
    expect(await store.waitingChunks(uploadId)).toEqual([1]);
  });

  it('make their series wait, and are not requested while they are missing', async () => {
    await evict(0);
    await store.loadChunk(uploadId, 0);
    expect(await store.uploadsToSend()).toHaveLength(1);
    await sendAll(db, store, uploadId);
    expect(await store.allProved(uploadId)).toBe(false);
    expect(await store.uploadsToSend()).toEqual([]);
    expect((await store.nextUnregistered(uploadId)) === null).toBe(true);
  });

  it('are sent when the same files are chosen again, under any name', async () => {
    await evict(0);
    await store.loadChunk(uploadId, 0);
    await sendAll(db, store, uploadId);
    const again = await stageBatch(device, uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }], 1);
    expect(await commitBatch(db, device, uploadId, again)).toMatchObject({ stored: 2, returned: 2, problems: 0, unheldSegmentIds: [] });
    expect(await view()).toMatchObject({ files: { total: 4, lost: 0 }, problems: [] });
    expect(await store.uploadsToSend()).toMatchObject([{ id: uploadId }]);
    expect(await store.waitingChunks(uploadId)).toEqual([2]);
    expect(await sentFileIds(2)).toHaveLength(2);
    await sendAll(db, store, uploadId);
    expect(await store.allProved(uploadId)).toBe(true);
    expect((await view())?.bytes).toMatchObject({ confirmed: 4000, proved: 4000 });
  });

  it('may be chosen together with others: known files are skipped, and new ones belong to another upload', async () => {
    await evict(0);
    await store.loadChunk(uploadId, 0);
    const known = await stageBatch(device, uploadId, [{ instanceNumber: 3 }, { instanceNumber: 4 }], 9);
    const counts = await commitBatch(db, device, uploadId, known);
    expect(counts).toMatchObject({ stored: 0, duplicates: 2, unheldSegmentIds: [known.segment.id] });
    const other = await stageBatch(device, uploadId, [{ instanceNumber: 5 }], 77);
    await expect(commitBatch(db, device, uploadId, other)).rejects.toThrow(UploadClosedError);
    expect(await db.files.count()).toBe(4);
  });

  it('complete an upload that is not shown any more, and belong to the new one as well', async () => {
    await evict(0);
    await store.loadChunk(uploadId, 0);
    await newUpload(db);
    const next = await shownUpload(db);
    const again = await stageBatch(device, next.id, [{ instanceNumber: 1 }, { instanceNumber: 2 }], 1);
    expect(await commitBatch(db, device, next.id, again)).toMatchObject({ stored: 2, returned: 2 });
    expect(await db.files.where('uploadId').equals(next.id).count()).toBe(2);
    // The bytes are shared, so clearing one upload must not delete those of the other.
    await clearUpload(db, next.id);
    expect(await sentFileIds(2)).toHaveLength(2);
  });

  it('are restored once, also by two tabs at the same time', async () => {
    await evict(0);
    await store.loadChunk(uploadId, 0);
    const batches = await Promise.all([1, 2].map(() => stageBatch(device, uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }], 1)));
    await Promise.all(batches.map((batch) => commitBatch(db, device, uploadId, batch)));
    expect(await view()).toMatchObject({ files: { total: 4, lost: 0 } });
    const waiting = await db.chunks.where('[uploadId+state]').equals([uploadId, 'waiting']).toArray();
    const parts = waiting.flatMap((chunk) => chunk.parts.map((part) => part.fileId));
    expect(parts.toSorted()).toEqual((await db.files.toCollection().primaryKeys()).toSorted());
  });

  it('are not requested again under the index of their withdrawn chunk', async () => {
    await evict(0);
    await store.loadChunk(uploadId, 0);
    expect(await store.loadChunk(uploadId, 0)).toEqual({ ok: false, why: 'withdrawn' });
    expect(await store.loadChunk(uploadId, 99)).toEqual({ ok: false, why: 'cleared' });
  });

  it('are only sent as far as they are missing when a part of a chunk was confirmed', async () => {
    const [file] = await db.files.toCollection().sortBy('order2');
    const part = { fileId: file?.id ?? '', seriesId: file?.seriesId ?? '', offset: 0, length: 400 };
    await db.chunks.bulkPut([
      { uploadId, index: 0, studyId: file?.studyId ?? '', parts: [part], bytes: 400, state: 'confirmed' },
      { uploadId, index: 1, studyId: file?.studyId ?? '', parts: [{ ...part, offset: 400, length: 600 }], bytes: 600, state: 'waiting' },
    ]);
    await db.segments.delete(file?.segmentIds[0] ?? '');
    await store.loadChunk(uploadId, 1);
    await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }], 1));
    const waiting = await db.chunks.where('[uploadId+state]').equals([uploadId, 'waiting']).toArray();
    const ranges = waiting.flatMap((chunk) => chunk.parts).filter((each) => each.fileId === file?.id);
    expect(ranges).toMatchObject([{ offset: 400, length: 600 }]);
  });

  it('are detected at Process, and their series is registered completely', async () => {
    await clearUpload(db, uploadId);
    const { id } = await shownUpload(db);
    const batch = await stageBatch(device, id, [{ instanceNumber: 1 }, { instanceNumber: 2 }], 3);
    await commitBatch(db, device, id, batch);
    await db.segments.clear();
    await processUpload(db, id, BODY_PARTS);
    await store.savePrepared(id, 'up_token');
    expect((await store.nextUnregistered(id))?.study.series).toMatchObject([{ file_count: 2 }]);
    expect(await db.files.where('uploadId').equals(id).toArray()).toMatchObject([{ state: 'lost' }, { state: 'lost' }]);
    expect(await store.waitingChunks(id)).toEqual([]);
  });
});

it('no row refers to bytes that were removed before its commit', async () => {
  await clearUpload(db, uploadId);
  const { id } = await shownUpload(db);
  const batch = await stageBatch(device, id, [{ instanceNumber: 1 }], 3);
  await db.segments.add(batch.segment);
  await db.segments.clear();
  await expect(commitBatch(db, device, id, { ...batch, segment: { ...batch.segment, id: 'another' } })).rejects.toThrow('gone');
  expect(await db.files.where('uploadId').equals(id).count()).toBe(0);
});
