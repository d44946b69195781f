import type { Campaign, CampaignRead } from '#contract/campaigns.ts';

/** A reader in the grid: reads by the number of their case, the first read before a repeat. */
export interface ReaderRow {
  number: number;
  /** Null if the account no longer exists. */
  name: string | null;
  left: boolean;
  reads: ReadonlyMap<number, readonly CampaignRead[]>;
  done: number;
  total: number;
  /** Of finished reads; null if there is none. */
  medianMs: number | null;
}

export function readerRows({ readers, all_reads: reads }: Pick<Campaign, 'readers' | 'all_reads'>): ReaderRow[] {
  const ofReader = new Map<number, CampaignRead[]>();
  for (const read of reads) ofReader.set(read.reader, [...(ofReader.get(read.reader) ?? []), read]);
  return readers.map(({ number, user, left }) => {
    const own = ofReader.get(number) ?? [];
    return {
      ...{ number, name: user?.name ?? null, left, reads: byCase(own), total: own.length, medianMs: medianMsOf(own) },
      done: own.filter(isDone).length,
    };
  });
}

function byCase(reads: readonly CampaignRead[]): Map<number, CampaignRead[]> {
  const found = new Map<number, CampaignRead[]>();
  for (const read of reads) {
    const others = found.get(read.case) ?? [];
    found.set(read.case, read.repeat ? [...others, read] : [read, ...others]);
  }
  return found;
}

/** Another text when other reads are finished or skipped, also when one was sent back and finished again. */
export function comparedReads({ reads, all_reads: all }: Pick<Campaign, 'reads' | 'all_reads'>): string {
  const last = all.map(({ finished_at: at }) => at ?? '').reduce((one, other) => (one > other ? one : other), '');
  return `${reads.done} ${reads.skipped} ${last}`;
}

/** Median time of finished reads, ms; null if there is none. */
export function medianMsOf(reads: readonly Pick<CampaignRead, 'state' | 'spent_ms'>[]): number | null {
  const times = reads
    .filter(isDone)
    .map(({ spent_ms: spent }) => spent)
    .toSorted((a, b) => a - b);
  if (times.length === 0) return null;
  const middle = Math.floor(times.length / 2);
  return times.length % 2 === 1 ? times[middle]! : (times[middle - 1]! + times[middle]!) / 2;
}

/** Working time of the reads that are left, ms, if each takes the median time; null without a finished read. */
export function leftMsOf(reads: readonly Pick<CampaignRead, 'state' | 'spent_ms'>[]): number | null {
  const median = medianMsOf(reads);
  return median === null ? null : median * reads.filter((read) => !isDone(read)).length;
}

/** Numbers of readers who have reads left and are still in the team. */
export const readersToRemind = (rows: readonly ReaderRow[]): number[] =>
  rows.filter(({ left, name, done, total }) => !left && name !== null && done < total).map(({ number }) => number);

/** Reads that a draft would give. Repeats come of the first half of a reader's cases, so there may be fewer than wanted. */
export function plannedReads(cases: number, readers: number, perCase: number, repeats: number): number {
  if (readers === 0 || perCase > readers) return 0;
  const all = cases * perCase;
  const more = all % readers;
  const each = Math.floor(all / readers);
  const repeatsOf = (own: number) => Math.min(repeats, Math.floor(own / 2));
  return all + more * repeatsOf(each + 1) + (readers - more) * repeatsOf(each);
}

export const repeatsOf = (reads: readonly CampaignRead[]): number => reads.filter(({ repeat }) => repeat).length;

const isDone = ({ state }: Pick<CampaignRead, 'state'>): boolean => state === 'done';
