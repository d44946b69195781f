import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { readLeftBehind, saveChosen } from './chosen-files.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { LocalDb, type FileRow } from '#localdb/schema.ts';
import { createSegment } from './segment.ts';
import { intakeLockName, sweepLeftBehind, sweepSegments } from './sweep-segments.ts';

it('removes bytes that belong to no file, and no others', async () => {
  const db = new LocalDb(9001);
  const device = await openDeviceKey(db);
  const named = await createSegment(device, 'u', new Uint8Array(10));
  const orphan = await createSegment(device, 'u', new Uint8Array(10));
  await db.segments.bulkAdd([named, orphan]);
  await db.files.add({ id: 'f', uploadId: 'u', segmentIds: [named.id], sha256: '', problem: null } as unknown as FileRow);
  expect(await sweepSegments(db)).toBe(1);
  expect(await db.segments.toCollection().primaryKeys()).toEqual([named.id]);
});

it('bytes of a crashed page are removed, and its missing files are reported', async () => {
  const db = new LocalDb(nextUser());
  const device = await openDeviceKey(db);
  await db.segments.add(await createSegment(device, 'u', new Uint8Array(10)));
  await saveChosen(db, device, 'killed', [{ id: 'a', name: 'a.dcm', path: 'a.dcm', size: 9 }]);
  await saveChosen(db, device, 'this page', [{ id: 'b', name: 'b.dcm', path: 'b.dcm', size: 9 }]);
  await sweepLeftBehind(db, 'this page');
  expect(await db.segments.count()).toBe(0);
  expect((await readLeftBehind(db, device)).map(({ name }) => name)).toEqual(['a.dcm']);
});

it('each user has a separate intake lock', () => {
  expect(intakeLockName(7)).not.toBe(intakeLockName(8));
});
