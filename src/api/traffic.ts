/**
 * What the calls of this context tell of themselves: how many are in flight (NAV-13), whether the server was reached (PWA-22), and that it
 * has ended the sign-in. A store without a framework: a page listens, a worker need not.
 */
export interface Traffic {
  inFlight: number;
  /** Null until the first call has ended. */
  reachable: boolean | null;
  /** ms; null if no call was answered yet. */
  lastReachedAt: number | null;
  /** The last call that ended failed in a way that the progress bar shows. */
  lastFailed: boolean;
}

let traffic: Traffic = { inFlight: 0, reachable: null, lastReachedAt: null, lastFailed: false };
const trafficListeners = new Set<() => void>();
const signedOutListeners = new Set<(token: string) => void>();

export function readTraffic(): Traffic {
  return traffic;
}

export function onTraffic(listener: () => void): () => void {
  trafficListeners.add(listener);
  return () => trafficListeners.delete(listener);
}

/** The server refused this bearer token with `signed_out`: a real 401 (PWA-23). */
export function onSignedOut(listener: (token: string) => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

export function callStarted(): void {
  update({ inFlight: traffic.inFlight + 1 });
}

export type CallEnd = 'answered' | 'refused' | 'unreached' | 'aborted';

/** A call that was not counted (a quiet one of the background) still tells whether the server was reached. */
export function callEnded(end: CallEnd, { counted = true, at = Date.now() }: { counted?: boolean; at?: number } = {}): void {
  const count = counted ? { inFlight: Math.max(0, traffic.inFlight - 1) } : {};
  const shown = (failed: boolean) => (counted ? { lastFailed: failed } : {});
  if (end === 'aborted') return update(count);
  if (end === 'unreached') return update({ ...count, ...shown(true), reachable: false });
  update({ ...count, ...shown(end === 'refused'), reachable: true, lastReachedAt: at });
}

/** The browser says the network went, or a socket says it came. */
export function reachabilityKnown(reachable: boolean, at: number = Date.now()): void {
  if (traffic.reachable === reachable) return;
  update(reachable ? { reachable, lastReachedAt: at } : { reachable });
}

export function signInEnded(token: string): void {
  for (const listener of signedOutListeners) listener(token);
}

function update(change: Partial<Traffic>): void {
  traffic = { ...traffic, ...change };
  for (const listener of trafficListeners) listener();
}
