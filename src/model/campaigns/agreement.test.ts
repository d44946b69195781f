import { describe, expect, it } from 'vitest';
import { agreementOnField, disagreements, type FieldRead } from './agreement.ts';
import { kappaOf } from './kappa.ts';

const read = (reader: number, number: number, value: string, more: Partial<FieldRead> = {}): FieldRead => ({
  ...{ reader, case: number, value, repeat: false, day: '2026-11-20' },
  ...more,
});
const SCORES = ['1', '2', '3', '4', '5'];

describe('agreement in a field [CAMP-15]', () => {
  // 3 of 5 cases alike. By chance 0.2 * 0.2 for each of 1, 2 and 5, and 0.4 * 0.4 for 4: 0.28.
  const reads = [
    ...['1', '2', '4', '4', '5'].map((value, at) => read(1, at + 1, value)),
    ...['1', '2', '4', '5', '4'].map((value, at) => read(2, at + 1, value)),
  ];

  it('between two readers is kappa of the cases that both have read', () => {
    const { between } = agreementOnField([...reads, read(1, 9, '3')], null);
    expect(between.value).toBeCloseTo((3 / 5 - 0.28) / (1 - 0.28), 12);
    expect(between.cases).toBe(5);
    expect(between.interval![0]).toBeLessThan(between.value!);
    expect(between.interval![1]).toBeGreaterThan(between.value!);
  });

  it('is weighted only if the values have an order', () => {
    expect(agreementOnField(reads, null).weighted).toBeNull();
    const pairs = [1, 2, 3, 4, 5].map((number) => {
      const [one, other] = reads.filter((each) => each.case === number);
      return [one!.value, other!.value] as const;
    });
    expect(agreementOnField(reads, SCORES).weighted!.value).toBeCloseTo(kappaOf(pairs, SCORES)!, 12);
  });

  it('of a reader with themselves compares each hidden repeat with its first read, and no repeat with other readers', () => {
    const second = (number: number, value: string) => read(1, number, value, { repeat: true });
    const { between, same } = agreementOnField([...reads, second(1, '1'), second(2, '5'), second(9, '3')], null);
    expect(between).toEqual(agreementOnField(reads, null).between);
    expect(same).toMatchObject({
      value: kappaOf([
        ['1', '1'],
        ['2', '5'],
      ]),
      cases: 2,
      interval: null,
    });
  });

  it('over days has all reads that were finished until then', () => {
    const late = reads.map((each) => (each.case > 3 ? { ...each, day: '2026-11-21' } : each));
    const { days } = agreementOnField(late, null);
    expect(days.map(({ day, between }) => [day, between])).toEqual([
      ['2026-11-20', 1],
      ['2026-11-21', agreementOnField(reads, null).between.value],
    ]);
  });
});

describe('cases to talk about [CAMP-16]', () => {
  it('are those with different values, the farthest apart first', () => {
    const reads = [read(2, 1, '5'), read(1, 1, '2'), read(1, 2, '3'), read(2, 2, '4'), read(1, 3, '4'), read(2, 3, '4')];
    expect(disagreements(reads, SCORES)).toEqual([
      { case: 1, values: ['2', '5'], spread: 3 },
      { case: 2, values: ['3', '4'], spread: 1 },
    ]);
    expect(disagreements(reads, null).map(({ case: number, spread }) => [number, spread])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('do not come from a reader who differs from an own earlier read', () => {
    expect(disagreements([read(1, 1, '2'), read(1, 1, '5', { repeat: true })], SCORES)).toEqual([]);
  });
});
