import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, makeLastingFolder, nodeFileSystem, syncFolder, type FileSystem } from './file-system.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'lightship-files-'))));
afterEach(() => rm(folder, { recursive: true }));

test('created files are accessible to their owner only, with any umask', async () => {
  const before = process.umask(0);
  try {
    await nodeFileSystem.mkdir(join(folder, 'a', 'b'), { recursive: true });
    await (await nodeFileSystem.open(join(folder, 'a', 'file'), 'wx')).close();
  } finally {
    process.umask(before);
  }
  const modes = await Promise.all(['a', 'a/b', 'a/file'].map(async (name) => (await stat(join(folder, name))).mode & 0o777));
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

/** Records which folders are synced, and fails at one of them. */
function watched(failing: Record<string, string> = {}): { fs: FileSystem; synced: string[]; closed: string[] } {
  const [synced, closed]: [string[], string[]] = [[], []];
  const open: FileSystem['open'] = (path) => {
    const code = failing[path];
    if (code !== undefined) return Promise.reject(Object.assign(new Error(`broken: ${code}`), { code }));
    const file = { sync: async () => void synced.push(path), close: async () => void closed.push(path) };
    return Promise.resolve(file as unknown as Awaited<ReturnType<FileSystem['open']>>);
  };
  return { fs: { ...nodeFileSystem, open, mkdir: () => Promise.resolve(undefined) }, synced, closed };
}

describe('the top folder of durable data', () => {
  test('is made durable with every folder above it: each is synced and closed', async () => {
    const { fs, synced, closed } = watched();
    await makeLastingFolder(fs, '/srv/data/objects');
    expect([synced, closed]).toEqual([
      ['/srv/data', '/srv', '/'],
      ['/srv/data', '/srv', '/'],
    ]);
  });

  test.each(['EACCES', 'EPERM', 'EROFS', 'EINVAL'])(
    'inside a foreign folder (%s), in which we created nothing, is made durable',
    async (code) => {
      const { fs, synced } = watched({ '/srv': code });
      await makeLastingFolder(fs, '/srv/data/objects');
      expect(synced).toEqual(['/srv/data']);
    },
  );

  test('does not count as durable when a sync fails', async () => {
    await expect(makeLastingFolder(watched({ '/srv': 'EIO' }).fs, '/srv/data/objects')).rejects.toThrow('broken: EIO');
  });
});

test('a folder whose sync fails is closed', async () => {
  const { fs, closed } = watched();
  const failing: Pick<FileSystem, 'open'> = {
    open: async (path, flags) => ({ ...(await fs.open(path, flags)), sync: () => Promise.reject(new Error('broken')) }),
  };
  await expect(syncFolder(failing, '/srv')).rejects.toThrow('broken');
  expect(closed).toEqual(['/srv']);
});

test('an error returns its own code, and anything else returns none', () => {
  expect(codeOf(Object.assign(new Error('broken'), { code: 'EIO' }))).toBe('EIO');
  expect([codeOf(new Error('broken')), codeOf({ code: 'EIO' }), codeOf('EIO')]).toEqual([undefined, undefined, undefined]);
});
