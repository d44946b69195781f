import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { numberSteps, withFault, type Fault } from '#localdb/fault-points.example.ts';
import { releaseCache, cacheSize } from './offline-cache.ts';
import {
  appendToObject,
  beginObject,
  dropObject,
  keepObject,
  keptObject,
  KeptObjectGoneError,
  type ObjectToKeep,
} from './offline-objects.ts';
import { pinStudy } from './pins.ts';
import { holdReserve } from '#localdb/files/reserved-space.ts';
import { LocalDb } from '#localdb/schema.ts';
import { SEGMENT_BYTES, UNIT_BYTES } from '#localdb/files/segment.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';

const STUDY = '00000000-0000-4000-8000-00000000000a';
const VOLUME: ObjectToKeep = { key: 'volume:1', studyUuid: STUDY, tag: '"a"' };
const PLENTY = { limits: { bytes: 1e9, objects: 100 } };

let users: number;
let db: LocalDb;
let device: DeviceKey;

beforeAll(() => {
  numberSteps();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
beforeEach(async () => {
  users = nextUser();
  db = new LocalDb(users);
  device = await openDeviceKey(db);
});

const bytesOf = (size: number, fill = 1): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: size }, (_, n) => (n * 31 + (n >> 8) + fill * 7) & 0xff);
const blobOf = (size: number, fill = 1): Blob => new Blob([bytesOf(size, fill)]);
const counts = async (): Promise<[objects: number, pieces: number]> => [await db.keptObjects.count(), await db.keptPieces.count()];
const picture = (n: number, size: number, now: number, limits = PLENTY.limits) =>
  keepObject(db, device, { key: `thumbnail:${n}`, studyUuid: STUDY, tag: null }, blobOf(size, n), { now, limits });

