import type { ChildProcess } from 'node:child_process';

/** The series of a study follow each other closely; a process that waits longer wastes memory. */
export const IDLE_MS = 10_000;
/** Each holds some 60 MB. */
const MOST = 4;

interface Idle {
  key: string;
  child: ChildProcess;
  timer: NodeJS.Timeout;
  onExit: () => void;
}

/** Longest waiting first. */
let idle: Idle[] = [];

/**
 * Keeps a process that has answered for the next request with the same key. It does not keep the server running, and is killed if no request comes.
 */
export function keepIdle(key: string, child: ChildProcess, ms: number): void {
  setHeld(child, false);
  const one: Idle = { key, child, timer: setTimeout(() => end(one), ms).unref(), onExit: () => leave(one) };
  child.once('exit', one.onExit);
  idle.push(one);
  if (idle.length > MOST) end(idle[0]!);
}

export function takeIdle(key: string): ChildProcess | null {
  const one = idle.find((each) => each.key === key);
  if (one === undefined) return null;
  leave(one);
  setHeld(one.child, true);
  return one.child;
}

function end(one: Idle): void {
  leave(one);
  one.child.kill('SIGKILL');
}

function leave(one: Idle): void {
  clearTimeout(one.timer);
  one.child.off('exit', one.onExit);
  idle = idle.filter((each) => each !== one);
}

/** Whether the server waits for it before it ends. */
function setHeld(child: ChildProcess, isHeld: boolean): void {
  // Pipes are sockets, which have `unref`; their types lack it.
  for (const each of [child, child.channel, ...child.stdio] as ({ ref?(): void; unref?(): void } | null | undefined)[]) {
    if (isHeld) each?.ref?.();
    else each?.unref?.();
  }
}
