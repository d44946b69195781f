import { basename, dirname } from 'node:path';
import type { FileSystem, OpenFile } from './file-system.ts';

/** Numbers from 0 (inclusive) to 1 (exclusive), determined by a seed. */
export type Chance = () => number;

export interface LossyDiskOptions {
  random: Chance;
  /** Folders that always exist. */
  folders: readonly string[];
  /** A sync of this path reports success without doing anything, like a program that forgets it. */
  forgetsSync?: (path: string) => boolean;
}

export type End = 'power cut' | 'kill';

/**
 * A disk in memory for tests. A power failure keeps only what was synced. Chance alone decides about every other write and name, whatever came
 * before or after it: lost, kept, or (for a write) partial, or zeros instead of its bytes. Concurrent calls run in random order.
 */
export interface LossyDisk {
  /** The file system for the next process. A process that has ended gets no more answers. */
  boot(): FileSystem;
  /** Number of calls of the current process. */
  calls(): number;
  /** The process ends during that call, which may have been done or not. */
  endAt(call: number, how: End): void;
  endNow(how: End): void;
  /** Resolves when the current process has ended. */
  ended(): Promise<void>;
}

interface FileNode {
  kind: 'file';
  bytes: Uint8Array;
  durable: Uint8Array;
  unsynced: { at: number; bytes: Uint8Array }[];
}
interface FolderNode {
  kind: 'folder';
  names: Map<string, Node>;
  durable: Map<string, Node>;
  /** What each name referred to since the last sync, in order; null if it was removed. */
  unsynced: Map<string, (Node | null)[]>;
}
type Node = FileNode | FolderNode;

const NEVER = new Promise<never>(() => undefined);
const SECTOR_BYTES = 512;

export function createLossyDisk({ random, folders, forgetsSync = () => false }: LossyDiskOptions): LossyDisk {
  const top = folderNode();
  for (const path of folders) makeFolders(path);
  syncAll(top);
  let life = 0;
  let begun = 0;
  let planned: { call: number; how: End } | null = null;
  let ending = Promise.withResolvers<void>();
  const waiting: (() => void)[] = [];

  type Call = <T>(work: () => T) => Promise<T>;

  /** One call of a process: run in random order, and answered only while the process is alive. */
  async function callOf<T>(born: number, work: () => T): Promise<T> {
    if (born !== life) return NEVER;
    begun += 1;
    const ends = planned !== null && begun >= planned.call ? planned.how : null;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      setImmediate(() => waiting.splice(Math.floor(random() * waiting.length), 1)[0]?.());
    });
    if (born !== life) return NEVER;
    if (ends === null) return work();
    // The request may have been done, but its answer is lost.
    if (random() < 0.5) attempt(work);
    endNow(ends);
    return NEVER;
  }

  function endNow(how: End): void {
    life += 1;
    planned = null;
    if (how === 'power cut') forget(top, random);
    ending.resolve();
  }

  function nodeAt(path: string): Node {
    let node: Node = top;
    for (const name of path.split('/').filter(Boolean)) {
      if (node.kind !== 'folder') throw fault('ENOTDIR');
      const next = node.names.get(name);
      if (next === undefined) throw fault('ENOENT');
      node = next;
    }
    return node;
  }
  function folderAt(path: string): FolderNode {
    const node = nodeAt(path);
    if (node.kind !== 'folder') throw fault('ENOTDIR');
    return node;
  }
  function setName(path: string, node: Node | null): void {
    const folder = folderAt(dirname(path));
    const name = basename(path);
    if (node === null) folder.names.delete(name);
    else folder.names.set(name, node);
    folder.unsynced.set(name, [...(folder.unsynced.get(name) ?? []), node]);
  }
  function removeTree(path: string): void {
    const node = nodeAt(path);
    if (node.kind === 'folder') for (const name of node.names.keys()) removeTree(`${path}/${name}`);
    setName(path, null);
  }

  /** `mkdir -p`; returns the first folder that was missing. */
  function makeFolders(path: string): string | undefined {
    let first: string | undefined;
    const parts = path.split('/').filter(Boolean);
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const folder = `/${parts.slice(0, depth).join('/')}`;
      if (folderAt(dirname(folder)).names.has(basename(folder))) continue;
      first ??= folder;
      setName(folder, folderNode());
    }
    return first;
  }

  async function* entriesOf(call: Call, names: readonly [string, Node][]) {
    for (const [name, { kind }] of names)
      yield await call(() => ({ name, isFile: () => kind === 'file', isDirectory: () => kind === 'folder' }));
  }

  function openFile(call: Call, path: string, node: Node): OpenFile {
    return {
      write: (bytes, offset, length) =>
        call(() => {
          if (node.kind !== 'file') throw fault('EISDIR');
          // Sometimes fewer bytes than requested, as the system may do.
          const bytesWritten = random() < 0.2 ? Math.ceil(length / 2) : length;
          const written = { at: node.bytes.length, bytes: bytes.slice(offset, offset + bytesWritten) };
          node.bytes = withBytes(node.bytes, written.at, written.bytes);
          node.unsynced.push(written);
          return { bytesWritten };
        }),
      read: (into, offset, length, position) =>
        call(() => {
          if (node.kind !== 'file') throw fault('EISDIR');
          const found = node.bytes.subarray(position, position + length);
          into.set(found, offset);
          return { bytesRead: found.length };
        }),
      stat: () => call(() => ({ size: sizeOf(node) })),
      sync: () => call(() => void (forgetsSync(path) || sync(node))),
      close: () => call(() => undefined),
    };
  }

  function fileSystemOf(call: Call): FileSystem {
    return {
      open: (path, flags) =>
        call(() => {
          if (flags === 'r') return openFile(call, path, nodeAt(path));
          if (folderAt(dirname(path)).names.has(basename(path))) throw fault('EEXIST');
          const made: FileNode = { kind: 'file', bytes: new Uint8Array(0), durable: new Uint8Array(0), unsynced: [] };
          setName(path, made);
          return openFile(call, path, made);
        }),
      rename: (from, to) =>
        call(() => {
          const node = nodeAt(from);
          setName(to, node);
          setName(from, null);
        }),
      mkdir: (path) => call(() => makeFolders(path)),
      rm: (path, { force = false } = {}) =>
        call(() => {
          try {
            removeTree(path);
          } catch (error) {
            if (!force) throw error;
          }
        }),
      stat: (path) =>
        call(() => {
          const node = nodeAt(path);
          return { isFile: () => node.kind === 'file', size: sizeOf(node), mtimeMs: 0 };
        }),
      opendir: (path) => call(() => entriesOf(call, [...folderAt(path).names])),
    };
  }

  return {
    boot() {
      life += 1;
      begun = 0;
      ending = Promise.withResolvers();
      const born = life;
      return fileSystemOf((work) => callOf(born, work));
    },
    calls: () => begun,
    endAt: (call, how) => void (planned = { call, how }),
    endNow,
    ended: () => ending.promise,
  };
}

