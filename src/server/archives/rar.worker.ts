import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { getUnrar } from 'node-unrar-js/dist/js/unrar.singleton.js';
import type { ArchiveProblem } from '#model/files/archive-problem.ts';
import { RAR_READ_BYTES, type FromRar, type RarStart } from './rar-messages.ts';

/**
 * Opens a rar with UnRAR as WebAssembly, from its first entry to its last. UnRAR reads and writes bytes with synchronous calls: each becomes a
 * message, and this thread blocks until it is answered. So an archive of any size needs one megabyte, and an entry is unpacked only as far as it is
 * consumed. There is no folder to write to: names in an archive are only text.
 */
const { size, password, turn, bytes: shared } = workerData as RarStart;
const turns = new Int32Array(turn);
const window = new Uint8Array(shared);

/** For the dictionary and everything else: a dictionary of 256 MiB does not fit, and archivers use 32 MiB by default. */
const MOST_HEAP_BYTES = 224 * 1024 ** 2;

function say(message: FromRar): number {
  Atomics.store(turns, 0, 0);
  if (message.is === 'bytes') parentPort!.postMessage(message, [message.bytes.buffer]);
  else parentPort!.postMessage(message);
  Atomics.wait(turns, 0, 0);
  return Atomics.load(turns, 1);
}

const NAME = 'archive';
let at = 0;
/** UnRAR requested bytes past the end of the archive. */
let isShort = false;
/** For the current entry. */
let written = 0;
let isWanted = false;

const binary = await readFile(fileURLToPath(import.meta.resolve('node-unrar-js/dist/js/unrar.wasm')));
const unrar = (await getUnrar({ instantiateWasm } as object)) as Unrar;
unrar.extractor = {
  // Other names are those of further volumes.
  open: (name) => (name === NAME ? 1 : 0),
  create: () => 2,
  read(_, to, wanted) {
    let read = 0;
    while (read < wanted) {
      const length = Math.max(0, Math.min(wanted - read, RAR_READ_BYTES, size - at));
      if (length === 0) {
        isShort = true;
        break;
      }
      const got = say({ is: 'read', offset: at, length });
      unrar.HEAPU8.set(window.subarray(0, got), to + read);
      read += got;
      at += got;
    }
    return read;
  },
  write(_, from, length) {
    written += length;
    if (isWanted && length > 0) say({ is: 'bytes', bytes: unrar.HEAPU8.slice(from, from + length) });
    return true;
  },
  tell: (file) => (file === 1 ? at : written),
  seek(file, to, from) {
    if (file === 1) at = { SET: to, CUR: at + to, END: size + to }[from];
    return true;
  },
  close: () => undefined,
  fileCreated: () => undefined,
};

/** Why nothing more can be read; null at the end of a complete archive. */
function walk(): ArchiveProblem | null {
  const archive = new unrar.RarArchive();
  const { state, flags } = archive.open(NAME, password, false);
  if (state.errCode !== 0) return PROBLEMS[state.errCode] ?? 'archive-unreadable';
  if (flags & VOLUME) return 'archive-split';
  let isEncrypted = false;
  for (;;) {
    isShort = false;
    const entry = archive.getFileHeader();
    // RAR 5 has an end mark, so that a complete archive never reaches the end of the file.
    if (entry.state.errCode === END) return isShort && isRar5() ? 'archive-cut-off' : null;
    if (entry.state.errCode !== 0) return isShort ? 'archive-cut-off' : 'archive-damaged';
    if (entry.flags & DIRECTORY) {
      archive.readFile(true);
      continue;
    }
    const done = size === 0 ? 1 : at / size;
    if (isLink(entry)) {
      say({ is: 'refused', path: entry.name, problem: 'archive-link', done });
      archive.readFile(true);
      continue;
    }
    if (entry.flags & ENCRYPTED && password === '') {
      // Reported once for the archive.
      if (!isEncrypted) say({ is: 'refused', path: '', problem: 'archive-encrypted', done });
      isEncrypted = true;
      archive.readFile(true);
      continue;
    }
    written = 0;
    isWanted = say({ is: 'entry', path: entry.name, size: entry.unpSize, done }) === 1;
    const state = archive.readFile(!isWanted);
    if (isWanted) say({ is: 'entry-end', problem: problemOfEntry(state, entry) });
    // The next entries would be read with the remaining memory.
    if (state.errCode === NO_MEMORY) return PROBLEMS[NO_MEMORY]!;
  }
}

function problemOfEntry({ errCode }: RarState, entry: RarEntry): ArchiveProblem | null {
  if (errCode !== 0) return PROBLEMS[errCode] ?? (isShort ? 'archive-cut-off' : 'archive-damaged');
  if (written === entry.unpSize) return null;
  // A hard link or a copy of another entry has a size but no bytes.
  return written === 0 ? 'archive-link' : 'archive-damaged';
}

const VOLUME = 1;
const ENCRYPTED = 4;
const DIRECTORY = 32;
const END = 10;
const NO_MEMORY = 11;
const UNIX = 3;

/** Error codes of UnRAR: memory, not an archive, unknown format, missing password, wrong password. Others mean missing or wrong bytes. */
const PROBLEMS: Readonly<Record<number, ArchiveProblem>> = {
  [NO_MEMORY]: 'archive-method',
  13: 'archive-unreadable',
  14: 'archive-unreadable',
  22: 'archive-encrypted',
  24: 'archive-encrypted',
};

/** By the file's Unix mode, or a Windows reparse point. */
function isLink({ hostOS, fileAttr }: RarEntry): boolean {
  return hostOS === UNIX ? (fileAttr & 0o170000) === 0o120000 : (fileAttr & 0x400) !== 0;
}

function isRar5(): boolean {
  return size > 8 && say({ is: 'read', offset: 0, length: 8 }) === 8 && window[6] === 1;
}

/** The module's memory grows with a single function. Beyond the limit that fails, and UnRAR reports a lack of memory. */
function instantiateWasm(imports: object, done: (instance: WasmInstance) => void): object {
  void WebAssembly.instantiate(binary, imports).then(({ instance }) => {
    for (const each of Object.values(instance.exports)) if (each instanceof WebAssembly.Memory) limit(each);
    return done(instance);
  });
  return {};
}

function limit(memory: WasmMemory): void {
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > MOST_HEAP_BYTES) throw new RangeError('The memory limit for this archive is reached');
    return WebAssembly.Memory.prototype.grow.call(memory, pages);
  };
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface WasmInstance {
  exports: Record<string, unknown>;
}

/** Part of Node's global that these types lack. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: WasmInstance }>;
  Memory: { new (): WasmMemory; prototype: WasmMemory };
};

/** The part of UnRAR's module that is used; the package's types do not cover it. */
interface Unrar {
  HEAPU8: Uint8Array;
  RarArchive: new () => {
    open(name: string, password: string, listOnly: boolean): { state: RarState; flags: number };
    getFileHeader(): RarEntry;
    readFile(isSkipped: boolean): RarState;
  };
  extractor: {
    open(name: string): number;
    create(name: string): number;
    read(file: number, to: number, length: number): number;
    write(file: number, from: number, length: number): boolean;
    tell(file: number): number;
    seek(file: number, to: number, from: 'SET' | 'CUR' | 'END'): boolean;
    close(file: number): void;
    fileCreated(name: string): void;
  };
}

interface RarState {
  errCode: number;
}

interface RarEntry {
  state: RarState;
  name: string;
  flags: number;
  unpSize: number;
  hostOS: number;
  fileAttr: number;
}

// Last, when everything above is defined: from here on this thread only waits for answers.
say({ is: 'end', problem: walk() });
