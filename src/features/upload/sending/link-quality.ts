/**
 * The quality of the link to the server, from what came back: acknowledged bytes, attempts and pauses. Sent bytes prove nothing, because a
 * network buffers bytes that never arrive.
 */
export type LinkQuality = 'good' | 'slow' | 'unstable' | 'none';

export interface Link {
  /** Null until enough was acknowledged. */
  quality: LinkQuality | null;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
  /** How often it broke off recently. */
  breaks: number;
}

/** All bytes that the server had acknowledged at a time, on a clock that does not jump. */
export interface Acknowledged {
  atMs: number;
  bytes: number;
}

/** Observations of one upload while this page was open. */
export interface LinkHistory {
  /** Only changes, oldest first; the first is the start of the observation. */
  acknowledged: readonly Acknowledged[];
  /** When a pause started that the network or the server caused. */
  breaksAtMs: readonly number[];
}

export const NO_HISTORY: LinkHistory = { acknowledged: [], breaksAtMs: [] };

/** On a slow link acknowledgements come in bursts, a chunk per lane: this many are used, however old they are. */
const KEPT_ACKNOWLEDGEMENTS = 9;
/** On a fast link the recent past counts. */
const WINDOW_MS = 15_000;
const BREAKS_WINDOW_MS = 120_000;
const LEAST_WATCHED_MS = 1_000;
/** 1 Mbit/s: a chest CT takes half an hour. */
const SLOW_BELOW_BYTES_PER_SECOND = 125_000;
/**
 * A silence is a stall if it is this much longer than the usual and the longest interval between acknowledgements: on a slow link they come
 * in bursts, and twice the lanes take twice as long. It must also exceed a minimum.
 */
const STALL_FACTOR = 4;
const STALL_FACTOR_OF_LONGEST = 2.5;
const STALL_MS = 20_000;

/** Adds an observation. If bytes were lost (the server was restored), the observation starts again. */
export function withAcknowledged({ acknowledged, breaksAtMs }: LinkHistory, seen: Acknowledged): LinkHistory {
  const last = acknowledged.at(-1);
  if (last?.bytes === seen.bytes) return { acknowledged, breaksAtMs };
  if (last === undefined || last.bytes > seen.bytes) return { acknowledged: [seen], breaksAtMs };
  const all = [...acknowledged, seen];
  const kept = all.filter(({ atMs }, index) => index >= all.length - KEPT_ACKNOWLEDGEMENTS || atMs >= seen.atMs - WINDOW_MS);
  return { acknowledged: kept, breaksAtMs };
}

export function withBreak({ acknowledged, breaksAtMs }: LinkHistory, atMs: number): LinkHistory {
  return { acknowledged, breaksAtMs: [...breaksAtMs.filter((at) => at >= atMs - BREAKS_WINDOW_MS), atMs] };
}

export function linkOf(
  history: LinkHistory,
  now: { atMs: number; bytesLeft: number; serverReachable: boolean; waitingFor: string | null },
): Link {
  const breaks = history.breaksAtMs.filter((at) => at >= now.atMs - BREAKS_WINDOW_MS).length;
  if (!now.serverReachable || now.waitingFor === 'network') return { quality: 'none', bytesPerSecond: null, secondsLeft: null, breaks };
  // While it waits nothing is being sent, and the rate would only fall.
  if (now.waitingFor !== null) return { quality: null, bytesPerSecond: null, secondsLeft: null, breaks };
  const bytesPerSecond = rateOf(history.acknowledged, now.atMs);
  const secondsLeft = bytesPerSecond === null || bytesPerSecond === 0 ? null : Math.ceil(now.bytesLeft / bytesPerSecond);
  return { quality: qualityOf(history.acknowledged, bytesPerSecond, breaks, now.atMs), bytesPerSecond, secondsLeft, breaks };
}

/** Over the last acknowledgements, up to now: the rate of a stalled link falls although nothing is acknowledged. */
function rateOf(acknowledged: readonly Acknowledged[], atMs: number): number | null {
  const [first, last] = [acknowledged[0], acknowledged.at(-1)];
  if (first === undefined || last === undefined || last.bytes === first.bytes) return null;
  const watchedMs = atMs - first.atMs;
  return watchedMs < LEAST_WATCHED_MS ? null : ((last.bytes - first.bytes) * 1000) / watchedMs;
}

function qualityOf(acknowledged: readonly Acknowledged[], bytesPerSecond: number | null, breaks: number, atMs: number): LinkQuality | null {
  if (breaks > 0 || isStalled(acknowledged, atMs)) return 'unstable';
  if (bytesPerSecond === null) return null;
  return bytesPerSecond < SLOW_BELOW_BYTES_PER_SECOND ? 'slow' : 'good';
}

function isStalled(acknowledged: readonly Acknowledged[], atMs: number): boolean {
  const [first, last] = [acknowledged[0], acknowledged.at(-1)];
  if (first === undefined || last === undefined || acknowledged.length < 3) return false;
  const gapsMs = acknowledged.slice(1).map((seen, n) => seen.atMs - (acknowledged[n]?.atMs ?? seen.atMs));
  const usualGapMs = (last.atMs - first.atMs) / gapsMs.length;
  return atMs - last.atMs > Math.max(STALL_MS, STALL_FACTOR * usualGapMs, STALL_FACTOR_OF_LONGEST * Math.max(...gapsMs));
}
