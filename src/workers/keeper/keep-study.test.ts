import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { keptFiles } from '#localdb/kept-copies/kept-files.ts';
import { dropObject, keptObject } from '#localdb/kept-copies/offline-objects.ts';
import { keptOfStudy, movePin, pinStudy, unpinStudy } from '#localdb/kept-copies/pins.ts';
import { LocalDb } from '#localdb/schema.ts';
import { browserClock } from '#transfer/browser.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import type { KeepPorts } from './fetch-object.ts';
import { checkStudy, keepStudy } from './keep-study.ts';
import { bytesOfVolume, exampleServer, type ExampleServer } from './server.example.ts';

const NEVER = new AbortController().signal;
let users: number;
let db: LocalDb;
let device: DeviceKey;
let server: ExampleServer;
let ports: KeepPorts;
let time = 1_000;

beforeEach(async () => {
  users = nextUser();
  time = 1_000;
  db = new LocalDb(users);
  device = await openDeviceKey(db);
  server = exampleServer({ a: { 1: 40, 2: 0, 3: 25 } });
  ports = { db, device, server, clock: { ...browserClock, now: () => time, random: () => 0.5 }, keepRuntime: async () => true };
  await pinStudy(db, device, 'a', { patientName: 'Heron', description: 'MR' }, 1);
});

afterEach(() => void vi.restoreAllMocks());

const keep = (signal = NEVER): Promise<void> => keepStudy(ports, 'a', signal);
const pin = () => db.pins.get('a');
const volume = async (id: number) =>
  (await keptObject(db, device, `volume:${id}`))?.read(0, (await keptObject(db, device, `volume:${id}`))?.size ?? 0);

function refuse(): never {
  throw new DOMException('full', 'QuotaExceededError');
}

/** Once so many pieces of objects are stored, nothing can be written until a reserve is given back. */
function fillDeviceAfter(pieces: number): void {
  const { put, delete: remove } = IDBObjectStore.prototype;
  let coming = 0;
  let isFull = false;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (this.name === 'keptPieces') coming += 1;
    isFull ||= this.name === 'keptPieces' && coming > pieces;
    return isFull ? refuse() : put.apply(this, row);
  });
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name === 'segments') isFull = false;
    return remove.call(this, key);
  });
}

