import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { ByteSource } from '#imaging/byte-source.ts';
import { PIECE_BYTES, takeApart, type FromProcess, type ProcessWork, type ToProcess } from './process-messages.ts';

/** A process of `runInProcess`, from its side: asks for what it reads, answers, and waits to be asked again or killed. */
new Worker(new URL('./lifeline.worker.ts', import.meta.url), { env: {} }).unref();
standFirstInLine();
// Ctrl+C in a terminal, or a stop of the whole service, reaches every process: the server alone decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const waiting = new Map<number, (bytes: Uint8Array) => void>();
process.on('message', (message: ToProcess) => {
  if (message.is === 'begin') return void begin(message);
  waiting.get(message.id)?.(message.bytes);
  waiting.delete(message.id);
});

async function begin({ module, input, sizes }: Extract<ToProcess, { is: 'begin' }>): Promise<void> {
  try {
    const { default: work } = (await import(module)) as { default: ProcessWork<unknown, unknown> };
    // Written at the end of a process as a rule, and this one is killed.
    flushCompileCache();
    await answer(await work(input, sizes.map(createServerSource)));
  } catch (error) {
    const { name, stack = '' } = error instanceof Error ? error : new Error(typeof error);
    await say({ is: 'broke', name, stack });
  }
}

/** A heap of WebAssembly is never given back: a process that has taken more than this goes with its answer. Bytes. */
const MOST_TO_KEEP = 300 * 1024 ** 2;

async function answer(output: unknown): Promise<void> {
  const { shell, parts } = takeApart(output);
  const again = process.memoryUsage.rss() < MOST_TO_KEEP;
  await say({ is: 'answer', shell, sizes: parts.map((part) => part.length), again });
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) await say({ is: 'piece', bytes: part.subarray(at, at + PIECE_BYTES) });
  }
}

/** A file that the server holds. */
function createServerSource(size: number, file: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      const start = Math.min(offset, size);
      const end = Math.min(offset + length, size);
      if (end - start <= PIECE_BYTES) return ask(file, start, end - start);
      const bytes = new Uint8Array(end - start);
      for (let at = start; at < end; at += PIECE_BYTES) bytes.set(await ask(file, at, Math.min(PIECE_BYTES, end - at)), at - start);
      return bytes;
    },
  };
}

let asked = 0;
async function ask(file: number, offset: number, length: number): Promise<Uint8Array> {
  const id = (asked += 1);
  const bytes = new Promise<Uint8Array>((resolve) => waiting.set(id, resolve));
  await say({ is: 'read', id, file, offset, length });
  return bytes;
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
