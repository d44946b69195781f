import type { FileWork } from '#contract/file-areas.ts';

/** How far a work was at a time. */
export interface Sample {
  atMs: number;
  bytes: number;
}

/** The rate is that of the last seconds, so that it follows a disk that becomes slower. */
const WINDOW_MS = 15_000;
/** From two answers that came at once nothing can be said. */
const SHORTEST_MS = 1_000;

/** With a new answer. A work that began again, because its server was restarted, has fewer bytes than before. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.bytes < last.bytes) return [sample];
  return [...samples.filter(({ atMs }) => sample.atMs - atMs <= WINDOW_MS), sample];
}

export interface Pace {
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

export const NO_PACE: Pace = { bytesPerSecond: null, secondsLeft: null };

export function paceOf(samples: readonly Sample[], bytesTotal: number | null): Pace {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.atMs - first.atMs < SHORTEST_MS) return NO_PACE;
  const bytesPerSecond = ((last.bytes - first.bytes) * 1_000) / (last.atMs - first.atMs);
  if (bytesPerSecond <= 0) return NO_PACE;
  return { bytesPerSecond, secondsLeft: bytesTotal === null ? null : Math.max(0, bytesTotal - last.bytes) / bytesPerSecond };
}

export const isRunning = ({ state }: Pick<FileWork, 'state'>): boolean => state === 'waiting' || state === 'running';

/** What a bar shows: bytes, or entries where the work moves no bytes. */
export function amountOf(work: Pick<FileWork, 'bytes_done' | 'bytes_total' | 'entries_done' | 'entries_total'>): {
  done: number;
  total: number;
} {
  if (work.bytes_total !== null && work.bytes_total > 0) return { done: work.bytes_done, total: work.bytes_total };
  return { done: work.entries_done, total: work.entries_total ?? 0 };
}
