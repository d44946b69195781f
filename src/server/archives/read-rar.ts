import { Worker } from 'node:worker_threads';
import type { ArchiveItem } from '#imaging/archive/archive-item.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { entryLabel } from '#imaging/archive/entry-label.ts';
import { ArchiveFault } from '#imaging/archive/fault.ts';
import { RAR_READ_BYTES, type FromRar, type RarStart } from './rar-messages.ts';

/**
 * The files of a rar (RAR 4 and RAR 5) in byte order; see rar.worker.ts. Throws an `ArchiveFault` for problems of the whole archive. An entry is
 * unpacked as it is consumed; the rest of it, or an unused entry, is skipped.
 */
export async function* readRar(source: ByteSource, password: string | null): AsyncGenerator<ArchiveItem> {
  const thread = startThread(source, password ?? '');
  try {
    for (;;) {
      const said = await thread.next();
      if (said.is === 'end') {
        if (said.problem !== null) throw new ArchiveFault(said.problem);
        return;
      }
      if (said.is === 'refused') {
        yield { kind: 'refused', path: said.path === '' ? '' : entryLabel(said.path), problem: said.problem, done: said.done };
        thread.answer(0);
      } else if (said.is === 'entry') {
        const entry = createEntry(thread);
        yield { kind: 'file', path: entryLabel(said.path), size: said.size, done: said.done, blocks: entry.blocks };
        await entry.pass();
      }
    }
  } finally {
    await thread.stop();
  }
}

/** One entry about which the thread waits to hear whether it is wanted. */
function createEntry(thread: RarThread): { blocks: () => AsyncGenerator<Uint8Array>; pass: () => Promise<void> } {
  let state: 'offered' | 'open' | 'ended' = 'offered';
  async function* blocks(): AsyncGenerator<Uint8Array> {
    if (state !== 'offered') throw new Error('The bytes of an entry can be read only once');
    state = 'open';
    for (;;) {
      thread.answer(1);
      const said = await thread.next();
      if (said.is === 'bytes') yield said.bytes;
      else return end(said);
    }
  }
  function end(said: FromRar): void {
    state = 'ended';
    thread.answer(0);
    if (said.is === 'entry-end' && said.problem !== null) throw new ArchiveFault(said.problem);
  }
  return {
    blocks,
    async pass() {
      if (state === 'offered') thread.answer(0);
      // The consumer had enough. In a solid archive, later entries depend on it, so it is still unpacked.
      while (state === 'open') {
        thread.answer(0);
        const said = await thread.next();
        if (said.is !== 'bytes') {
          state = 'ended';
          thread.answer(0);
        }
      }
    },
  };
}

interface RarThread {
  /** Its next message. Its reads are answered on the way. */
  next(): Promise<FromRar>;
  /** Answers its last message. */
  answer(number: number): void;
  stop(): Promise<void>;
}

function startThread(source: ByteSource, password: string): RarThread {
  const start: RarStart = {
    size: source.size,
    password,
    turn: new SharedArrayBuffer(8),
    bytes: new SharedArrayBuffer(RAR_READ_BYTES),
  };
  const turns = new Int32Array(start.turn);
  const window = new Uint8Array(start.bytes);
  const thread = new Worker(new URL('./rar.worker.ts', import.meta.url), { workerData: start, env: {}, stdout: true, stderr: true });
  let hear: { resolve: (said: FromRar) => void; reject: (cause: unknown) => void } | null = null;
  let unheard: FromRar | null = null;
  let broken: Error | null = null;

  function answer(number: number): void {
    Atomics.store(turns, 1, number);
    Atomics.store(turns, 0, 1);
    Atomics.notify(turns, 0);
  }
  async function read({ offset, length }: Extract<FromRar, { is: 'read' }>): Promise<void> {
    const bytes = await source.read(offset, length);
    window.set(bytes);
    answer(bytes.length);
  }
  function broke(cause: Error): void {
    broken = cause;
    hear?.reject(cause);
  }
  thread.on('message', (said: FromRar) => {
    if (said.is === 'read') return void read(said).catch((cause: unknown) => broke(cause as Error));
    if (hear === null) unheard = said;
    else hear.resolve(said);
    hear = null;
    return undefined;
  });
  thread.on('error', broke);
  thread.on('exit', () => broke(new Error('The RAR reader ended without an answer')));
  return {
    async next() {
      if (broken !== null) throw broken;
      const said = unheard;
      unheard = null;
      return said ?? new Promise((resolve, reject) => void (hear = { resolve, reject }));
    },
    answer,
    async stop() {
      hear = null;
      await thread.terminate();
    },
  };
}
