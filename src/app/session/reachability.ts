import { onTraffic, reachabilityKnown, readTraffic } from '#api/traffic.ts';

const FIRST_LOOK_MS = 2_000;
const LONGEST_LOOK_MS = 30_000;

/** Whether the server can be reached, as found out by every call of this page. */
export interface Reachability {
  reachable: boolean;
  lastReachedAt: number | null;
  /** When it was found to be unavailable, ms. */
  awaySince: number | null;
}

/**
 * While the server is unavailable and the page is visible, it polls with growing pauses; `online` and becoming visible poll immediately.
 * `navigator.onLine` is trusted only when false: a network without a server reports true.
 */
export function createReachability(ask: () => Promise<unknown>): {
  read(): Reachability;
  subscribe(listener: () => void): () => void;
  look(): void;
} {
  let now: Reachability = { reachable: navigator.onLine, lastReachedAt: null, awaySince: navigator.onLine ? null : Date.now() };
  let pauseMs = FIRST_LOOK_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const update = () => {
    const { reachable: answered, lastReachedAt } = readTraffic();
    const reachable = navigator.onLine && answered !== false;
    if (reachable !== now.reachable || lastReachedAt !== now.lastReachedAt) {
      const awaySince = reachable ? null : (now.awaySince ?? Date.now());
      const changed = reachable !== now.reachable;
      now = { reachable, lastReachedAt, awaySince };
      if (reachable) pauseMs = FIRST_LOOK_MS;
      if (changed) for (const listener of listeners) listener();
    }
    if (!now.reachable) lookLater();
  };

  const lookLater = () => {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      pauseMs = Math.min(pauseMs * 2, LONGEST_LOOK_MS);
      if (now.reachable) return;
      if (navigator.onLine && document.visibilityState === 'visible') void ask().then(update);
      else lookLater();
    }, pauseMs);
  };

  const look = () => {
    if (!navigator.onLine) return update();
    pauseMs = FIRST_LOOK_MS;
    if (!now.reachable) void ask().then(update);
  };

  onTraffic(update);
  addEventListener('online', look);
  addEventListener('offline', () => reachabilityKnown(false));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
  update();
  return {
    read: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look,
  };
}
