import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ByteSource } from '#imaging/byte-source.ts';
import { IDLE_MS, keepIdle, takeIdle } from './idle-processes.ts';
import { PIECE_BYTES, putTogether, type FromProcess, type ToProcess } from './process-messages.ts';

export interface ProcessRun {
  /** Cloned. */
  input: unknown;
  /** Read by the process in ranges, as it needs them. What a read rejects with, the run rejects with. */
  files?: readonly ByteSource[];
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
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, ENTRY], {
    // The first is its lifeline, see lifeline.worker.ts.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { NODE_COMPILE_CACHE: COMPILED },
    windowsHide: true,
  });
  // Who asks it listens for more; whatever else happens to it is told by its end.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
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
  { input, files = [], name = 'The converter' }: ProcessRun,
  stop: AbortSignal,
): Promise<Said> {
  const heard = new AbortController();
  return new Promise<Said>((resolve, reject) => {
    const broke = (cause: unknown): void => reject(new Error(`${name} broke`, { cause }));
    // A process that is gone hears nothing; its end is what tells.
    const say = (message: ToProcess): void => void child.send(message, () => undefined);
    let answer: AnswerInPieces | null = null;

    async function hear(message: FromProcess): Promise<void> {
      switch (message.is) {
        case 'read':
          return say({ is: 'bytes', id: message.id, bytes: await readRange(files, message) });
        case 'answer':
          answer = createAnswer(message.shell, message.sizes, message.again);
          break;
        case 'piece':
          answer?.add(message.bytes);
          break;
        case 'broke':
          return broke(Object.assign(new Error(), { name: message.name, stack: message.stack }));
      }
      if (answer?.isWhole()) resolve({ output: answer.value(), again: answer.again });
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
  return source.read(offset, length);
}

interface AnswerInPieces {
  again: boolean;
  add(bytes: Uint8Array): void;
  isWhole(): boolean;
  value(): unknown;
}

/** Memory for its bytes is taken at once and filled as they come: the answer is never held twice. */
function createAnswer(shell: unknown, sizes: readonly number[], again: boolean): AnswerInPieces {
  const parts = sizes.map((size) => new Uint8Array(size));
  let at = 0;
  let filled = 0;
  const skipFull = (): void => {
    for (; at < parts.length && filled === parts[at]!.length; at += 1) filled = 0;
  };
  skipFull();
  return {
    again,
    add(bytes) {
      parts[at]!.set(bytes, filled);
      filled += bytes.length;
      skipFull();
    },
    isWhole: () => at === parts.length,
    value: () => putTogether(shell, parts),
  };
}
