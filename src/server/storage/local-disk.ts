import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf, makeLastingFolder, nodeFileSystem, syncFolder, type FileSystem, type OpenFile } from './file-system.ts';
import { assertObjectKey } from './object-key.ts';
import { isStorageFull, ObjectMissingError, StorageFullError, type ListedObject, type ObjectStore } from './object-store.ts';

/** Not a word of a key, so that no object can lie in it. */
const INCOMING = '_incoming';
const READ_BYTES = 1024 * 1024;
/** Linux (6.18, ext4) took 4 MiB in one call four times as long as in eight: it looks for as much memory in one piece to copy them to. */
const WRITE_BYTES = 512 * 1024;
/** Of folders that are remembered; one that is forgotten costs a sync. */
const MOST_NAMES = 10_000;

export interface LocalDiskOptions {
  fs?: FileSystem;
}

/**
 * Objects as files below one folder, which belongs to one process.
 *
 * A write goes to a name of its own in `_incoming`, is fsynced, gets its final name, and the folder is fsynced, as are those above it whose names are
 * new: after a power cut the object is there whole or not at all. A removal is not forced out; what it removed may be there again, as
 * nobody's. What an earlier process left in `_incoming` is nothing that anybody was promised; it goes at the start.
 */
export async function createLocalDisk(root: string, { fs = nodeFileSystem }: LocalDiskOptions = {}): Promise<ObjectStore> {
  const incoming = join(root, INCOMING);
  await makeLastingFolder(fs, root);
  await fs.rm(incoming, { recursive: true, force: true });
  await fs.mkdir(incoming, { recursive: true });
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
      // What cannot be removed either goes at the next start; the first fault is the one that tells.
      await fs.rm(draft, { force: true }).catch(() => undefined);
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

  /** The folder may be removed by `removeAll` between its making and the renaming: then it is made again, once. Removed later, the write is refused. */
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
      if (offset + length > (await file.stat()).size) throw new ObjectMissingError('The range lies outside of the object');
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
  /** The names of this folder, into which something was put since, and of those between it and the root last when this resolves. */
  makeLast(folder: string, known: Set<string>): Promise<void>;
  whileFoldersGo(removing: () => Promise<void>): Promise<void>;
}

/**
 * That a folder is there does not say that its name lasts: another write may have just made it, or a process that was killed. So each name is forced
 * out once by this process, and once more after folders were removed: one of the same name may be another.
 */
function createLastingNames(fs: FileSystem, root: string): LastingNames {
  let lasting = new Set<string>();
  let removals = 0;
  return {
    known: () => lasting,

    async makeLast(folder, known) {
      // Folders went since it was asked: what is known says nothing of these, and these may be gone before they are noted.
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

/** What asking gives, or null where there is no such file or folder (any more). */
async function ifThere<T>(asking: Promise<T>): Promise<T | null> {
  return asking.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)));
