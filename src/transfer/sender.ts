import { drain } from './drain.ts';
import { follow } from './follow.ts';
import type { TransferPorts } from './ports.ts';

/**
 * [Note: One sender]
 *
 * On a device one context sends: the page's worker while a page is open, the service worker when none is. Who sends holds this Web Lock.
 * The page's sender keeps it as long as something waits to be sent; the service worker waits for it (a handler that gave up at once went
 * into back-off, and nothing ran after the commonest kill: that of a page in the middle of sending). A context that dies lets go of it.
 */
export function senderLockName(userId: number): string {
  return `lightship.send.u${userId}`;
}

/** The part of the Web Locks API that a sender needs. */
export interface Locks {
  /** Runs `work` while holding the lock; waits for it until `signal` aborts, and then rejects. */
  hold<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export interface SenderPorts extends TransferPorts {
  locks: Locks;
  wakes: Wakes;
}

/** Lets what sleeps be woken: `sleep` ends after the time, on `wake`, or when the signal aborts. */
export interface Wakes {
  sleep(ms: number, signal: AbortSignal): Promise<'time' | 'woken'>;
}

/** What a timer while a tab is open looks for (PWA-31): another tab's enqueue, a clock that went on. */
const IDLE_MS = 30_000;

/**
 * The sender of an open page, until `signal` aborts: sends what is queued, sleeps through pauses, wakes early for news (`online`, visible,
 * Process pressed, another try). While it has work it keeps the lock. Afterwards it follows the conversions.
 */
export async function runSender(ports: SenderPorts, userId: number, signal: AbortSignal, followEveryMs: number): Promise<void> {
  let woken = true;
  while (!signal.aborted) {
    if ((await ports.store.uploadsToSend()).length > 0) {
      const pausesAreOver = woken;
      await holdUnlessAborted(ports.locks, userId, signal, () => sendAll(ports, signal, pausesAreOver));
    }
    if (signal.aborted) return;
    const followed = await follow(ports);
    woken = (await ports.wakes.sleep(followed > 0 ? followEveryMs : IDLE_MS, signal)) === 'woken';
  }
}

async function sendAll(ports: SenderPorts, signal: AbortSignal, pausesAreOver: boolean): Promise<void> {
  let woken = pausesAreOver;
  for (;;) {
    const outcome = await drain(ports, signal, { pausesAreOver: woken });
    if (outcome.kind !== 'pausing') return;
    await follow(ports);
    const pause = Math.max(0, Math.min(outcome.until - ports.clock.now(), 10 * 60_000));
    woken = (await ports.wakes.sleep(pause, signal)) === 'woken';
    if (signal.aborted) return;
  }
}

/**
 * The sender of one turn of a service worker, at most until `deadline` aborts: waits for the lock, sends. Returns whether work is left that
 * needs another turn (what waits for a person does not).
 */
export async function runSenderOnce(ports: Omit<SenderPorts, 'wakes'>, userId: number, deadline: AbortSignal): Promise<{ left: boolean }> {
  const ended = await holdUnlessAborted(ports.locks, userId, deadline, () => sendUntil(ports, deadline));
  if (ended === 'empty') return { left: false };
  return { left: (await ports.store.uploadsToSend()).length > 0 };
}

async function sendUntil(ports: TransferPorts, deadline: AbortSignal): Promise<'empty' | 'left'> {
  let pausesAreOver = true;
  for (;;) {
    const outcome = await drain(ports, deadline, { pausesAreOver });
    if (outcome.kind === 'empty') return 'empty';
    if (outcome.kind === 'stopped') return 'left';
    pausesAreOver = false;
    await ports.clock.pause(Math.max(0, outcome.until - ports.clock.now()), deadline);
  }
}

/** Undefined when the waiting for the lock was aborted: then `work` never began. */
async function holdUnlessAborted<T>(locks: Locks, userId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await locks.hold(senderLockName(userId), signal, work);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
