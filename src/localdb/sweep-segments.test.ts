import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openDeviceKey } from './device-key.ts';
import { LocalDb, type FileRow } from './schema.ts';
import { createSegment } from './segment.ts';
import { sweepSegments } from './sweep-segments.ts';

it('removes the bytes that no file names, and only those', async () => {
  const db = new LocalDb(9001);
  const device = await openDeviceKey(db);
  const named = await createSegment(device, 'u', new Uint8Array(10));
  const orphan = await createSegment(device, 'u', new Uint8Array(10));
  await db.segments.bulkAdd([named, orphan]);
  await db.files.add({ id: 'f', uploadId: 'u', segmentIds: [named.id], sha256: '', problem: null } as unknown as FileRow);
  expect(await sweepSegments(db)).toBe(1);
  expect(await db.segments.toCollection().primaryKeys()).toEqual([named.id]);
});
