import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nodeFileSystem, type FileSystem } from './file-system.ts';
import { createLocalDisk } from './local-disk.ts';
import { describeObjectStore } from './object-store.conformance.ts';
import { ObjectMissingError, StorageFullError, type ObjectStore } from './object-store.ts';

const folders: string[] = [];
async function freshFolder(): Promise<string> {
  const folder = await fs.mkdtemp(join(tmpdir(), 'lightship-disk-'));
  folders.push(folder);
  return folder;
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await fs.rm(folder, { recursive: true, force: true });
});

describeObjectStore('the local disk', async () => createLocalDisk(await freshFolder()));

describe('the local disk', () => {
  test('removes half-written files of a killed process at the next start, and keeps complete objects', async () => {
    const root = await freshFolder();
    const before = await createLocalDisk(root);
    await before.write('team-1/whole', Uint8Array.of(1, 2));
    await fs.writeFile(join(root, '_incoming', 'half'), 'half');
    const after = await createLocalDisk(root);
    expect(await fs.readdir(join(root, '_incoming'))).toEqual([]);
    expect(await after.size('team-1/whole')).toBe(2);
  });

  test('removes a draft when its key is invalid or never arrives', async () => {
    const root = await freshFolder();
    const store = await createLocalDisk(root);
    const draft = new Uint8Array(3_000_000);
    await store.write(Promise.resolve(null), draft);
    await expect(store.write(Promise.reject(new Error('no key')), draft)).rejects.toThrow('no key');
    expect(await fs.readdir(join(root, '_incoming'))).toEqual([]);
  });

  const fault = (code: string) => Object.assign(new Error('broken'), { code });

  /** Numbers the calls to the file system: the n-th one fails with a code. */
  function failingAt(step: number, code: string): { fs: FileSystem; steps: () => number } {
    let steps = 0;
    const next = <T>(work: () => Promise<T>): Promise<T> => ((steps += 1) === step ? Promise.reject(fault(code)) : work());
    return {
      steps: () => steps,
      fs: {
        ...nodeFileSystem,
        open: (path, flags) =>
          next(async () => {
            const file = await nodeFileSystem.open(path, flags);
            return {
              write: (bytes, offset, length) => next(() => file.write(bytes, offset, length)),
              read: (into, offset, length, position) => file.read(into, offset, length, position),
              stat: () => file.stat(),
              sync: () => next(() => file.sync()),
              close: () => file.close(),
            };
          }),
        rename: (from, to) => next(() => nodeFileSystem.rename(from, to)),
        mkdir: (path, options) => next(() => nodeFileSystem.mkdir(path, options)),
      },
    };
  }

  test.each(['ENOSPC', 'EDQUOT'])(
    'reports a full storage for %s in any step of a write: the draft is removed, the old object stays',
    async (code) => {
      const root = await freshFolder();
      const sound = await createLocalDisk(root);
      await sound.write('team-1/object', Uint8Array.of(1));
      const makingIt = failingAt(0, code);
      await createLocalDisk(root, { fs: makingIt.fs });
      const first = makingIt.steps();
      let step = first;
      for (let failed = true; failed;) {
        const { fs: faulty } = failingAt((step += 1), code);
        const full = await createLocalDisk(root, { fs: faulty });
        const outcome = await full.write('team-1/deep/object', Uint8Array.of(2, 2)).catch((error: unknown) => error);
        failed = outcome !== undefined;
        if (failed) expect(outcome, `step ${step}`).toBeInstanceOf(StorageFullError);
        expect(await fs.readdir(join(root, '_incoming'))).toEqual([]);
        expect([...(await sound.read('team-1/object', 0, 1))]).toEqual([1]);
        await sound.removeAll('team-1/deep');
      }
      // Open, write, sync, make the folder and sync its parent, rename, sync.
      expect(step - first - 1).toBeGreaterThanOrEqual(8);
    },
  );

  test('does not report other errors as a full storage', async () => {
    const root = await freshFolder();
    const before = failingAt(0, 'EIO');
    await createLocalDisk(root, { fs: before.fs });
    const store = await createLocalDisk(root, { fs: failingAt(before.steps() + 1, 'EIO').fs });
    await expect(store.write('team-1/object', Uint8Array.of(1))).rejects.toThrow('broken');
  });

  /** A disk on which some calls behave differently. */
  const storeOn = (root: string, more: Partial<FileSystem>) => createLocalDisk(root, { fs: { ...nodeFileSystem, ...more } });

  test('does not treat a temporarily unreadable object as missing', async () => {
    const root = await freshFolder();
    await (await createLocalDisk(root)).write('team-1/object', Uint8Array.of(1));
    let isBroken = false;
    const broken = <T>(code: string, work: () => Promise<T>): Promise<T> => (isBroken ? Promise.reject(fault(code)) : work());
    const store = await storeOn(root, {
      open: (path, flags) => broken('EMFILE', () => nodeFileSystem.open(path, flags)),
      stat: (path) => broken('EACCES', () => nodeFileSystem.stat(path)),
      opendir: (path) => broken('EACCES', () => nodeFileSystem.opendir(path)),
    });
    isBroken = true;
    const asked = [store.read('team-1/object', 0, 1), buffer(store.stream('team-1/object', 0, 1)), store.size('team-1/object')];
    for (const outcome of await Promise.allSettled(asked))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'broken' } });
    await expect(allOf(store.list(''))).rejects.toThrow('broken');
  });

  test('does not treat paths below an object, or folders, as objects', async () => {
    const store = await createLocalDisk(await freshFolder());
    await store.write('team-1/object', Uint8Array.of(1));
    expect([await store.size('team-1'), await store.size('team-1/object/below')]).toEqual([null, null]);
    const missing = { name: 'ObjectMissingError', message: 'There is no such object' };
    await expect(store.read('team-1/object/below', 0, 1)).rejects.toMatchObject({ ...missing, cause: { code: 'ENOTDIR' } });
    await expect(store.read('team-1/none', 0, 1)).rejects.toMatchObject({ ...missing, cause: { code: 'ENOENT' } });
    expect(await allOf(store.list('team-1/object'))).toEqual([]);
  });

  test('reports an object that shrinks during a read as missing, without reading forever', async () => {
    const root = await freshFolder();
    await (await createLocalDisk(root)).write('team-1/object', Uint8Array.of(1, 2));
    const store = await storeOn(root, {
      open: async (path, flags) => {
        const file = await nodeFileSystem.open(path, flags);
        return {
          write: (bytes, offset, length) => file.write(bytes, offset, length),
          read: (into, offset, length, position) => file.read(into, offset, length, position),
          stat: () => Promise.resolve({ size: 3 }),
          sync: () => file.sync(),
          close: () => file.close(),
        };
      },
    });
    await expect(store.read('team-1/object', 0, 3)).rejects.toMatchObject({
      name: 'ObjectMissingError',
      message: 'The object became shorter while it was read',
    });
  });

  test('reads and writes every byte on a system with short reads and writes', async () => {
    const root = await freshFolder();
    const store = await storeOn(root, {
      open: async (path, flags) => {
        const file = await nodeFileSystem.open(path, flags);
        return {
          write: (bytes, offset, length) => file.write(bytes, offset, Math.min(length, 3)),
          read: (into, offset, length, position) => file.read(into, offset, Math.min(length, 3), position),
          stat: () => file.stat(),
          sync: () => file.sync(),
          close: () => file.close(),
        };
      },
    });
    const bytes = Uint8Array.from({ length: 20 }, (_, n) => n);
    await store.write('team-1/object', bytes);
    expect([...(await store.read('team-1/object', 0, 20))]).toEqual([...bytes]);
    expect([...(await store.read('team-1/object', 5, 8))]).toEqual([...bytes.subarray(5, 13)]);
  });

  test('omits an object that disappears during a listing', async () => {
    const root = await freshFolder();
    const store = await storeOn(root, {
      stat: (path) => (path.endsWith('gone') ? Promise.reject(fault('ENOENT')) : nodeFileSystem.stat(path)),
    });
    for (const key of ['team-1/gone', 'team-1/here']) await store.write(key, Uint8Array.of(1));
    expect((await allOf(store.list(''))).map(({ key }) => key)).toEqual(['team-1/here']);
  });

  test('does not list drafts', async () => {
    const store = await createLocalDisk(await freshFolder());
    const key = Promise.withResolvers<string>();
    const writing = store.write(key.promise, Uint8Array.of(1));
    await store.write('team-1/other', Uint8Array.of(1));
    expect((await allOf(store.list(''))).map((object) => object.key)).toEqual(['team-1/other']);
    key.resolve('team-1/object');
    await writing;
    expect(await allOf(store.list(''))).toHaveLength(2);
  });

  test('returns nothing for a range past the end of an object', async () => {
    const store = await createLocalDisk(await freshFolder());
    await store.write('team-1/object', new Uint8Array(3_000_000));
    const given: unknown[] = [];
    const reading = store.stream('team-1/object', 0, 3_000_001).on('data', (bytes) => given.push(bytes));
    await expect(buffer(reading)).rejects.toThrow('The range is outside the object');
    expect(given).toEqual([]);
  });

  test('lists the write time of each object in whole milliseconds', async () => {
    const root = await freshFolder();
    const store = await createLocalDisk(root);
    await store.write('team-1/object', Uint8Array.of(1));
    await fs.utimes(join(root, 'team-1', 'object'), 1_700_000_000.25, 1_700_000_000.2506);
    expect(await allOf(store.list(''))).toEqual([{ key: 'team-1/object', bytes: 1, writtenAt: 1_700_000_000_250 }]);
  });

  test('closes every opened file in all cases', async () => {
    const root = await freshFolder();
    const open = new Set<object>();
    let isFull = false;
    const store = await storeOn(root, {
      open: async (path, flags) => {
        const file = await nodeFileSystem.open(path, flags);
        open.add(file);
        return {
          write: (bytes, offset, length) => (isFull ? Promise.reject(fault('ENOSPC')) : file.write(bytes, offset, length)),
          read: (into, offset, length, position) => file.read(into, offset, length, position),
          stat: () => file.stat(),
          sync: () => file.sync(),
          close: async () => {
            await file.close();
            open.delete(file);
          },
        };
      },
    });
    await store.write('team-1/object', Uint8Array.of(1, 2));
    await store.read('team-1/object', 0, 2);
    await expect(store.read('team-1/object', 0, 3)).rejects.toBeInstanceOf(ObjectMissingError);
    isFull = true;
    await expect(store.write('team-1/object', Uint8Array.of(1))).rejects.toBeInstanceOf(StorageFullError);
    expect(open.size).toBe(0);
  });

  /** Removes the folder of the object this many times, after it was created and before the object gets its name. */
  function losingFolder(root: string, times: number): Partial<FileSystem> {
    let left = times;
    return {
      rename: async (from, to) => {
        if ((left -= 1) >= 0) await fs.rm(join(root, 'team-1'), { recursive: true });
        return nodeFileSystem.rename(from, to);
      },
    };
  }

  test('recreates a folder removed during a write once, and refuses the write the second time', async () => {
    const root = await freshFolder();
    const once = await storeOn(root, losingFolder(root, 1));
    await once.write('team-1/study/object', Uint8Array.of(1));
    expect(await once.size('team-1/study/object')).toBe(1);
    const twice = await storeOn(root, losingFolder(root, 2));
    await expect(twice.write('team-1/study/object', Uint8Array.of(1))).rejects.toThrow('ENOENT');
    expect(await fs.readdir(join(root, '_incoming'))).toEqual([]);
  });

  test('does not retry a rename that fails for another reason', async () => {
    const root = await freshFolder();
    let tries = 0;
    const store = await storeOn(root, {
      rename: () => {
        tries += 1;
        return Promise.reject(fault('EACCES'));
      },
    });
    await expect(store.write('team-1/object', Uint8Array.of(1))).rejects.toThrow('broken');
    expect(tries).toBe(1);
  });

  test('reports the first error of a write, also when the draft cannot be removed', async () => {
    const root = await freshFolder();
    let isBroken = false;
    const store = await storeOn(root, {
      rename: () => Promise.reject(fault('ENOSPC')),
      rm: (path, options) => (isBroken ? Promise.reject(fault('EIO')) : nodeFileSystem.rm(path, options)),
    });
    isBroken = true;
    await expect(store.write('team-1/object', Uint8Array.of(1))).rejects.toMatchObject({
      name: 'StorageFullError',
      message: 'The disk is full',
      cause: { code: 'ENOSPC' },
    });
  });

  test('refuses a wrong key before a byte is written', async () => {
    const root = await freshFolder();
    const opened: string[] = [];
    const store = await storeOn(root, {
      open: (path, flags) => {
        opened.push(flags);
        return nodeFileSystem.open(path, flags);
      },
    });
    await expect(store.write('../out', Uint8Array.of(1))).rejects.toBeInstanceOf(TypeError);
    expect(opened).not.toContain('wx');
  });

  describe('the name of a folder', () => {
    const ALL = ['/team-1/study', '/team-1', ''];
    let root: string;
    let store: ObjectStore;
    let synced: string[];
    /** The operation that a call waits for, if any. */
    let renaming: Promise<void> | undefined;
    let removing: Promise<void> | undefined;
    beforeEach(async () => {
      root = await freshFolder();
      synced = [];
      renaming = removing = undefined;
      store = await storeOn(root, {
        open: (path, flags) => {
          if (flags === 'r') synced.push(path.slice(root.length));
          return nodeFileSystem.open(path, flags);
        },
        rename: async (from, to) => {
          await renaming;
          return nodeFileSystem.rename(from, to);
        },
        rm: async (path, options) => {
          await removing;
          return nodeFileSystem.rm(path, options);
        },
      });
    });
    const syncsOf = async (key: string): Promise<string[]> => {
      synced = [];
      await store.write(key, Uint8Array.of(1));
      return synced;
    };

    test('is synced once per process, and again after folders were removed', async () => {
      expect(await syncsOf('team-1/study/a')).toEqual(ALL);
      expect(await syncsOf('team-1/study/b')).toEqual(['/team-1/study']);
      expect(await syncsOf('team-1/other/a')).toEqual(['/team-1/other', '/team-1']);
      await store.removeAll('team-1/other');
      expect(await syncsOf('team-1/study/c')).toEqual(ALL);
      expect(await syncsOf('team-1/study/d')).toEqual(['/team-1/study']);
    });

    test('is synced by each write while folders are being removed', async () => {
      await syncsOf('team-1/study/a');
      const held = Promise.withResolvers<void>();
      removing = held.promise;
      const removal = store.removeAll('team-1/other');
      expect(await syncsOf('team-1/study/b')).toEqual(ALL);
      expect(await syncsOf('team-1/study/c')).toEqual(ALL);
      held.resolve();
      await removal;
      expect(await syncsOf('team-1/study/d')).toEqual(ALL);
      expect(await syncsOf('team-1/study/e')).toEqual(['/team-1/study']);
    });

    test('is synced by a write that began before and ended after a removal of folders', async () => {
      await syncsOf('team-1/study/a');
      const held = Promise.withResolvers<void>();
      renaming = held.promise;
      const writing = syncsOf('team-1/study/b');
      // It has checked the known folders when it gets to its name.
      await vi.waitFor(async () => expect(await fs.readdir(join(root, '_incoming'))).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await store.removeAll('team-1/other');
      held.resolve();
      expect(await writing).toEqual(ALL);
      expect(await syncsOf('team-1/study/c')).toEqual(ALL);
    });
  });
});

async function allOf<T>(each: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of each) all.push(one);
  return all;
}
