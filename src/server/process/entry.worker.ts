import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { ByteSource } from '#imaging/byte-source.ts';
import { createFillInOrder } from './fill-in-order.ts';
import { BYTES_FD, PIECE_BYTES, takeApart, type FromProcess, type ProcessWork, type ToProcess } from './process-messages.ts';

/** A process of `runInProcess`, from its side: asks for what it reads, answers, and waits to be asked again or killed. */
new Worker(new URL('./lifeline.worker.ts', import.meta.url), { env: {} }).unref();
standFirstInLine();
// Ctrl+C in a terminal, or a stop of the whole service, reaches every process: the server alone decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const coming = createFillInOrder();
/** Read into the same memory again and again: what has come is copied to where it belongs at once. */
const bytesPipe = new Socket({
  fd: BYTES_FD,
  onread: { buffer: Buffer.allocUnsafeSlow(PIECE_BYTES), callback: (length, bytes) => (coming.take(bytes.subarray(0, length)), true) },
});
// The server is gone: the lifeline ends what is left.
bytesPipe.on('error', () => undefined);

/** Of the part that was given and is not taken yet. */
let taken: () => void = () => undefined;

process.on('message', (message: ToProcess) => {
  if (message.is === 'taken') taken();
  else void begin(message);
});

async function begin({ module, input, sizes }: Extract<ToProcess, { is: 'begin' }>): Promise<void> {
  try {
    const { default: work } = (await import(module)) as { default: ProcessWork<unknown, unknown, unknown> };
    // Written at the end of a process as a rule, and this one is killed.
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

/** A process that has taken more than this for one answer goes with it: a heap of WebAssembly is given back late, and not always. Bytes. */
const MOST_TO_KEEP = 300 * 1024 ** 2;

async function answer(output: unknown): Promise<void> {
  const { shell, parts } = takeApart(output);
  // Bytes that are still awaited would be taken for those of the next question.
  const again = process.memoryUsage.rss() < MOST_TO_KEEP && coming.isIdle();
  await say({ is: 'answer', shell, sizes: parts.map((part) => part.length), again });
  await write(parts);
  // While nobody waits: what this answer took would count as taken by the next one, and a process that knows its code would go for it.
  setImmediate(() => globalThis.gc?.());
}

async function write(parts: readonly Uint8Array[]): Promise<void> {
  for (const part of parts) await new Promise((resolve) => bytesPipe.write(part, resolve));
}

/** A file that the server holds. */
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

/** Resolves once the message is on its way, so that no more than one waits in memory. */
async function say(message: FromProcess): Promise<void> {
  await new Promise<void>((resolve) => process.send!(message, undefined, undefined, () => resolve()));
}

/** Where memory runs out, the kernel of Linux takes this process and not the server. */
function standFirstInLine(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Some sandboxes have no /proc: then the kernel chooses by size alone.
  }
}
