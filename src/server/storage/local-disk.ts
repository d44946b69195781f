import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf, makeLastingFolder, nodeFileSystem, syncFolder, type FileSystem, type OpenFile } from './file-system.ts';
import { assertObjectKey } from './object-key.ts';
import { isStorageFull, ObjectMissingError, StorageFullError, type ListedObject, type ObjectStore } from './object-store.ts';

/** Not valid in a key, so no object can be stored in it. */
const INCOMING = '_incoming';
const READ_BYTES = 1024 * 1024;
/** Linux (6.18, ext4) took four times as long for 4 MiB in one call as in eight, because it allocates one contiguous buffer for the copy. */
const WRITE_BYTES = 512 * 1024;
/** Limit of remembered folders; a forgotten one costs a sync. */
const MOST_NAMES = 10_000;

export interface LocalDiskOptions {
  fs?: FileSystem;
  /** The folder belongs to another process: what lies in `_incoming` stays. */
  onlyReads?: boolean;
}

/**
 * Objects as files below one folder, which belongs to one process.
 *
 * A write uses a temporary name in `_incoming`, is fsynced and gets its final name. Then the folder is fsynced, and those above it whose names
 * are new: after a power failure the object is complete or missing. A removal is not synced: the object may reappear without a row. What an
 * earlier process left in `_incoming` was never acknowledged, and is removed at the start.
 */
export async function createLocalDisk(
  root: string,
  { fs = nodeFileSystem, onlyReads = false }: LocalDiskOptions = {},
): Promise<ObjectStore> {
  const incoming = join(root, INCOMING);
  if (!onlyReads) {
    await makeLastingFolder(fs, root);
    await fs.rm(incoming, { recursive: true, force: true });
    await fs.mkdir(incoming, { recursive: true });
  }
  const names = createLastingNames(fs, root);

  const pathOf = (key: string): string => {
    assertObjectKey(key);
    return join(root, ...key.split('/'));
  };

  async function write(keyOrAwaited: string | Promise<string | null>, bytes: Uint8Array | Readable): Promise<void> {
    const target = typeof keyOrAwaited === 'string' ? pathOf(keyOrAwaited) : null;
    const draft = join(incoming, randomUUID());
    const writing = writeDurably(draft, bytes);
    try {
      const [key] = await Promise.all([keyOrAwaited, writing]);
      if (key === null) await fs.rm(draft);
      else await giveName(draft, target ?? pathOf(key));
    } catch (cause) {
      await writing.catch(() => undefined);
      // If it cannot be removed either, the next start removes it. The first error is the relevant one.
      await fs.rm(draft).catch(() => undefined);
      throw isStorageFull(cause) ? new StorageFullError('The disk is full', { cause }) : cause;
    }
  }

  async function writeDurably(path: string, bytes: Uint8Array | Readable): Promise<void> {
    const file = await fs.open(path, 'wx');
    try {
      if (bytes instanceof Readable) for await (const part of bytes) await writeAll(file, part as Uint8Array);
      else await writeAll(file, bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /**
   * `removeAll` may remove the folder after it was created and before the renaming: it is then created again, once. If that happens again, the
   * write fails.
   */
  async function giveName(draft: string, target: string): Promise<void> {
    const folder = dirname(target);
    for (const last of [false, true]) {
      await fs.mkdir(folder, { recursive: true });
      const known = names.known();
      try {
        await fs.rename(draft, target);
      } catch (error) {
        if (last || !isMissing(error)) throw error;
        continue;
      }
      await syncFolder(fs, folder);
      return names.makeLast(folder, known);
    }
  }

  async function* listFolder(path: string, key: string): AsyncGenerator<ListedObject> {
    const folder = await ifThere(fs.opendir(path));
    if (folder === null) return;
    for await (const entry of folder) {
      if (entry.name === INCOMING) continue;
      const inner = key === '' ? entry.name : `${key}/${entry.name}`;
      if (entry.isDirectory()) yield* listFolder(join(path, entry.name), inner);
      const found = entry.isFile() ? await ifThere(fs.stat(join(path, entry.name))) : null;
      if (found !== null) yield { key: inner, bytes: found.size, writtenAt: Math.floor(found.mtimeMs) };
    }
  }

  async function* readRange(key: string, offset: number, length: number, step: number): AsyncGenerator<Uint8Array> {
    const file = await openObject(pathOf(key), fs);
    try {
      if (offset + length > (await file.stat()).size) throw new ObjectMissingError('The range is outside the object');
      for (let done = 0; done < length;) {
        const part = Buffer.allocUnsafeSlow(Math.min(step, length - done));
        await readAll(file, part, offset + done);
        yield part;
        done += part.length;
      }
    } finally {
      await file.close();
    }
  }

  return {
    write,

    async read(key, offset, length) {
      for await (const bytes of readRange(key, offset, length, length)) return bytes;
      return new Uint8Array(0);
    },

    stream: (key, offset, length) => Readable.from(readRange(key, offset, length, READ_BYTES), { objectMode: false }),

    async size(key) {
      const found = await ifThere(fs.stat(pathOf(key)));
      return found?.isFile() ? found.size : null;
    },

    async remove(key) {
      await fs.rm(pathOf(key), { force: true });
    },

    async removeAll(prefix) {
      await names.whileFoldersGo(() => fs.rm(pathOf(prefix.replace(/\/$/, '')), { recursive: true, force: true }));
    },

    list: (prefix) => listFolder(prefix === '' ? root : pathOf(prefix.replace(/\/$/, '')), prefix.replace(/\/$/, '')),
  };
}

async function openObject(path: string, { open }: FileSystem): Promise<OpenFile> {
  try {
    return await open(path, 'r');
  } catch (cause) {
    throw isMissing(cause) ? new ObjectMissingError('There is no such object', { cause }) : cause;
  }
}

async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done, Math.min(WRITE_BYTES, bytes.length - done))).bytesWritten;
}

