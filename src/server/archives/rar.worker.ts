import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { getUnrar } from 'node-unrar-js/dist/js/unrar.singleton.js';
import type { ArchiveProblem } from '#model/archive-problem.ts';
import { RAR_READ_BYTES, type FromRar, type RarStart } from './rar-messages.ts';

/**
 * Opens one rar with UnRAR as WebAssembly, from its first entry to its last. UnRAR asks for bytes and gives bytes by calls that have to be answered at
 * once: each becomes a message, and this thread stands still until it is answered. So an archive of any size goes through a megabyte, and nothing more of
 * an entry is made than somebody has taken. It has no folder to write to: the names in an archive are words and nothing else.
 */
const { size, password, turn, bytes: shared } = workerData as RarStart;
const turns = new Int32Array(turn);
const window = new Uint8Array(shared);

/** For the dictionary and all else: one of 256 MiB does not fit, and archivers take 32 MiB where nobody asks them for more. */
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
/** The archive was asked for bytes behind its end. */
let isShort = false;
/** Of the entry that is being read. */
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

/** Why nothing more can be read; null at the end of a whole archive. */
function walk(): ArchiveProblem | null {
  const archive = new unrar.RarArchive();
  const { state, flags } = archive.open(NAME, password, false);
  if (state.errCode !== 0) return PROBLEMS[state.errCode] ?? 'archive-unreadable';
  if (flags & VOLUME) return 'archive-split';
  let isEncrypted = false;
  for (;;) {
    isShort = false;
    const entry = archive.getFileHeader();
    // The format of RAR 5 has a mark at its end, before which nobody comes to the end of the file.
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
      // How an archive was packed is said once, of the archive.
      if (!isEncrypted) say({ is: 'refused', path: '', problem: 'archive-encrypted', done });
      isEncrypted = true;
      archive.readFile(true);
      continue;
    }
    written = 0;
    isWanted = say({ is: 'entry', path: entry.name, size: entry.unpSize, done }) === 1;
    const state = archive.readFile(!isWanted);
    if (isWanted) say({ is: 'entry-end', problem: problemOfEntry(state, entry) });
    // What follows would be read with what is left of the memory.
    if (state.errCode === NO_MEMORY) return PROBLEMS[NO_MEMORY]!;
  }
}

function problemOfEntry({ errCode }: RarState, entry: RarEntry): ArchiveProblem | null {
  if (errCode !== 0) return PROBLEMS[errCode] ?? (isShort ? 'archive-cut-off' : 'archive-damaged');
  if (written === entry.unpSize) return null;
  // A hard link, or a copy of another entry, has a size and no bytes.
  return written === 0 ? 'archive-link' : 'archive-damaged';
}

const VOLUME = 1;
const ENCRYPTED = 4;
const DIRECTORY = 32;
const END = 10;
const NO_MEMORY = 11;
const UNIX = 3;

/** Codes of UnRAR: memory, no archive, unknown format, no password, wrong password. Others say that bytes are missing or wrong. */
const PROBLEMS: Readonly<Record<number, ArchiveProblem>> = {
  [NO_MEMORY]: 'archive-method',
  13: 'archive-unreadable',
  14: 'archive-unreadable',
  22: 'archive-encrypted',
  24: 'archive-encrypted',
};

/** Of the file's mode on Unix; on Windows a reparse point. */
function isLink({ hostOS, fileAttr }: RarEntry): boolean {
  return hostOS === UNIX ? (fileAttr & 0o170000) === 0o120000 : (fileAttr & 0x400) !== 0;
}

function isRar5(): boolean {
  return size > 8 && say({ is: 'read', offset: 0, length: 8 }) === 8 && window[6] === 1;
}

/** The memory of the module grows by one call alone. What it may not have it goes without: UnRAR then says that memory is short. */
function instantiateWasm(imports: object, done: (instance: WasmInstance) => void): object {
  void WebAssembly.instantiate(binary, imports).then(({ instance }) => {
    for (const each of Object.values(instance.exports)) if (each instanceof WebAssembly.Memory) limit(each);
    return done(instance);
  });
  return {};
}

function limit(memory: WasmMemory): void {
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > MOST_HEAP_BYTES) throw new RangeError('No more memory for this archive');
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

/** Of the global that Node has and these types lack. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: WasmInstance }>;
  Memory: { new (): WasmMemory; prototype: WasmMemory };
};

/** What of UnRAR's module is used; the package's own types end above it. */
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

// Last of all, when everything above stands: from here on this thread waits for nothing but answers.
say({ is: 'end', problem: walk() });
