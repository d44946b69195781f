import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { beforeEach, expect, it, vi } from 'vitest';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { keepObject, keptObject } from './offline-objects.ts';
import { keptByStudy, movePin, pinStudy, sweepUnreadable, unpinStudy, type KeptOfStudy } from './pins.ts';
import { LocalDb } from '#localdb/schema.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';

const NAME = { patientName: 'Heron^Quiet', description: 'MR prostate' };
let users: number;
let db: LocalDb;
let device: DeviceKey;

beforeEach(async () => {
  users = nextUser();
  db = new LocalDb(users);
  device = await openDeviceKey(db);
});

const keep = (key: 'volume:1' | 'thumbnail:1' | 'thumbnail:2', studyUuid: string, size: number) =>
  keepObject(db, device, { key, studyUuid, tag: null }, new Blob([new Uint8Array(size)]), { limits: { bytes: 1e6, objects: 9 } });
const counts = () => Promise.all([db.pins.count(), db.keptObjects.count(), db.keptPieces.count()]);

it('viewed objects stay once their study is pinned, and are all removed when it is unpinned', async () => {
  await keep('thumbnail:1', 'a', 5);
  await keep('thumbnail:2', 'b', 7);
  await pinStudy(db, device, 'a', NAME, 1);
  await keep('volume:1', 'a', 50);
  expect((await db.keptObjects.toArray()).map(({ key, cached }) => `${key} ${cached}`).sort()).toEqual([
    'thumbnail:1 0',
    'thumbnail:2 1',
    'volume:1 0',
  ]);
  expect((await keptByStudy(db, device)).get('a')).toEqual({
    ...{ studyUuid: 'a', bytes: 55, imageBytes: 50, objects: 2 },
    pin: { name: NAME, pinnedAt: 1, state: 'wanted', total: null, keptAt: null, failure: null },
  });
  expect((await keptByStudy(db, device)).get('b')).toEqual({ studyUuid: 'b', pin: null, bytes: 7, imageBytes: 0, objects: 1 });
  expect(await unpinStudy(db, 'a')).toBe(55);
  expect(await counts()).toEqual([0, 1, 1]);
  expect(await keptObject(db, device, 'volume:1')).toBeNull();
});

it('a pin is stored once and without a name in plain text', async () => {
  await pinStudy(db, device, 'a', NAME, 1);
  await pinStudy(db, device, 'a', NAME, 2);
  const [row] = await db.pins.toArray();
  expect(new TextDecoder().decode(row?.sealed)).not.toContain('Heron');
  expect(row?.pinnedAt).toBe(1);
});

it('a pin follows its state table, and a removed pin never changes', async () => {
  await pinStudy(db, device, 'a', NAME);
  expect(await movePin(db, 'a', 'whole')).toBe(false);
  expect(await movePin(db, 'a', 'begun', { total: 9 })).toBe(true);
  expect(await movePin(db, 'a', 'whole', { keptAt: 3 })).toBe(true);
  expect(await db.pins.get('a')).toMatchObject({ state: 'kept', total: 9, keptAt: 3 });
  await unpinStudy(db, 'a');
  expect(await movePin(db, 'a', 'changed')).toBe(false);
  expect(await db.pins.count()).toBe(0);
});

it('the state of a pin is updated live', async () => {
  const seen: (KeptOfStudy | undefined)[] = [];
  const watching = liveQuery(() => keptByStudy(db, device)).subscribe((kept) => void seen.push(kept.get('a')));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  await pinStudy(db, device, 'a', NAME);
  await vi.waitFor(() => expect(seen.at(-1)?.pin?.state).toBe('wanted'));
  await keep('volume:1', 'a', 50);
  await vi.waitFor(() => expect(seen.at(-1)?.bytes).toBe(50));
  watching.unsubscribe();
});

it('pins whose key is gone are removed, with everything that cannot be read any more', async () => {
  await pinStudy(db, device, 'a', NAME);
  await keep('volume:1', 'a', 50);
  await db.keys.clear();
  const fresh = await openDeviceKey(db);
  expect((await keptByStudy(db, fresh)).get('a')?.pin).toBeNull();
  await sweepUnreadable(db, fresh);
  expect(await counts()).toEqual([0, 0, 0]);
});