async function readAll(file: OpenFile, into: Buffer, position: number): Promise<void> {
  for (let done = 0; done < into.length;) {
    const { bytesRead } = await file.read(into, done, into.length - done, position + done);
    if (bytesRead === 0) throw new ObjectMissingError('The object became shorter while it was read');
    done += bytesRead;
  }
}

interface LastingNames {
  /** Asked before something is put into a folder. */
  known(): Set<string>;
  /** When this resolves, the names in this folder, which has changed, and those of the folders up to the root are durable. */
  makeLast(folder: string, known: Set<string>): Promise<void>;
  whileFoldersGo(removing: () => Promise<void>): Promise<void>;
}

/**
 * An existing folder may not be durable: another write may have just created it, or a killed process. So this process syncs each name once, and
 * again after folders were removed, because a new one may have the same name.
 */
function createLastingNames(fs: FileSystem, root: string): LastingNames {
  let lasting = new Set<string>();
  let removals = 0;
  return {
    known: () => lasting,

    async makeLast(folder, known) {
      // Folders were removed since it was asked: the known ones say nothing about these, which may be gone before they are recorded.
      const noted = removals === 0 && known === lasting ? known : new Set<string>();
      for (let inner = folder; inner !== root; inner = dirname(inner)) {
        if (noted.has(inner)) continue;
        await syncFolder(fs, dirname(inner));
        noted.add(inner);
      }
      if (noted.size > MOST_NAMES) noted.clear();
    },

    async whileFoldersGo(removing) {
      removals += 1;
      lasting = new Set();
      try {
        await removing();
      } finally {
        removals -= 1;
        lasting = new Set();
      }
    },
  };
}

/** The result, or null if the file or folder does not exist. */
async function ifThere<T>(asking: Promise<T>): Promise<T | null> {
  return asking.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)));
