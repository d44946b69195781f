import { drain } from './drain.ts';
import { eitherSignal } from './signals.ts';
import { follow, type ToldEnds } from './follow.ts';
import { checkKept } from './kept.ts';
import type { TransferPorts } from './ports.ts';

/**
 * [Note: One sender]
 *
 * One context per device sends: the page's worker while a page is open, otherwise the service worker. The sender holds this Web Lock.
 * The page's sender keeps it while anything is queued; the service worker waits for it (a handler that gave up immediately went into
 * back-off, and nothing ran after the most common kill: a page killed while sending). A context that dies releases it.
 */
export function senderLockName(userId: number): string {
  return `lightship.send.u${userId}`;
}

/** The part of the Web Locks API that a sender needs. */
export interface Locks {
  /**
   * Runs `work` while holding the lock. Waits for the lock until `signal` aborts, and then rejects. `lost` aborts when another context takes the
   * lock: the substitute for Web Locks can lose one to a context that considered this one dead.
   */
  hold<T>(name: string, signal: AbortSignal, work: (lost: AbortSignal) => Promise<T>): Promise<T>;
}

export interface SenderPorts extends TransferPorts {
  locks: Locks;
  wakes: Wakes;
}

/**
 * Wakes a sleeping sender. `sleep` ends after the time or when the signal aborts (`time`), when something wakes it (`woken`), or immediately if
 * something would have woken it since the last sleep (`heard`). The queue is then checked again, but a pause that was set after that call still
 * applies.
 */
export interface Wakes {
  sleep(ms: number, signal: AbortSignal): Promise<'time' | 'woken' | 'heard'>;
}

/** What the timer catches while a tab is open (PWA-31): files queued by another tab, and a clock that moved. */
const IDLE_MS = 30_000;

/** How often the server is asked whether it still has ended uploads whose copies are kept here. */
const CHECK_KEPT_MS = 60 * 60_000;

/**
 * The sender of an open page, until `signal` aborts. Sends the queue, sleeps through pauses and wakes early for news (`online`, visible, Process
 * pressed, retry). Keeps the lock while it has work. Afterwards it follows the conversions and checks the kept copies of ended uploads.
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
 * The sender in one turn of a service worker, until `deadline` aborts at the latest: waits for the lock, then sends. Returns whether work is left
 * that needs another turn. Work that waits for the user does not count.
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

/** Undefined if the wait for the lock was aborted and `work` never began. `work` stops when asked to or when the lock is lost. */
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
