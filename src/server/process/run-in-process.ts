import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ByteSource } from '#imaging/byte-source.ts';
import { createFillInOrder } from './fill-in-order.ts';
import { IDLE_MS, keepIdle, takeIdle } from './idle-processes.ts';
import { BYTES_FD, PIECE_BYTES, putTogether, type FromProcess, type ToProcess } from './process-messages.ts';

export interface ProcessRun {
  /** Cloned. */
  input: unknown;
  /** Read by the process in ranges, as needed. If a read rejects, the run rejects with the same error. */
  files?: readonly ByteSource[];
  /** Called for each part that the process sends before its answer. The process continues when this resolves. */
  onPart?: (part: unknown) => Promise<void>;
  signal: AbortSignal;
  maxMs: number;
  /** Used at the start of its error messages. */
  name?: string;
  /** Limit for JavaScript objects; bytes and WebAssembly are not counted. */
  heapMb?: number;
  /** Owner of the files: a process may be reused for the same module and owner. Without an owner it is used once. */
  owner?: string;
  /** How long it waits for another request. */
  idleMs?: number;
  /** For work that takes long and needs much. */
  limits?: ProcessLimits;
}

export interface ProcessLimits {
  /** In native code as well. Held by the operating system on Linux; elsewhere not held. */
  memoryMb: number;
  /** Without one, it reads files and writes only the cache of compiled code. */
  hasNetwork: boolean;
}

const ENTRY = fileURLToPath(new URL('./entry.worker.ts', import.meta.url));
/** Stripping types from some fifty modules takes 0.3 s, so the result is cached. The cache has only code and may be deleted at any time. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
/** A thousand headers take some 30 MB of objects. */
const HEAP_MB = 512;

/**
 * Runs a module in a separate process and returns its answer, or `endless` if there is none in time. Rejects if it crashed, ended without an
 * answer or was aborted: then the process is gone. A process that has answered and used little memory may be reused for its owner.
 * docs/decisions/303 has the reasons.
 *
 * Patient data is not visible from outside: input and files use a pipe, the environment is empty, and the output is discarded, because
 * converters print names of series.
 */
export async function runInProcess<Output>(module: URL, run: ProcessRun): Promise<Output | 'endless'> {
  run.signal.throwIfAborted();
  const limit = AbortSignal.timeout(run.maxMs);
  const { heapMb = HEAP_MB, owner, idleMs = IDLE_MS, limits = null } = run;
  const key = owner === undefined ? null : JSON.stringify([module.href, heapMb, owner, limits]);
  const child = (key === null ? null : takeIdle(key)) ?? startProcess(heapMb, limits);
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
  // A process that could not be started has no ID.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

function startProcess(heapMb: number, limits: ProcessLimits | null): ChildProcess {
  const flags = [`--max-old-space-size=${heapMb}`, '--expose-gc', ...(limits?.hasNetwork === false ? WITHOUT_NETWORK : []), ENTRY];
  const [program, words] = withMemoryLimit(flags, limits);
  const child = spawn(program, words, {
    // The first is its lifeline, see lifeline.worker.ts.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc', 'overlapped'],
    serialization: 'advanced',
    env: { NODE_COMPILE_CACHE: COMPILED },
    windowsHide: true,
  });
  // Its caller adds more listeners. Other errors are noticed when it ends.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  bytesPipeOf(child)?.on('error', () => undefined);
  if (limits !== null) giveWay(child);
  return child;
}

/**
 * Node's permission model: sockets are refused, and so are other processes. It does not bind native code, but that of a model only computes. The score for the
 * OOM killer is written by the process itself.
 */
const WITHOUT_NETWORK = [
  ...['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker'],
  ...['--allow-fs-write=/proc/', `--allow-fs-write=${COMPILED}`],
];

/** V8 reserves this much for code and stacks, and uses a tenth of it; the system counts all of it. */
const RESERVED_MB = 1024;

/** `ulimit -d` counts what can be written to, in KiB. The shell becomes Node, with the same ID and pipes. */
function withMemoryLimit(flags: string[], limits: ProcessLimits | null): [program: string, words: string[]] {
  if (limits === null || process.platform !== 'linux') return [process.execPath, flags];
  const script = 'ulimit -d "$0" && exec "$@"';
  return ['/bin/sh', ['-c', script, String((limits.memoryMb + RESERVED_MB) * 1024), process.execPath, ...flags]];
}

/** Requests of people and conversions come first; with the lowest priority, it would hardly go on beside them. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

interface Said {
  output: unknown;
  /** It used so little memory that it can be reused. */
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
    // Errors of sending to a dead process are ignored, because its end is noticed anyway.
    const say = (message: ToProcess): void => void child.send(message, () => undefined);
    const pipe = bytesPipeOf(child)!;
    // Ranges are sent in order, and the next one is read when the last has been sent: only one is in memory, however many were requested.
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
      if (isCrash(code, signal)) broke(new Error(`The process ended with ${signal ?? code}`));
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

/** Windows has no signals: there a crash is a system code, and 134 is `abort`. */
function isCrash(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal !== null || (code ?? 0) >= 128;
}

async function readRange(
  files: readonly ByteSource[],
  { file, offset, length }: Extract<FromProcess, { is: 'read' }>,
): Promise<Uint8Array> {
  const source = files[file];
  if (source === undefined || length > PIECE_BYTES) throw new RangeError('A process requested bytes outside its files');
  const bytes = await source.read(offset, length);
  if (bytes.length !== length) throw new RangeError('A file is shorter than announced');
  return bytes;
}

/** Whether the bytes were read shows in the process's next message, or in its end. */
async function write(pipe: Duplex, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => pipe.write(bytes, () => resolve()));
}

/** Memory for the answer is allocated up front and filled as bytes arrive, so that they are never held twice. */
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
