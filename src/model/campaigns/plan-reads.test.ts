import { describe, expect, it } from 'vitest';
import { planReads } from './plan-reads.ts';

const plan = (more: Partial<Parameters<typeof planReads>[0]> = {}) =>
  planReads({ cases: 10, readers: 3, readsPerCase: 2, repeats: 2, seed: 'a', ...more });

describe('reads of a campaign', () => {
  it('give each case its number of readers, and readers a case more or less [CAMP-03]', () => {
    for (const seed of ['a', 'b', 'c', 'd']) {
      const firsts = plan({ seed }).filter(({ repeat }) => !repeat);
      const readersOf = Map.groupBy(firsts, (read) => read.case);
      expect(readersOf.size).toBe(10);
      for (const reads of readersOf.values()) expect(new Set(reads.map(({ reader }) => reader)).size).toBe(2);
      const loads = [0, 1, 2].map((reader) => firsts.filter((read) => read.reader === reader).length);
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
    }
  });

  it('come in another order for each reader and each campaign, always the same for one [CAMP-03]', () => {
    const orderOf = (seed: string, reader: number) =>
      plan({ seed, readers: 2 })
        .filter((read) => read.reader === reader)
        .map((read) => read.case)
        .join(' ');
    expect(orderOf('a', 0)).toBe(orderOf('a', 0));
    expect(new Set([orderOf('a', 0), orderOf('a', 1), orderOf('b', 0), orderOf('b', 1)]).size).toBe(4);
  });

  it('have the second read of a case at least half of the cases after the first [CAMP-04]', () => {
    for (let seed = 0; seed < 200; seed++) {
      const reads = plan({ seed: String(seed), readers: 1, readsPerCase: 1, repeats: 4 });
      expect(reads.map(({ position }) => position)).toEqual(Array.from({ length: 14 }, (_, at) => at));
      const repeats = reads.filter(({ repeat }) => repeat);
      expect(repeats).toHaveLength(4);
      for (const { case: one, position } of repeats) {
        const first = reads.find((read) => read.case === one && !read.repeat)!;
        expect(position - first.position).toBeGreaterThan(5);
      }
    }
  });

  it('have fewer repeats where a reader has too few cases [CAMP-04]', () => {
    const reads = planReads({ cases: 3, readers: 1, readsPerCase: 1, repeats: 3, seed: 'a' });
    expect(reads.filter(({ repeat }) => repeat)).toHaveLength(1);
  });
});
