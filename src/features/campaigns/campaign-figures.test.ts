import { describe, expect, it } from 'vitest';
import type { CampaignRead } from '#contract/campaigns.ts';
import { planReads } from '#model/campaigns/plan-reads.ts';
import { comparedReads, leftMsOf, medianMsOf, plannedReads, readerRows, readersToRemind } from './campaign-figures.ts';

const read = (more: Partial<CampaignRead> = {}): CampaignRead => ({
  ...{ uuid: crypto.randomUUID(), reader: 1, case: 1, repeat: false, state: 'done', skipped: null, spent_ms: 0, finished_at: null },
  ...more,
});
const timed = (...minutes: number[]) => minutes.map((spent) => read({ spent_ms: spent * 60_000 }));

describe('the grid of readers and cases [CAMP-35]', () => {
  const user = (id: number) => ({ id, name: `Reader of ${id}` });
  const rows = readerRows({
    readers: [
      { number: 1, user: user(7), left: false },
      { number: 2, user: user(8), left: true },
      { number: 3, user: null, left: true },
    ],
    all_reads: [
      read({ case: 2, repeat: true, state: 'open' }),
      read({ case: 2, spent_ms: 90_000 }),
      read({ case: 1, state: 'open', skipped: 'other' }),
      read({ reader: 2, case: 1, state: 'started' }),
    ],
  });

  it('has a row for each reader, with the first read of a case before its repeat', () => {
    expect(rows.map(({ number, name, done, total }) => [number, name, done, total])).toEqual([
      [1, 'Reader of 7', 1, 3],
      [2, 'Reader of 8', 0, 1],
      [3, null, 0, 0],
    ]);
    expect(rows[0]!.reads.get(2)!.map(({ repeat }) => repeat)).toEqual([false, true]);
    expect(rows[1]!.reads.get(2)).toBeUndefined();
    expect(rows.map(({ medianMs }) => medianMs)).toEqual([90_000, null, null]);
  });

  it('readers with reads left are reminded, and nobody who left the team [CAMP-38]', () => {
    expect(readersToRemind(rows)).toEqual([1]);
  });
});

describe('the time that is left [CAMP-34]', () => {
  it('is that of the open reads at the median time of finished ones', () => {
    const reads = [...timed(1, 3, 20), read({ state: 'open' }), read({ state: 'returned', spent_ms: 1 })];
    expect(medianMsOf(reads)).toBe(3 * 60_000);
    expect(leftMsOf(reads)).toBe(2 * 3 * 60_000);
    expect(medianMsOf(timed(1, 3))).toBe(2 * 60_000);
  });

  it('is not known without a finished read', () => {
    expect(leftMsOf([read({ state: 'open', spent_ms: 5_000 })])).toBeNull();
  });
});

it.each([
  [40, 6, 6, 4],
  [7, 3, 2, 9],
  [3, 2, 1, 1],
  [0, 2, 1, 1],
])(
  'a draft of %d cases, %d readers, %d of them for each case and %d repeats announces the reads that it will give [CAMP-33]',
  (...wanted) => {
    const [cases, readers, readsPerCase, repeats] = wanted;
    expect(plannedReads(...wanted)).toBe(planReads({ cases, readers, readsPerCase, repeats, seed: 'a' }).length);
  },
);

it('more readers of each case than readers give no reads', () => {
  expect(plannedReads(5, 2, 3, 0)).toBe(0);
});

it('agreement is computed again after a read was corrected, or skipped [CAMP-36]', () => {
  const reads = { total: 2, done: 2, skipped: 0 };
  const at = (second: string) => [read({ finished_at: '2026-11-27 10:00:01' }), read({ finished_at: `2026-11-27 10:00:${second}` })];
  const before = comparedReads({ reads, all_reads: at('00') });
  expect(comparedReads({ reads, all_reads: at('00') })).toBe(before);
  expect(comparedReads({ reads, all_reads: at('09') })).not.toBe(before);
  expect(comparedReads({ reads: { ...reads, skipped: 1 }, all_reads: at('00') })).not.toBe(before);
});
