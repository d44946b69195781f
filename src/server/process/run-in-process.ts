import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ByteSource } from '#imaging/byte-source.ts';
import { createFillInOrder } from './fill-in-order.ts';
import { IDLE_MS, keepIdle, takeIdle } from './idle-processes.ts';
import { BYTES_FD, PIECE_BYTES, putTogether, type FromProcess, type ToProcess } from './process-messages.ts';

export interface ProcessRun {
  /** Cloned. */
  input: unknown;
  /** Read by the process in ranges, as it needs them. What a read rejects with, the run rejects with. */
  files?: readonly ByteSource[];
  /** Told what the process gives ahead of its answer, one part after the other; it goes on when this resolves. */
  onPart?: (part: unknown) => Promise<void>;
  signal: AbortSignal;
  maxMs: number;
  /** The first words of what its errors say. */
  name?: string;
  /** Of objects in JavaScript; bytes and WebAssembly stand beside it. */
  heapMb?: number;
  /** Whose files these are: a process may be asked again with the same module for the same owner. Without one it is asked once. */
  owner?: string;
  /** How long it waits to be asked again. */
  idleMs?: number;
}

const ENTRY = fileURLToPath(new URL('./entry.worker.ts', import.meta.url));
/** Stripping types of some fifty modules takes 0.3 s; what came of it is kept. It holds code, and may be deleted at any time. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
/** A thousand headers take some 30 MB of objects. */
const HEAP_MB = 512;

/**
 * What a module says of its input in a process of its own; `endless` when it has not come to that in time. Rejects when it broke, ended silently or was
 * called off: then the process is gone. One that has answered and taken little memory may serve its owner once more. docs/decisions/303 says why.
 *
 * Nothing of a patient stands where others can see it: input and files go through a pipe, the environment is empty, and what the process prints
 * is heard by nobody, because converters print names of series.
 */
export async function runInProcess<Output>(module: URL, run: ProcessRun): Promise<Output | 'endless'> {
  run.signal.throwIfAborted();
  const limit = AbortSignal.timeout(run.maxMs);
  const { heapMb = HEAP_MB, owner, idleMs = IDLE_MS } = run;
  const key = owner === undefined ? null : JSON.stringify([module.href, heapMb, owner]);
  const child = (key === null ? null : takeIdle(key)) ?? startProcess(heapMb);
  let again = false;
  try {
    const answer = await converse(child, module, run, AbortSignal.any([run.signal, limit]));
    again = answer.again && child.connected;
    return answer.output as Output;
  } catch (error) {
    if (limit.aborted && !run.signal.aborted) return 'endless';
    throw error;
  } finally {
    if (key !== null && again) keepIdle(key, child, idleMs);
    else await end(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  // One that could not even be started has no process.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

function startProcess(heapMb: number): ChildProcess {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, '--expose-gc', ENTRY], {
    // The first is its lifeline, see lifeline.worker.ts.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc', 'overlapped'],
    serialization: 'advanced',
    env: { NODE_COMPILE_CACHE: COMPILED },
    windowsHide: true,
  });
  // Who asks it listens for more; whatever else happens to it is told by its end.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  bytesPipeOf(child)?.on('error', () => undefined);
  return child;
}

interface Said {
  output: unknown;
  /** It has taken so little that it may be asked again. */
  again: boolean;
}

async function converse(
  child: ChildProcess,
  module: URL,
  { input, files = [], onPart, name = 'The converter' }: ProcessRun,
  stop: AbortSignal,
): Promise<Said> {
  const heard = new AbortController();
  return new Promise<Said>((resolve, reject) => {
    const broke = (cause: unknown): void => reject(new Error(`${name} broke`, { cause }));
    // A process that is gone hears nothing; its end is what tells.
    const say = (message: ToProcess): void => void child.send(message, () => undefined);
    const pipe = bytesPipeOf(child)!;
    // One range after the other, and the next is read when the last has gone: no more than one waits in memory, however many were asked for.
    let sent: Promise<unknown> = Promise.resolve();
    async function hear(message: FromProcess): Promise<void> {
      switch (message.is) {
        case 'read':
          sent = sent.then(async () => write(pipe, await readRange(files, message)));
          return void (await sent);
        case 'part':
          await onPart?.(putTogether(message.shell, await readParts(pipe, message.sizes, heard.signal)));
          return say({ is: 'taken' });
        case 'answer':
          return resolve({
            output: putTogether(message.shell, await readParts(pipe, message.sizes, heard.signal)),
            again: message.again,
          });
        case 'broke':
          return broke(Object.assign(new Error(), { name: message.name, stack: message.stack }));
      }
    }
    const onMessage = (message: unknown): void => void hear(message as FromProcess).catch(reject);
    const onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (isCrash(code, signal)) broke(new Error(`It was ended by ${signal ?? code}`));
      else reject(new Error(`${name} ended without an answer`));
    };
    child.on('message', onMessage);
    child.on('exit', onExit);
    child.on('error', broke);
    heard.signal.addEventListener('abort', () => child.off('message', onMessage).off('exit', onExit).off('error', broke));
    stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true, signal: heard.signal });
    say({ is: 'begin', module: module.href, input, sizes: files.map((file) => file.size) });
  }).finally(() => heard.abort());
}

/** Windows knows no signals: a crash is a code of the system there, and 134 is `abort`. */
function isCrash(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal !== null || (code ?? 0) >= 128;
}

async function readRange(
  files: readonly ByteSource[],
  { file, offset, length }: Extract<FromProcess, { is: 'read' }>,
): Promise<Uint8Array> {
  const source = files[file];
  if (source === undefined || length > PIECE_BYTES) throw new RangeError('A process asked for bytes that it was not given');
  const bytes = await source.read(offset, length);
  if (bytes.length !== length) throw new RangeError('A file is shorter than it was said to be');
  return bytes;
}

/** Whether it came to be read is told by what the process then says, or by its end. */
async function write(pipe: Duplex, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => pipe.write(bytes, () => resolve()));
}

/** Memory for the bytes of an answer is taken at once and filled as they come: they are never held twice. */
async function readParts(pipe: Duplex, sizes: readonly number[], stop: AbortSignal): Promise<Uint8Array[]> {
  const filling = createFillInOrder();
  const parts = Promise.all(sizes.map((size) => filling.next(new Uint8Array(size))));
  return new Promise((resolve, reject) => {
    const take = (bytes: Uint8Array): void => {
      try {
        filling.take(bytes);
      } catch (error) {
        reject(error as Error);
      }
    };
    const leave = (): void => void pipe.off('data', take).pause();
    stop.addEventListener('abort', leave, { once: true });
    void parts.then((filled) => {
      leave();
      resolve(filled);
    });
    pipe.on('data', take).resume();
  });
}

function bytesPipeOf(child: ChildProcess): Duplex | null {
  return (child.stdio[BYTES_FD] ?? null) as Duplex | null;
}
