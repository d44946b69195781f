import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { ByteSource } from '#imaging/byte-source.ts';
import { createFillInOrder } from './fill-in-order.ts';
import { BYTES_FD, PIECE_BYTES, takeApart, type FromProcess, type ProcessWork, type ToProcess } from './process-messages.ts';

/** The process side of `runInProcess`: requests the bytes that it reads, answers, and waits for the next request or to be killed. */
new Worker(new URL('./lifeline.worker.ts', import.meta.url), { env: {} }).unref();
standFirstInLine();
// Ctrl+C in a terminal, or stopping the whole service, signals every process. Only the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const coming = createFillInOrder();
/** The read buffer is reused: bytes are copied to their target immediately. */
const bytesPipe = new Socket({
  fd: BYTES_FD,
  onread: { buffer: Buffer.allocUnsafeSlow(PIECE_BYTES), callback: (length, bytes) => (coming.take(bytes.subarray(0, length)), true) },
});
// The server is gone. The lifeline ends this process.
bytesPipe.on('error', () => undefined);

/** Resolves when the part that was sent is received. */
let taken: () => void = () => undefined;

process.on('message', (message: ToProcess) => {
  if (message.is === 'taken') taken();
  else void begin(message);
});

async function begin({ module, input, sizes }: Extract<ToProcess, { is: 'begin' }>): Promise<void> {
  try {
    const { default: work } = (await import(module)) as { default: ProcessWork<unknown, unknown, unknown> };
    // Normally written when a process ends, but this one is killed.
    flushCompileCache();
    await answer(await work(input, sizes.map(createServerSource), give));
  } catch (error) {
    const { name, stack = '' } = error instanceof Error ? error : new Error(typeof error);
    await say({ is: 'broke', name, stack });
  }
}

async function give(part: unknown): Promise<void> {
  const { shell, parts } = takeApart(part);
  const isTaken = new Promise<void>((resolve) => void (taken = resolve));
  await say({ is: 'part', shell, sizes: parts.map((bytes) => bytes.length) });
  await write(parts);
  await isTaken;
}

/** A process that has used more memory than this for one answer ends with it, because WebAssembly memory is returned late or never. In bytes. */
const MOST_TO_KEEP = 300 * 1024 ** 2;

async function answer(output: unknown): Promise<void> {
  const { shell, parts } = takeApart(output);
  // Outstanding bytes would be mistaken for those of the next request.
  const again = process.memoryUsage.rss() < MOST_TO_KEEP && coming.isIdle();
  await say({ is: 'answer', shell, sizes: parts.map((part) => part.length), again });
  await write(parts);
  // While nobody waits. Otherwise the memory of this answer would count for the next one, and end a process that is already warmed up.
  setImmediate(() => globalThis.gc?.());
}

async function write(parts: readonly Uint8Array[]): Promise<void> {
  for (const part of parts) await new Promise((resolve) => bytesPipe.write(part, resolve));
}

/** A file on the server. */
function createServerSource(size: number, file: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      const start = Math.min(offset, size);
      const end = Math.min(offset + length, size);
      const bytes = new Uint8Array(Math.max(0, end - start));
      for (let at = start; at < end; at += PIECE_BYTES) await ask(file, at, bytes.subarray(at - start, at - start + PIECE_BYTES));
      return bytes;
    },
  };
}

async function ask(file: number, offset: number, memory: Uint8Array): Promise<void> {
  const filled = coming.next(memory);
  await say({ is: 'read', file, offset, length: memory.length });
  await filled;
}

/** Resolves once the message is sent, so that at most one waits in memory. */
async function say(message: FromProcess): Promise<void> {
  await new Promise<void>((resolve) => process.send!(message, undefined, undefined, () => resolve()));
}

/** If memory runs out, Linux kills this process instead of the server. */
function standFirstInLine(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Some sandboxes have no /proc; the kernel then chooses by size only.
  }
}
