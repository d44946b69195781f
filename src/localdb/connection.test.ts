import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isConnectionLost, withConnection } from './connection.ts';
import { openDeviceKey } from './device-key.ts';
import { commitBatch, stageBatch } from './queue/queue.example.ts';
import { LocalDb } from './schema.ts';
import { readStagedFile } from './files/staged-file.ts';
import { shownUpload } from './upload/uploads.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';

let users: number;
let db: LocalDb;
beforeEach(() => {
  users = nextUser();
  db = new LocalDb(users);
});
afterEach(() => vi.restoreAllMocks());

const LOST = [
  new DOMException('', 'UnknownError'),
  new DOMException('', 'InvalidStateError'),
  new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'AbortError'),
  Object.assign(new Error('wrapped'), { name: 'AbortError', inner: new DOMException('', 'UnknownError') }),
];

describe('a lost database connection', () => {
  it.each(LOST)('is reopened, and the work is repeated once: %s', async (fault) => {
    await db.open();
    const before = db.backendDB();
    const seen: IDBDatabase[] = [];
    const work = vi.fn<() => Promise<string>>(async () => {
      seen.push(db.backendDB());
      if (seen.length === 1) throw fault;
      return 'done';
    });
    expect(await withConnection(db, work)).toBe('done');
    expect(seen[0]).toBe(before);
    expect(seen[1]).not.toBe(before);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is reopened once for everyone who had the error', async () => {
    await db.open();
    const open = vi.spyOn(indexedDB, 'open');
    const once = (): (() => Promise<void>) => {
      let calls = 0;
      return async () => {
        calls += 1;
        if (calls === 1) throw new DOMException('', 'UnknownError');
        await db.uploads.count();
      };
    };
    await Promise.all([1, 2, 3].map(() => withConnection(db, once())));
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('that fails again stores nothing', async () => {
    const work = vi.fn<() => Promise<void>>().mockRejectedValue(new DOMException('', 'UnknownError'));
    await expect(withConnection(db, work)).rejects.toThrow();
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is not confused with a full device or a programming error', () => {
    expect([new DOMException('', 'QuotaExceededError'), new TypeError('x'), null, 'UnknownError'].map(isConnectionLost)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a browser that cannot store Blobs', () => {
  const refuseBlobs = (): void => {
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      const [value] = given as [{ bytes?: unknown }];
      if (value.bytes instanceof Blob) throw new DOMException('Blobs are not supported', 'DataCloneError');
      return put.apply(this, given);
    });
  };

  it('is detected by a test, and gets ArrayBuffers', async () => {
    refuseBlobs();
    const device = await openDeviceKey(db);
    expect(device.keepsBlobs).toBe(false);
    const { id } = await shownUpload(db);
    const batch = await stageBatch(device, id, [{ instanceNumber: 1 }]);
    await commitBatch(db, device, id, batch);
    const [segment] = await db.segments.toArray();
    expect(segment?.bytes).toBeInstanceOf(ArrayBuffer);
    const [file] = await db.files.toArray();
    expect(await readStagedFile(db, device, file ?? { pieces: [] }, 0, 1000)).toHaveLength(1000);
  });

  it('is tested again, and one that can store Blobs is tested once', async () => {
    refuseBlobs();
    await openDeviceKey(db);
    vi.restoreAllMocks();
    expect((await openDeviceKey(db)).keepsBlobs).toBe(true);
    expect(await db.segments.count()).toBe(0);
    const put = vi.spyOn(db.segments, 'put');
    expect((await openDeviceKey(db)).keepsBlobs).toBe(true);
    expect(put).not.toHaveBeenCalled();
  });
});
