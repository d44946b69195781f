import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openDeviceKey } from '#localdb/device-key.ts';
import { findLegacy, keepGivenFiles, type GivenFile } from '#localdb/legacy-upload/legacy-uploads.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import { readWaitingUploads } from '#localdb/upload/waiting-uploads.ts';
import { openAreaUpload, readAreaUploads, sendAreaUpload } from './area-uploads.ts';

let users = 9800;

async function fresh() {
  users += 1;
  const db = new LocalDb(users);
  const device = await openDeviceKey(db);
  return { db, device, uploadId: await openAreaUpload(db, device, { dir: '/north/a', conflict: 'skip' }) };
}

const given = (id: string, path: string): GivenFile => ({ id, name: path, path, size: 0, sha256: 'same', pieces: [] });

it('keeps files of the same content, each once, whatever comes again [FM-040]', async () => {
  const { db, device, uploadId } = await fresh();
  const files = [given('1', 'x/a.txt'), given('2', 'x/b.txt')];
  expect(await keepGivenFiles(db, device, uploadId, files, [])).toMatchObject({ kept: 2, duplicates: 0, isClosed: false });
  await keepGivenFiles(db, device, uploadId, files, []);
  expect((await readAreaUploads(db, device))[0]).toMatchObject({ dir: '/north/a', files: 2, phase: 'none' });
});

it('is queued with its folder, which is sealed, and shown by the file manager only', async () => {
  const { db, device, uploadId } = await fresh();
  const store = createQueueStore(db, device);
  expect(await sendAreaUpload(db, uploadId)).toBe(false);
  await keepGivenFiles(db, device, uploadId, [given('1', 'a.txt'), given('2', 'b.txt')], []);
  expect(await sendAreaUpload(db, uploadId)).toBe(true);
  expect(await store.uploadsToSend()).toMatchObject([{ id: uploadId, phase: 'queued', isForArea: true }]);
  expect(await store.areaTarget(uploadId)).toMatchObject({ dir: '/north/a', conflict: 'skip', files: 2 });
  expect(JSON.stringify(await db.uploads.toArray())).not.toContain('north');
  expect(await findLegacy(db)).toBeUndefined();
  expect(await readWaitingUploads(db, device, new FactsCache())).toEqual([]);
});

it('leaves nothing on the device once everything is on the server', async () => {
  const { db, device, uploadId } = await fresh();
  const store = createQueueStore(db, device);
  await keepGivenFiles(db, device, uploadId, [given('1', 'a.txt')], []);
  await sendAreaUpload(db, uploadId);
  await store.savePrepared(uploadId, 'token');
  await store.saveAllRegistered(uploadId);
  await store.saveSent(uploadId);
  expect([await db.uploads.count(), await db.files.count(), await db.series.count(), await db.chunks.count()]).toEqual([0, 0, 0, 0]);
});