describe('a pinned study', () => {
  it('is stored completely: its data and its volumes, byte for byte, each requested once', async () => {
    await keep();
    expect(await pin()).toMatchObject({ state: 'kept', total: 65, keptAt: 1_000, failure: null });
    expect(await Promise.all([1, 2, 3].map(volume))).toEqual([bytesOfVolume(1, 0, 40), new Uint8Array(0), bytesOfVolume(3, 0, 25)]);
    const study = await keptObject(db, device, 'answer:study:a');
    expect(JSON.parse(await (await study!.blob()).text())).toEqual({ uuid: 'a' });
    expect(server.asked).toEqual(['study a', 'series a', 'thumbnail a-1', 'volume 1 0+40', 'volume 3 0+25', 'proposals a']);
    expect(await (await (await keptObject(db, device, 'thumbnail:a-1'))!.blob()).text()).toBe('a-1');
  });

  it('says that the device is full also when its files have filled that to the last byte, and goes on once there is space', async () => {
    // Two answers, a thumbnail, a volume.
    fillDeviceAfter(4);
    await keep();
    expect(await pin()).toMatchObject({ state: 'failed', total: 65, failure: { why: 'room', tries: 1 } });
    expect(server.asked.at(-1)).toBe('volume 3 0+25');
    expect(await db.segments.count()).toBe(0);
    vi.restoreAllMocks();
    await keep();
    expect(await pin()).toMatchObject({ state: 'kept' });
  });

  it('is not begun on a device that has no space for a reserve', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(refuse);
    await keep();
    expect(await pin()).toMatchObject({ state: 'failed', failure: { why: 'room' } });
    expect(server.asked).toEqual([]);
  });

  it('is complete without the image of a series that has none', async () => {
    server.hasPictures = false;
    await keep();
    expect(await pin()).toMatchObject({ state: 'kept' });
  });

  it('resumes after an interrupted response', async () => {
    server.cuts = [10, 5];
    await keep();
    expect(await pin()).toMatchObject({ state: 'failed', total: 65, failure: { why: 'network', tries: 1, at: 1_000, until: 6_000 } });
    expect(await keptObject(db, device, 'volume:1')).toBeNull();
    time = 6_000;
    await keep();
    expect(await pin()).toMatchObject({ state: 'failed', failure: { tries: 2, until: 26_000 } });
    await keep();
    expect(await pin()).toMatchObject({ state: 'kept', failure: null });
    expect(server.asked.filter((each) => each.startsWith('volume 1'))).toEqual(['volume 1 0+40', 'volume 1 10+30', 'volume 1 15+25']);
    expect(await volume(1)).toEqual(bytesOfVolume(1, 0, 40));
  });

  it('starts a volume over when its content has changed', async () => {
    server.cuts = [10];
    await keep();
    server.tag = '"2"';
    await keep();
    expect(await pin()).toMatchObject({ state: 'kept' });
    expect(await volume(1)).toEqual(bytesOfVolume(1, 0, 40, '"2"'));
  });

  it('stops for an upload, and resumes afterwards', async () => {
    const upload = new AbortController();
    server.onBody = () => upload.abort();
    await keep(upload.signal);
    expect(await pin()).toMatchObject({ state: 'keeping', failure: null });
    server.onBody = () => undefined;
    await keep();
    expect(await pin()).toMatchObject({ state: 'kept' });
    expect(await volume(1)).toEqual(bytesOfVolume(1, 0, 40));
  });

  it('that is unpinned meanwhile leaves nothing', async () => {
    server.onBody = () => void unpinStudy(db, 'a');
    await keep();
    expect(await pin()).toBeUndefined();
    await unpinStudy(db, 'a');
    expect([await db.keptObjects.count(), await db.keptPieces.count()]).toEqual([0, 0]);
  });

  it.each([
    [{ ok: false, kind: 'network' }, 'network', null],
    [{ ok: false, kind: 'refused', status: 401 }, 'sign-in', 401],
    [{ ok: false, kind: 'refused', status: 403 }, 'refused', 403],
    [{ ok: false, kind: 'refused', status: 404 }, 'gone', 404],
    [{ ok: false, kind: 'refused', status: 503 }, 'server', 503],
  ] as const)('gives the reason why it is not stored: %o', async (fault, why, status) => {
    server.fault = fault;
    await keep();
    expect(await pin()).toMatchObject({ state: 'failed', failure: { why, status } });
  });

  it.each([
    [{ ok: false, kind: 'refused', status: 429, retryAfterMs: 90_000 }, 90_000],
    [{ ok: false, kind: 'network', retryAfterMs: 90_000 }, 90_000],
    [{ ok: false, kind: 'refused', status: 503, retryAfterMs: 1_000 }, 5_000],
    [{ ok: false, kind: 'refused', status: 503, retryAfterMs: 10 * 365 * 86_400_000 }, 60 * 60_000],
  ] as const)('is not requested before the time that the server gave: %o', async (fault, pauseMs) => {
    server.fault = fault;
    await keep();
    expect((await pin())?.failure).toMatchObject({ until: time + pauseMs });
  });

  it.each([
    [403, 0],
    [404, 0],
    [503, 6],
    [401, 6],
  ])('that the server answers with %i keeps %i objects here', async (status, objects) => {
    await keep();
    server.fault = { ok: false, kind: 'refused', status };
    await movePin(db, 'a', 'changed');
    await keep();
    expect(await db.keptObjects.count()).toBe(objects);
  });
});

