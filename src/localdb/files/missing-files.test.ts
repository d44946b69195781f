import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { missingFiles } from './missing-files.ts';
import { commitBatch, stageBatch } from '#localdb/queue/queue.example.ts';
import { LocalDb } from '#localdb/schema.ts';
import { savePreview, shownUpload } from '#localdb/upload/uploads.ts';

it('files that a server does not have are counted by content, one series at a time, without those that are not uploaded', async () => {
  const db = new LocalDb(nextUser());
  const device = await openDeviceKey(db);
  const { id: uploadId } = await shownUpload(db);
  await savePreview(db, uploadId);
  const inSeries = (...numbers: number[]) => numbers.map((seriesNumber) => ({ seriesInstanceUid: `2.25.${seriesNumber}`, seriesNumber }));
  const first = await stageBatch(device, uploadId, inSeries(1, 1, 2), 1);
  await commitBatch(db, device, uploadId, first);
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, inSeries(2, 2), 9));
  // The same contents twice: the second file is not part of a series.
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, inSeries(1, 1, 2), 1));

  const ids = (await db.series.orderBy('id').toArray()).toSorted((a, b) => a.arrival - b.arrival).map(({ id }) => id);
  const contents = first.files.map(({ sha256 }) => sha256);
  expect(Object.values(await missingFiles(db, ids, new Set(contents)))).toEqual([0, 2]);
  expect(Object.values(await missingFiles(db, ids, new Set(contents.slice(1))))).toEqual([1, 2]);
  expect(Object.values(await missingFiles(db, ids, new Set()))).toEqual([2, 3]);
});