describe('an offline object', () => {
  it('is read back byte for byte, in ranges across pieces and as a whole', async () => {
    const plain = bytesOf(UNIT_BYTES + 2_000);
    const begun = await beginObject(db, device, { ...VOLUME, size: plain.length }, PLENTY);
    if (begun === 'no-room') throw new Error('no room');
    const ends = [700, UNIT_BYTES + 1_000, plain.length];
    for (const [n, end] of ends.entries()) {
      const at = ends[n - 1] ?? 0;
      expect(await appendToObject(db, device, begun.id, at, plain.slice(at, end), { ...PLENTY, now: 5 })).toBe('kept');
    }
    const kept = await keptObject(db, device, 'volume:1');
    expect(kept).toMatchObject({ size: plain.length, tag: '"a"', fetchedAt: 5 });
    const ranges: [number, number][] = [
      [0, 700],
      [600, 200],
      [UNIT_BYTES, 1_500],
      [plain.length - 1, 1],
      [100, 0],
    ];
    for (const [from, length] of ranges) expect(await kept?.read(from, length)).toEqual(plain.slice(from, from + length));
    const whole = await kept?.blob('image/nii');
    expect(whole?.type).toBe('image/nii');
    expect(Buffer.from((await whole?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(plain)).toBe(true);
    expect(await counts()).toEqual([1, 3]);
    await expect(kept?.read(plain.length, 1)).rejects.toThrow(RangeError);
  });

  it('is split into pieces of 8 MiB at most', async () => {
    expect(await keepObject(db, device, VOLUME, new Blob([new Uint8Array(SEGMENT_BYTES + 1)]), PLENTY)).toBe('kept');
    expect((await db.keptPieces.toArray()).map(({ at, size }) => [at, size])).toEqual([
      [0, SEGMENT_BYTES],
      [SEGMENT_BYTES, 1],
    ]);
    await expect(appendToObject(db, device, 'any', 0, new Uint8Array(SEGMENT_BYTES + 1))).rejects.toThrow(RangeError);
  });

  it('without bytes is stored as well', async () => {
    expect(await keepObject(db, device, VOLUME, new Blob([]), PLENTY)).toBe('kept');
    expect((await (await keptObject(db, device, 'volume:1'))?.blob())?.size).toBe(0);
  });

  it('is stored nowhere in plain text', async () => {
    await keepObject(db, device, VOLUME, new Blob(['Quiet^Heron']), PLENTY);
    const [piece] = await db.keptPieces.toArray();
    expect(await new Blob([piece?.bytes ?? '']).text()).not.toContain('Heron');
  });

  it('replaces the previous one only when it is complete', async () => {
    await keepObject(db, device, VOLUME, blobOf(10, 1), PLENTY);
    const next = await beginObject(db, device, { ...VOLUME, tag: '"b"', size: 20 }, PLENTY);
    if (next === 'no-room') throw new Error('no room');
    await appendToObject(db, device, next.id, 0, bytesOf(15, 2), PLENTY);
    expect((await keptObject(db, device, 'volume:1'))?.size).toBe(10);
    await appendToObject(db, device, next.id, 15, bytesOf(5, 2), PLENTY);
    expect(await keptObject(db, device, 'volume:1')).toMatchObject({ size: 20, tag: '"b"' });
    expect(await counts()).toEqual([1, 2]);
  });

  it('resumes after its last piece, or starts over when the content differs', async () => {
    const wanted = { ...VOLUME, size: 30 };
    const begun = await beginObject(db, device, wanted, PLENTY);
    if (begun === 'no-room') throw new Error('no room');
    await appendToObject(db, device, begun.id, 0, bytesOf(10), PLENTY);
    const again = new LocalDb(users);
    expect(await beginObject(again, device, wanted, PLENTY)).toMatchObject({ id: begun.id, keptBytes: 10 });
    const other = await beginObject(again, device, { ...wanted, tag: '"b"' }, PLENTY);
    expect(other).toMatchObject({ keptBytes: 0 });
    expect(await counts()).toEqual([1, 0]);
    expect(await appendToObject(db, device, begun.id, 10, bytesOf(10), PLENTY)).toBe('moved-on');
  });

  it('accepts no piece twice, out of order or beyond its end', async () => {
    const begun = await beginObject(db, device, { ...VOLUME, size: 30 }, PLENTY);
    if (begun === 'no-room') throw new Error('no room');
    expect(await appendToObject(db, device, begun.id, 0, bytesOf(10), PLENTY)).toBe('kept');
    expect(await appendToObject(db, device, begun.id, 0, bytesOf(10), PLENTY)).toBe('moved-on');
    expect(await appendToObject(db, device, begun.id, 20, bytesOf(10), PLENTY)).toBe('moved-on');
    expect(await appendToObject(db, device, begun.id, 10, bytesOf(21), PLENTY)).toBe('moved-on');
    expect((await db.keptObjects.get(begun.id))?.keptBytes).toBe(10);
  });

  it('cannot be read once the key is gone, or after it was deleted', async () => {
    await keepObject(db, device, VOLUME, blobOf(10), PLENTY);
    expect(await keptObject(db, { ...device, id: 'another' }, 'volume:1')).toBeNull();
    const reading = await keptObject(db, device, 'volume:1');
    expect(await dropObject(db, 'volume:1')).toBe(10);
    expect(await keptObject(db, device, 'volume:1')).toBeNull();
    expect(await counts()).toEqual([0, 0]);
    await expect(reading?.read(0, 1)).rejects.toThrow(KeptObjectGoneError);
  });

  it('with changed or swapped pieces is refused', async () => {
    await keepObject(db, device, VOLUME, blobOf(10), PLENTY);
    await keepObject(db, device, { ...VOLUME, key: 'volume:2' }, blobOf(10, 9), PLENTY);
    const [one, two] = await db.keptPieces.toArray();
    if (!one || !two) throw new Error('Nothing was kept');
    await db.keptPieces.put({ ...two, objectId: one.objectId });
    const reads = await Promise.allSettled(
      ['volume:1', 'volume:2'].map(async (key) => (await keptObject(db, device, key as 'volume:1'))?.read(0, 10)),
    );
    expect(reads.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the cache', () => {
  it('evicts the least recently used objects, by bytes and by number', async () => {
    for (const n of [1, 2, 3]) await picture(n, 100, n);
    // Viewed again a minute later.
    await keptObject(db, device, 'thumbnail:1', 100_000);
    await picture(4, 100, 100_001, { bytes: 300, objects: 100 });
    const here = async () => (await db.keptObjects.toArray()).map(({ key }) => key).sort();
    expect(await here()).toEqual(['thumbnail:1', 'thumbnail:3', 'thumbnail:4']);
    await picture(5, 1, 100_002, { bytes: 300, objects: 2 });
    expect(await here()).toEqual(['thumbnail:4', 'thumbnail:5']);
    expect(await cacheSize(db)).toEqual({ bytes: 101, objects: 2 });
  });

  it('accepts nothing larger than itself, and nothing while files are copied', async () => {
    expect(await picture(1, 301, 1, { bytes: 300, objects: 9 })).toBe('no-room');
    const giveBack = await holdReserve(db, 'intake');
    expect(await picture(2, 1, 1)).toBe('no-room');
    await giveBack?.();
    expect(await picture(2, 1, 1)).toBe('kept');
  });

  it('makes as much space as an upload needs, without touching pinned objects', async () => {
    for (const n of [1, 2, 3]) await picture(n, 100, n);
    await pinStudy(db, device, 'pinned', { patientName: 'Heron', description: 'MR' });
    await keepObject(db, device, { key: 'volume:9', studyUuid: 'pinned', tag: null }, blobOf(400), PLENTY);
    expect(await releaseCache(db, 150)).toBe(200);
    expect(await releaseCache(db, 1_000)).toBe(100);
    expect((await db.keptObjects.toArray()).map(({ key }) => key)).toEqual(['volume:9']);
    expect(await db.keptPieces.count()).toBe(1);
  });
});

describe('an error or a crash at any step', () => {
  const faults: Fault[] = [{ kind: 'kill' }, { kind: 'error', name: 'QuotaExceededError' }, { kind: 'error', name: 'AbortError' }];

  /** In two pieces, like a download. Continues where an earlier one was interrupted. */
  async function keepInPieces(): Promise<string> {
    const begun = await beginObject(db, device, { ...VOLUME, tag: '"b"', size: 20 }, PLENTY);
    if (begun === 'no-room') return begun;
    for (let at = begun.keptBytes; at < 20; at += 10) {
      const added = await appendToObject(db, device, begun.id, at, bytesOf(20, 2).slice(at, at + 10), PLENTY);
      if (added !== 'kept') return added;
    }
    return 'kept';
  }

  it.each(faults)('leaves the old or the new state, never a part: $kind $name', async (fault) => {
    const start = async (): Promise<void> => {
      await Promise.all([db.keptObjects.clear(), db.keptPieces.clear()]);
      await keepObject(db, device, VOLUME, blobOf(10, 1), PLENTY);
    };
    await start();
    const { steps } = await withFault(null, fault, keepInPieces);
    expect(steps).toBeGreaterThan(15);
    for (let at = 1; at <= steps; at += 1) {
      await start();
      if ((await withFault(at, fault, keepInPieces)).end === 'killed') {
        db.close();
        db = new LocalDb(users);
      }
      const stood = await keptObject(db, device, 'volume:1');
      expect([10, 20], `step ${at}`).toContain(stood?.size);
      expect(await stood?.read(0, stood.size), `step ${at}`).toEqual(stood?.size === 10 ? bytesOf(10, 1) : bytesOf(20, 2));
      expect(await keepInPieces(), `step ${at}`).toBe('kept');
      expect(await counts(), `step ${at}`).toEqual([1, 2]);
    }
  });
});
