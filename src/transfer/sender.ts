import { drain } from './drain.ts';
import { eitherSignal } from './signals.ts';
import { follow, type ToldEnds } from './follow.ts';
import { checkKept } from './kept.ts';
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
  /**
   * Runs `work` while holding the lock; waits for it until `signal` aborts, and then rejects. `lost` aborts when the lock went to somebody else:
   * what stands in for Web Locks can lose one to a context that held this one to be dead.
   */
  hold<T>(name: string, signal: AbortSignal, work: (lost: AbortSignal) => Promise<T>): Promise<T>;
}

export interface SenderPorts extends TransferPorts {
  locks: Locks;
  wakes: Wakes;
}

/**
 * Lets what sleeps be woken. `sleep` ends after the time or when the signal aborts (`time`), when something wakes it (`woken`), or at once when
 * something would have woken it since the last sleep (`heard`): the queue is then looked at again, but a pause that was decided after that call
 * is kept.
 */
export interface Wakes {
  sleep(ms: number, signal: AbortSignal): Promise<'time' | 'woken' | 'heard'>;
}

/** What a timer while a tab is open looks for (PWA-31): another tab's enqueue, a clock that went on. */
const IDLE_MS = 30_000;

/** How often the server is asked whether it still has what has ended and is kept here. */
const CHECK_KEPT_MS = 60 * 60_000;

/**
 * The sender of an open page, until `signal` aborts: sends what is queued, sleeps through pauses, wakes early for news (`online`, visible,
 * Process pressed, another try). While it has work it keeps the lock. Afterwards it follows the conversions, and looks after what is kept of
 * uploads that have ended.
 */
export async function runSender(ports: SenderPorts, userId: number, signal: AbortSignal, followEveryMs: number): Promise<void> {
  const told: ToldEnds = new Set();
  let keptCheckedAt: number | null = null;
  let woken = true;
  while (!signal.aborted) {
    if ((await ports.store.uploadsToSend()).length > 0) {
      const pausesAreOver = woken;
      await holdUnlessAborted(ports.locks, userId, signal, (mustStop) => sendAll(ports, told, mustStop, pausesAreOver));
    }
    if (signal.aborted) return;
    const { left, afterMs } = await follow(ports, told);
    const now = ports.clock.now();
    if (keptCheckedAt === null || Math.abs(now - keptCheckedAt) >= CHECK_KEPT_MS) {
      keptCheckedAt = now;
      await checkKept(ports);
      if ((await ports.store.uploadsToSend()).length > 0) continue;
    }
    woken = (await ports.wakes.sleep(left > 0 ? Math.max(followEveryMs, afterMs ?? 0) : IDLE_MS, signal)) === 'woken';
  }
}

async function sendAll(ports: SenderPorts, told: ToldEnds, signal: AbortSignal, pausesAreOver: boolean): Promise<void> {
  let woken = pausesAreOver;
  for (;;) {
    const outcome = await drain(ports, signal, { pausesAreOver: woken });
    if (outcome.kind !== 'pausing') return;
    await follow(ports, told);
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
  const ended = await holdUnlessAborted(ports.locks, userId, deadline, (mustStop) => sendUntil(ports, mustStop));
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

/** Undefined when the waiting for the lock was aborted: then `work` never began. `work` stops when it is asked to or the lock is lost. */
async function holdUnlessAborted<T>(
  locks: Locks,
  userId: number,
  signal: AbortSignal,
  work: (mustStop: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await locks.hold(senderLockName(userId), signal, (lost) => work(eitherSignal(signal, lost)));
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
