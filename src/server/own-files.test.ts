import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import { keepToOwner } from './own-files.ts';

/** Files and folders that are open to group or others, by path. Should be empty. */
async function wide(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const modes = await Promise.all(['', ...entries].map(async (entry) => ({ entry, mode: (await stat(join(folder, entry))).mode & 0o777 })));
  return modes.filter(({ mode }) => mode !== 0o700 && mode !== 0o600).map(({ entry, mode }) => `${entry} ${mode.toString(8)}`);
}

describe('the data folder', () => {
  let parent: string;
  let folder: string;
  let umask: number;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'lightship-modes-'));
    folder = join(parent, 'data');
    umask = process.umask(0);
  });
  afterEach(async () => {
    process.umask(umask);
    await rm(parent, { recursive: true });
  });

  test('is accessible to its user only, with any umask: database, journals, lock, objects and drafts', async () => {
    await keepToOwner(folder);
    const opened = await openDatabase({ engine: 'sqlite', folder: join(folder, 'database') });
    if (!opened.ok) throw new Error('in use');
    await opened.db.write((tx) => tx.updateTable('team').set({ title: 'North' }).execute());
    const objects = await createLocalDisk(join(folder, 'objects'));
    await objects.write('team-1/study-a/object', new Uint8Array([1]));
    let giveKey: (key: string) => void = () => undefined;
    const writing = objects.write(new Promise<string>((resolve) => (giveKey = resolve)), new Uint8Array([2]));
    await expect.poll(() => readdir(join(folder, 'objects', '_incoming'))).toHaveLength(1);

    const files = await readdir(folder, { recursive: true });
    for (const name of ['lightship.sqlite', 'lightship.sqlite-wal', 'lightship.sqlite-shm', 'lightship.lock', 'object'])
      expect(files.some((file) => file.endsWith(name))).toBe(true);
    expect(await wide(folder)).toEqual([]);
    giveKey('team-1/study-a/other');
    await writing;
    expect(await wide(folder)).toEqual([]);
    await opened.db.close();
  });

  test('that is accessible to others is restricted at the start, with all its content', async () => {
    await mkdir(join(folder, 'objects', 'team-1'), { recursive: true });
    await writeFile(join(folder, 'objects', 'team-1', 'object'), 'x');
    expect(await wide(folder)).toHaveLength(4);
    await keepToOwner(folder);
    expect(await wide(folder)).toEqual([]);
  });

  test('that was partly restricted by an interrupted start is restricted by the next', async () => {
    await mkdir(join(folder, 'objects'), { recursive: true });
    await writeFile(join(folder, 'objects', 'object'), 'x');
    await chmod(join(folder, 'objects'), 0o700);
    await keepToOwner(folder);
    expect(await wide(folder)).toEqual([]);
  });
});
