import { describe, expect, it } from 'vitest';
import type { ReadMask } from '#contract/campaigns.ts';
import { agreementOnMasks, casesWithLowDice, pairsOfReads, type Dices, type MaskPair } from './mask-agreement.ts';

const GRID = { hash: 'a'.repeat(64), size: [8, 8, 8] as [number, number, number] };
const read = (reader: number | null, number: number, more: Partial<ReadMask> = {}, titles: readonly string[] = ['Part 1']): ReadMask => {
  const repeat = more.repeat ?? false;
  const name = `${reader ?? 'known'}${repeat ? 'again' : ''} ${number}`;
  return {
    ...{ case: number, study: `study ${number}`, reader, repeat, day: reader === null ? null : '2026-11-20', missing: null },
    mask: {
      ...{ segmentation: name, last: 4, grid: GRID },
      segments: titles.map((title, at) => ({ uuid: `${name}: ${title}`, title, value: at + 1 })),
    },
    ...more,
  };
};
const withMask = (one: ReadMask, mask: Partial<NonNullable<ReadMask['mask']>>): ReadMask => ({ ...one, mask: { ...one.mask!, ...mask } });
/** By reader and case of each pair. */
const found = (pairs: readonly MaskPair[], dices: Record<string, Dices>) =>
  new Map(
    pairs.flatMap((pair) =>
      (dices[`${pair.kind} ${pair.case}`] ?? null) === null ? [] : [[pair.key, dices[`${pair.kind} ${pair.case}`]!]],
    ),
  );

describe('masks that are compared [CAMP-17]', () => {
  it('are those of each two readers of a case, of a reader and the own repeat, and of readers and known cases', () => {
    const { pairs, others } = pairsOfReads([
      ...[read(2, 1), read(1, 1), read(3, 1), read(1, 1, { repeat: true }), read(null, 1)],
      ...[read(1, 2), read(2, 2, { day: '2026-11-22' })],
    ]);
    expect(others).toEqual([]);
    expect(pairs.map(({ kind, a, b, day }) => [kind, a.segmentation, b.segmentation, day.slice(-2)])).toEqual([
      ['between', '1 1', '2 1', '20'],
      ['between', '1 1', '3 1', '20'],
      ['between', '2 1', '3 1', '20'],
      ['same', '1 1', '1again 1', '20'],
      ['known', '1 1', 'known 1', '20'],
      ['known', '2 1', 'known 1', '20'],
      ['known', '3 1', 'known 1', '20'],
      ['between', '1 2', '2 2', '22'],
    ]);
  });

  it('have another key when something was drawn, or a segment is another one', () => {
    const key = (other: ReadMask) => pairsOfReads([read(1, 1), other]).pairs[0]!.key;
    const before = read(2, 1);
    const keys = [before, withMask(before, { last: 5 }), withMask(before, { segments: [] }), before].map(key);
    expect(new Set(keys).size).toBe(3);
    expect(keys[3]).toBe(keys[0]);
  });

  it('are not compared where one is missing, nothing was drawn, or the slices are others, and this is said', () => {
    const why = (one: ReadMask, other: ReadMask) => pairsOfReads([one, other]).others.map((pair) => pair.why);
    const empty = (reader: number) => withMask(read(reader, 1), { last: 0, grid: null });
    expect(why(read(1, 1), read(2, 1, { mask: null, missing: 'none' }))).toEqual(['none']);
    expect(why(read(1, 1, { mask: null, missing: 'several' }), read(2, 1))).toEqual(['several']);
    expect(why(read(1, 1), read(null, 1, { mask: null, missing: 'none' }))).toEqual(['no-reference']);
    expect(why(empty(1), empty(2))).toEqual(['nothing-drawn']);
    expect(why(read(1, 1), withMask(read(2, 1), { grid: { ...GRID, hash: 'b'.repeat(64) } }))).toEqual(['other-grid']);
    expect(why(empty(1), read(2, 1))).toEqual([]);
  });
});

describe('agreement on masks [CAMP-17]', () => {
  it('is the mean of the means of the cases, with an interval, and by day', () => {
    const reads = [
      ...[read(1, 1), read(2, 1), read(3, 1)],
      ...[read(1, 2), read(2, 2)],
      ...[read(1, 3), read(2, 3, { day: '2026-11-21' })],
      ...[read(1, 2, { repeat: true })],
    ];
    const { pairs } = pairsOfReads(reads);
    const dices = new Map<string, Dices>([
      ...pairs.filter((pair) => pair.case === 1).map((pair, at): [string, Dices] => [pair.key, [[0.9, 0.6, 0.6][at]!]]),
      ...found(pairs, { 'between 2': [0.8], 'between 3': [0.3], 'same 2': [0.95] }),
    ]);
    const [part, ...others] = agreementOnMasks(pairs, dices);
    expect(others).toEqual([]);
    // Case 1 is (0.9 + 0.6 + 0.6) / 3 = 0.7.
    expect(part).toMatchObject({ title: 'Part 1', between: { value: expect.closeTo((0.7 + 0.8 + 0.3) / 3, 12), cases: 3 } });
    expect(part!.between.interval![0]).toBeLessThan(part!.between.value!);
    expect(part).toMatchObject({ same: { value: 0.95, interval: null, cases: 1 }, known: [] });
    expect(part!.days).toEqual([
      { day: '2026-11-20', between: expect.closeTo(0.75, 12), same: 0.95 },
      { day: '2026-11-21', between: expect.closeTo(0.6, 12), same: 0.95 },
    ]);
    expect(casesWithLowDice(pairs, dices)).toEqual([{ case: 3, study: 'study 3', about: { kind: 'mask', title: 'Part 1', dice: 0.3 } }]);
  });

  it('has all segments first, and leaves out those that are empty in both', () => {
    const titles = ['Zone', 'Lesion'];
    const { pairs } = pairsOfReads([
      read(1, 1, {}, titles),
      read(2, 1, {}, ['zone', 'Lesion']),
      read(1, 2, {}, titles),
      read(2, 2, {}, titles),
    ]);
    const dices = found(pairs, { 'between 1': [0.9, 0.5], 'between 2': [0.7, null] });
    expect(agreementOnMasks(pairs, dices).map(({ title, between }) => [title, between.value, between.cases])).toEqual([
      [null, expect.closeTo(0.7, 12), 2],
      ['Zone', expect.closeTo(0.8, 12), 2],
      ['Lesion', 0.5, 1],
    ]);
    expect(casesWithLowDice(pairs, dices)).toMatchObject([{ case: 1, about: { title: 'Lesion', dice: 0.5 } }]);
  });

  it('with known cases is that of each reader, and has only what was compared', () => {
    const { pairs } = pairsOfReads([read(1, 1), read(2, 1), read(null, 1), read(1, 2), read(null, 2)]);
    const known = pairs.filter(({ kind }) => kind === 'known');
    const dices = new Map<string, Dices>(known.map((pair, at) => [pair.key, [[1, 0.5, 0.8][at]!]]));
    expect(agreementOnMasks(pairs, dices)).toMatchObject([
      {
        ...{ between: { value: null, cases: 0 }, days: [] },
        known: [
          { reader: 1, cases: 2, value: 0.9 },
          { reader: 2, cases: 1, value: 0.5 },
        ],
      },
    ]);
    expect(agreementOnMasks(pairs, new Map())).toEqual([]);
  });
});
