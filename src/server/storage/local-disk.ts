import { randomUUID } from 'node:crypto';
import * as nodeFs from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { assertObjectKey } from './object-key.ts';
import { isStorageFull, ObjectMissingError, StorageFullError, type ListedObject, type ObjectStore } from './object-store.ts';

/** Not a word of a key, so that no object can lie in it. */
const INCOMING = '_incoming';
const READ_BYTES = 1024 * 1024;
/** Linux (6.18, ext4) took 4 MiB in one call four times as long as in eight: it looks for as much memory in one piece to copy them to. */
const WRITE_BYTES = 512 * 1024;

/** What the disk asks of the system; a test puts its faults here. */
export type FileSystem = Pick<typeof nodeFs, 'open' | 'rename' | 'mkdir' | 'rm' | 'stat' | 'opendir'>;

export interface LocalDiskOptions {
  fs?: FileSystem;
}

/**
 * Objects as files below one folder, which belongs to one process.
 *
 * A write goes to a name of its own in `_incoming`, is fsynced, gets its final name, and the folder is fsynced: after a power cut the
 * object is there whole or not at all. What an earlier process left in `_incoming` is nothing that anybody was promised; it goes at the start.
 */
export async function createLocalDisk(root: string, { fs = nodeFs }: LocalDiskOptions = {}): Promise<ObjectStore> {
  const incoming = join(root, INCOMING);
  await fs.rm(incoming, { recursive: true, force: true });
  await fs.mkdir(incoming, { recursive: true });
  await syncFolder(fs, root);

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

  /** The folder may be removed by `removeAll` between its making and the renaming: then it is made again, once. */
  async function giveName(draft: string, target: string): Promise<void> {
    const folder = dirname(target);
    for (const last of [false, true]) {
      await makeFolder(folder);
      try {
        await fs.rename(draft, target);
        return await syncFolder(fs, folder);
      } catch (error) {
        if (last || !isMissing(error)) throw error;
      }
    }
  }

  /** `mkdir -p` whose names survive a power cut: the parent of every folder that was made is fsynced too. */
  async function makeFolder(folder: string): Promise<void> {
    const first = await fs.mkdir(folder, { recursive: true });
    if (first === undefined) return;
    const made = relative(dirname(first), folder).split(sep);
    for (let depth = 0; depth < made.length; depth += 1) await syncFolder(fs, join(dirname(first), ...made.slice(0, depth)));
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
      await fs.rm(pathOf(prefix.replace(/\/$/, '')), { recursive: true, force: true });
    },

    list: (prefix) => listFolder(prefix === '' ? root : pathOf(prefix.replace(/\/$/, '')), prefix.replace(/\/$/, '')),
  };
}

async function openObject(path: string, { open }: FileSystem): Promise<nodeFs.FileHandle> {
  try {
    return await open(path, 'r');
  } catch (cause) {
    throw isMissing(cause) ? new ObjectMissingError('There is no such object', { cause }) : cause;
  }
}

async function writeAll(file: nodeFs.FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done, Math.min(WRITE_BYTES, bytes.length - done))).bytesWritten;
}

async function readAll(file: nodeFs.FileHandle, into: Buffer, position: number): Promise<void> {
  for (let done = 0; done < into.length;) {
    const { bytesRead } = await file.read(into, done, into.length - done, position + done);
    if (bytesRead === 0) throw new ObjectMissingError('The object became shorter while it was read');
    done += bytesRead;
  }
}

/** A new name lasts once its folder is fsynced. Windows knows no fsync of folders; its file systems journal names. */
async function syncFolder({ open }: FileSystem, path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What asking gives, or null where there is no such file or folder (any more). */
async function ifThere<T>(asking: Promise<T>): Promise<T | null> {
  return asking.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)));