function folderNode(): FolderNode {
  return { kind: 'folder', names: new Map(), durable: new Map(), unsynced: new Map() };
}

function sync(node: Node): void {
  if (node.kind === 'file') {
    node.durable = node.bytes;
    node.unsynced = [];
  } else {
    node.durable = new Map(node.names);
    node.unsynced = new Map();
  }
}

function syncAll(node: FolderNode): void {
  sync(node);
  for (const inner of node.names.values()) if (inner.kind === 'folder') syncAll(inner);
}

/** What is left of a file, or of a folder and everything in it. */
function forget(node: Node, random: Chance): void {
  if (node.kind === 'file') {
    let bytes = node.durable;
    for (const write of inAnyOrder(node.unsynced, random)) {
      const kept = keptOf(write.bytes, random);
      if (kept !== null) bytes = withBytes(bytes, write.at, kept);
    }
    Object.assign(node, { bytes, durable: bytes, unsynced: [] });
    return;
  }
  const names = new Map(node.durable);
  for (const [name, states] of node.unsynced) {
    const kept = Math.floor(random() * (states.length + 1)) - 1;
    const state = states[kept];
    if (state === null) names.delete(name);
    else if (state !== undefined) names.set(name, state);
  }
  Object.assign(node, { names, durable: new Map(names), unsynced: new Map() });
  for (const inner of names.values()) forget(inner, random);
}

/** For a write: nothing, everything, some of its sectors, or only its length. */
function keptOf(bytes: Uint8Array, random: Chance): Uint8Array | null {
  const fate = random();
  if (fate < 0.3) return null;
  if (fate < 0.5) return bytes;
  if (fate < 0.7) return new Uint8Array(bytes.length);
  const torn = new Uint8Array(fate < 0.85 ? bytes.length : Math.floor(bytes.length / 2));
  for (let at = 0; at < torn.length; at += SECTOR_BYTES) {
    if (random() < 0.5) torn.set(bytes.subarray(at, Math.min(at + SECTOR_BYTES, torn.length)), at);
  }
  return torn;
}

function withBytes(bytes: Uint8Array, at: number, more: Uint8Array): Uint8Array {
  const joined = new Uint8Array(Math.max(bytes.length, at + more.length));
  joined.set(bytes);
  joined.set(more, at);
  return joined;
}

function inAnyOrder<T>(all: readonly T[], random: Chance): T[] {
  return all
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

const sizeOf = (node: Node): number => (node.kind === 'file' ? node.bytes.length : 0);

function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // Nobody gets the result any more.
  }
}

function fault(code: string): Error {
  return Object.assign(new Error(code), { code });
}
