import { describe, expect, test } from 'vitest';
import { runCases } from './run-cases.ts';
import type { Target } from './target.ts';

/** Times are reported by `npm run mutate`, not asserted: on a machine that does other things they say nothing about the reader. */
export function describeReaders(kind: string, targets: readonly Target[]): void {
  describe(`readers of ${kind} on corrupted files`, () => {
    test.each(targets.map((target) => ({ target, name: target.name })))(
      '$name: none of many cases throws',
      { timeout: 300_000 },
      async ({ target }) => {
        const bad = await runCases(target, target.seeds(), { from: 1, cases: target.testCases ?? 100_000 }, () => undefined);
        expect(bad.filter(({ kind }) => kind === 'threw')).toEqual([]);
      },
    );
  });
}