describe('a pinned study that arrived as files [ANN-70]', () => {
  const keys = async () => (await db.keptObjects.where({ studyUuid: 'a' }).toArray()).map(({ key }) => key).sort();
  const file = async (id: number) => (await keptObject(db, device, `file:${id}`))?.read(0, 12);

  beforeEach(() => void server.originals.set('a', { 7: 12, 8: 12 }));

  it('is stored with its files and their order instead of volumes', async () => {
    await keep();
    expect(await pin()).toMatchObject({ state: 'kept', total: 24 });
    expect(await Promise.all([7, 8].map(file))).toEqual([bytesOfVolume(7, 0, 12), bytesOfVolume(8, 0, 12)]);
    expect((await keptFiles(db, device, 'a-1'))?.map(({ id, position }) => [id, position])).toEqual([
      [7, 0],
      [8, 1],
    ]);
    expect(server.asked).toEqual(['study a', 'series a', 'files a-1', 'thumbnail a-1', 'file 7 0+12', 'file 8 0+12', 'proposals a']);
    expect((await keptOfStudy(db, device, 'a')).imageBytes).toBe(24);
  });

  it('resumes at the file that was interrupted', async () => {
    server.onBody = () => void (server.asked.length === 6 && (server.fault = { ok: false, kind: 'network' }));
    server.cuts = [12, 5];
    await keep();
    expect(await keptOfStudy(db, device, 'a')).toMatchObject({ imageBytes: 17, pin: { state: 'failed', total: 24 } });
    server.fault = null;
    server.asked = [];
    await keep();
    expect(server.asked.filter((each) => each.startsWith('file'))).toEqual(['files a-1', 'file 8 5+7']);
    expect(await pin()).toMatchObject({ state: 'kept' });
  });

  it('that an earlier version kept as volumes shows them until its files are here', async () => {
    server.originals.clear();
    await keep();
    server.originals.set('a', { 7: 12, 8: 12 });
    await checkStudy(ports, 'a', NEVER);
    expect(await pin()).toMatchObject({ state: 'wanted' });
    server.cuts = [12, 5];
    await keep();
    expect(await keys()).toContain('volume:1');
    expect(await keptOfStudy(db, device, 'a')).toMatchObject({ imageBytes: 17, pin: { total: 24 } });
    await keep();
    expect(await keys()).toEqual(['answer:files:a-1', 'answer:series:a', 'answer:study:a', 'file:7', 'file:8', 'thumbnail:a-1']);
  });

  it('is checked without a request for each series', async () => {
    await keep();
    server.asked = [];
    await checkStudy(ports, 'a', NEVER);
    expect(server.asked).toEqual(['series a', 'proposals a']);
    expect(await pin()).toMatchObject({ state: 'kept' });
  });

  it.each(['file:8', 'answer:files:a-1'] as const)('is completed if the browser lost %s', async (key) => {
    await keep();
    await dropObject(db, key);
    await checkStudy(ports, 'a', NEVER);
    expect(await pin()).toMatchObject({ state: 'wanted' });
  });

  it('leaves nothing when it is unpinned', async () => {
    await keep();
    await unpinStudy(db, 'a');
    expect([await db.keptObjects.count(), await db.keptPieces.count()]).toEqual([0, 0]);
  });
});

describe('checking a study that is completely stored', () => {
  it('updates the time of the last check', async () => {
    await keep();
    time = 9_000;
    server.asked = [];
    await checkStudy(ports, 'a', NEVER);
    expect(await pin()).toMatchObject({ state: 'kept', keptAt: 9_000 });
    expect(server.asked).toEqual(['series a', 'proposals a']);
  });

  it('finds new volumes, which the next turn loads', async () => {
    await keep();
    server.volumes.set('a', { 3: 25, 4: 8 });
    await checkStudy(ports, 'a', NEVER);
    expect(await pin()).toMatchObject({ state: 'wanted' });
    expect(await volume(1)).toEqual(bytesOfVolume(1, 0, 40));
    server.asked = [];
    await keep();
    expect(server.asked).toEqual(['study a', 'series a', 'volume 4 0+8', 'proposals a']);
    expect((await db.keptObjects.toArray()).map(({ key }) => key).sort()).toEqual([
      'answer:series:a',
      'answer:study:a',
      'thumbnail:a-1',
      'volume:3',
      'volume:4',
    ]);
  });

  it('changes nothing while the server is unreachable', async () => {
    await keep();
    server.fault = { ok: false, kind: 'network' };
    await checkStudy(ports, 'a', NEVER);
    expect(await pin()).toMatchObject({ state: 'kept', keptAt: 1_000 });
    expect(await db.keptObjects.count()).toBe(6);
  });
});
