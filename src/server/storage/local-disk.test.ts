import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
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

  test.each(['ENOSPC', 'EDQUOT'])('%s is a full storage: the draft is removed, the old object stays', async (code) => {
    const root = await freshFolder();
    await (await createLocalDisk(root)).write('team-1/object', Uint8Array.of(1));
    const full = await createLocalDisk(root, {
      async open(path, flags, mode) {
        const file = await fs.open(path, flags, mode);
        file.write = () => Promise.reject(Object.assign(new Error('no room'), { code }));
        return file;
      },
    });
    await expect(full.write('team-1/object', Uint8Array.of(2, 2))).rejects.toBeInstanceOf(StorageFullError);
    expect(await fs.readdir(join(root, '_incoming'))).toEqual([]);
    expect([...(await full.read('team-1/object', 0, 1))]).toEqual([1]);
  });

  test('another fault is not called a full storage', async () => {
    const store = await createLocalDisk(await freshFolder(), {
      open: () => Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' })),
    });
    await expect(store.write('team-1/object', Uint8Array.of(1))).rejects.toThrow('broken');
  });
});
