import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { openDeviceKey } from './device-key.ts';
import { missingFiles } from './missing-files.ts';
import { commitBatch, stageBatch } from './queue.example.ts';
import { LocalDb } from './schema.ts';
import { savePreview, shownUpload } from './uploads.ts';

it('files that a server does not have are counted by their contents, a series at a time, and none that stays behind', async () => {
  const db = new LocalDb(nextUser());
  const device = await openDeviceKey(db);
  const { id: uploadId } = await shownUpload(db);
  await savePreview(db, uploadId);
  const inSeries = (...numbers: number[]) => numbers.map((seriesNumber) => ({ seriesInstanceUid: `2.25.${seriesNumber}`, seriesNumber }));
  const first = await stageBatch(device, uploadId, inSeries(1, 1, 2), 1);
  await commitBatch(db, device, uploadId, first);
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, inSeries(2, 2), 9));
  // Twice the same contents: of the second time nothing is part of a series.
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, inSeries(1, 1, 2), 1));

  const ids = (await db.series.orderBy('id').toArray()).toSorted((a, b) => a.arrival - b.arrival).map(({ id }) => id);
  const contents = first.files.map(({ sha256 }) => sha256);
  expect(Object.values(await missingFiles(db, ids, new Set(contents)))).toEqual([0, 2]);
  expect(Object.values(await missingFiles(db, ids, new Set(contents.slice(1))))).toEqual([1, 2]);
  expect(Object.values(await missingFiles(db, ids, new Set()))).toEqual([2, 3]);
});
