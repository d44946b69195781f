import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { liveQuery } from 'dexie';
import { UploadClosedError } from '#localdb/files/commit-files.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from './decrypted-rows.ts';
import { savePreview as keepTile } from './previews.ts';
import { AS_THEY_ARE, commitBatch, register, stageBatch } from '#localdb/queue/queue.example.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { sweepSegments } from '#localdb/files/sweep-segments.ts';
import { clearUpload, processUpload } from './upload-commands.ts';
import { readUploadView } from './upload-view.ts';
import { savePreview, shownUpload } from './uploads.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';

/** PWA-38: one user with two tabs and the workers, each with its own connection. */
let users: number;
let tab: LocalDb;
let otherTab: LocalDb;
let worker: LocalDb;
let device: DeviceKey;
let uploadId: string;

const TILE = { width: 1, height: 1, pixels: new Uint8ClampedArray(4), windowCenter: 1, windowWidth: 2 };

beforeEach(async () => {
  users = nextUser();
  [tab, otherTab, worker] = [new LocalDb(users), new LocalDb(users), new LocalDb(users)];
  device = await openDeviceKey(tab);
  uploadId = (await shownUpload(tab)).id;
  await savePreview(tab, uploadId);
  await commitBatch(worker, device, uploadId, await stageBatch(device, uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }]));
  const [file] = await tab.files.toArray();
  if (file) await keepTile(worker, device, file, 0, TILE);
});

const left = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      ['studies', 'series', 'files', 'segments', 'previews', 'chunks'].map(async (name) => [name, await otherTab.table(name).count()]),
    ),
  );
const NOTHING = { studies: 0, series: 0, files: 0, segments: 0, previews: 0, chunks: 0 };

it('a cleared upload is gone in every tab, and nothing of it comes back', async () => {
  const seen: (string | null)[] = [];
  const watching = liveQuery(() => readUploadView(otherTab, device, new FactsCache())).subscribe(
    (view) => void seen.push(view?.id ?? null),
  );
  await vi.waitFor(() => expect(seen).toEqual([uploadId]));
  // A large file is half staged, a small one is about to be committed, an image about to be stored.
  const large = await stageBatch(device, uploadId, [{ instanceNumber: 3 }], 5);
  await worker.segments.add(large.segment);
  const small = await stageBatch(device, uploadId, [{ instanceNumber: 4 }], 6);
  const [file] = await worker.files.toArray();

  await clearUpload(tab, uploadId);

  expect(await left()).toEqual(NOTHING);
  await expect(commitBatch(worker, device, uploadId, small)).rejects.toThrow(UploadClosedError);
  if (file) await keepTile(worker, device, file, 1, TILE);
  expect(await left()).toEqual(NOTHING);
  await vi.waitFor(() => expect(seen.at(-1)).toBeNull());
  watching.unsubscribe();
});

it('segments that a worker kept staging are removed', async () => {
  await clearUpload(tab, uploadId);
  const late = await stageBatch(device, uploadId, [{ instanceNumber: 5 }], 7);
  await worker.segments.add(late.segment);
  expect(await sweepSegments(otherTab)).toBe(1);
  expect(await left()).toEqual(NOTHING);
});

it('clearing an upload in progress is reported to the server, and a late acknowledgement restores nothing', async () => {
  await processUpload(tab, uploadId, { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE });
  const store = createQueueStore(worker, device);
  await register(store, uploadId);
  const ids = (await worker.files.toArray()).map((file) => file.id);
  await store.confirmChunk(uploadId, 0, ids.slice(0, 1));
  const sending = await store.loadChunk(uploadId, 0);
  expect(sending.ok).toBe(true);
  await clearUpload(otherTab, uploadId);
  await store.confirmChunk(uploadId, 0, ids);
  await store.reconcile(uploadId, { session: uploadId, state: 'upload', series: [], chunks: [0], files: [] });
  await store.saveSent(uploadId);
  expect(await left()).toEqual(NOTHING);
  expect(await store.uploadsToSend()).toMatchObject([{ id: uploadId, phase: 'dropping' }]);
  expect(await store.loadChunk(uploadId, 0)).toEqual({ ok: false, why: 'cleared' });
});
