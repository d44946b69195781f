import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { nodeFileSystem, type FileSystem } from './file-system.ts';
import { createLocalDisk } from './local-disk.ts';
import { describeObjectStore } from './object-store.conformance.ts';
import { StorageFullError } from './object-store.ts';

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
  test('what a killed process left half written is gone at the next start, and whole objects stay', async () => {
    const root = await freshFolder();
    const before = await createLocalDisk(root);
    await before.write('team-1/whole', Uint8Array.of(1, 2));
    await fs.writeFile(join(root, '_incoming', 'half'), 'half');
    const after = await createLocalDisk(root);
    expect(await fs.readdir(join(root, '_incoming'))).toEqual([]);
    expect(await after.size('team-1/whole')).toBe(2);
  });

  test('a draft whose key turns out to be none, or never comes, is removed when it has been written', async () => {
    const root = await freshFolder();
    const store = await createLocalDisk(root);
    const draft = new Uint8Array(3_000_000);
    await store.write(Promise.resolve(null), draft);
    await expect(store.write(Promise.reject(new Error('no key')), draft)).rejects.toThrow('no key');
    expect(await fs.readdir(join(root, '_incoming'))).toEqual([]);
  });

  const fault = (code: string) => Object.assign(new Error('broken'), { code });

  /** Each call of the system by its number: a disk whose n-th call fails with a code. */
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
    '%s in any step of a write is a full storage: the draft is removed, the old object stays',
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

  test('another fault is not called a full storage', async () => {
    const root = await freshFolder();
    const before = failingAt(0, 'EIO');
    await createLocalDisk(root, { fs: before.fs });
    const store = await createLocalDisk(root, { fs: failingAt(before.steps() + 1, 'EIO').fs });
    await expect(store.write('team-1/object', Uint8Array.of(1))).rejects.toThrow('broken');
  });
});
