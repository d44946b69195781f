import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { saveSimilarFiles, type OpenedForComparison } from './similar-files.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from './decrypted-rows.ts';
import { AS_THEY_ARE, commitBatch, stageBatch } from '#localdb/queue/queue.example.ts';
import { LocalDb } from '#localdb/schema.ts';
import { processUpload } from './upload-commands.ts';
import { readUploadView } from './upload-view.ts';
import { savePreview, shownUpload } from './uploads.ts';

let db: LocalDb;
let device: DeviceKey;
let uploadId: string;

beforeEach(async () => {
  db = new LocalDb(nextUser());
  device = await openDeviceKey(db);
  uploadId = (await shownUpload(db)).id;
  await savePreview(db, uploadId);
});

/** Files `0.dcm`, `1.dcm`, … of 1000 bytes, with other contents for each `fill`. */
async function take(fill: number, ...instances: string[]): Promise<void> {
  const files = instances.map((sopInstanceUid) => ({ sopInstanceUid, seriesInstanceUid: '2.25.1', studyInstanceUid: '2.25.1' }));
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, files, fill));
}

const shown = async () => (await readUploadView(db, device, new FactsCache()))!.studies[0]!.series.map(({ alike }) => alike);

it('versions of one image, and files with the same name and size, are counted and all stored', async () => {
  await take(1, '1.1', '1.2', '1.3');
  await saveSimilarFiles(db, device, uploadId);
  expect(await shown()).toEqual([{ instance: 0, nameAndSize: 0 }]);
  await take(2, '1.1', '1.4');
  await saveSimilarFiles(db, device, uploadId);
  expect(await shown()).toEqual([{ instance: 2, nameAndSize: 4 }]);
  // The same bytes are a duplicate: they are not taken and are similar to nothing.
  await take(2, '1.1', '1.4');
  await saveSimilarFiles(db, device, uploadId);
  expect(await shown()).toEqual([{ instance: 2, nameAndSize: 4 }]);
  expect(await db.files.where('seriesId').above('').count()).toBe(5);
});

it('each file is opened once: a second check opens only new files', async () => {
  const opened: OpenedForComparison = new Map();
  const look = async (): Promise<number> => {
    const opens = vi.spyOn(crypto.subtle, 'decrypt');
    await saveSimilarFiles(db, device, uploadId, opened);
    const count = opens.mock.calls.length;
    opens.mockRestore();
    return count;
  };
  await take(1, ...Array.from({ length: 60 }, (_, n) => `1.${n}`));
  expect(await look()).toBe(60);
  await take(100, '1.7');
  expect(await look()).toBe(1);
  expect(await shown()).toEqual([{ instance: 2, nameAndSize: 2 }]);
  await db.files.delete([...opened.keys()][0]!);
  expect(await look()).toBe(0);
  expect(opened.size).toBe(60);
});

it('files are not checked any more once the upload is sent', async () => {
  await take(1, '1.1');
  await take(2, '1.1');
  expect(await processUpload(db, uploadId, { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE })).toEqual({ ok: true });
  await saveSimilarFiles(db, device, uploadId);
  expect(await shown()).toEqual([{ instance: 0, nameAndSize: 0 }]);
});
