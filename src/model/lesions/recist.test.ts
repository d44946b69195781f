import { describe, expect, test } from 'vitest';
import type { Response } from '#contract/lesions.ts';
import {
  changeInPercent,
  isMeasurable,
  nonTargetResponse,
  organsWithTooMany,
  overallResponse,
  sumOfDiameters,
  targetResponse,
  type NonTargetResponse,
  type TargetDiameter,
  type TargetResponse,
} from './recist.ts';

const mass = (mm: number | null): TargetDiameter => ({ mm, node: false });
const node = (mm: number | null): TargetDiameter => ({ mm, node: true });

describe('the sum of diameters [LES-06]', () => {
  test('has the longest diameter of lesions and the short axis of nodes, as they are shown', () => {
    expect(sumOfDiameters([mass(20.3), mass(11), mass(17.9)])).toBe(49.2);
    expect(sumOfDiameters([mass(10.04), node(15.04)])).toBe(25);
    expect(sumOfDiameters([mass(0), node(9)])).toBe(9);
  });

  test('is not known while a target was not measured', () => expect(sumOfDiameters([mass(20), mass(null)])).toBeNull());

  test('changes in whole percent, and from 0 in none', () => {
    expect([changeInPercent(14.3, 20.3), changeInPercent(45, 49.2), changeInPercent(45.7, 49.2)]).toEqual([42, 9, 8]);
    expect([changeInPercent(12.1, 11), changeInPercent(0, 7)]).toEqual([-9, null]);
  });
});

describe('target lesions [LES-07]', () => {
  const sums = { baseline: 100, smallest: 50 };

  test.each<[string, TargetDiameter[], { baseline: number | null; smallest: number | null }, TargetResponse | null]>([
    ['none', [], sums, null],
    ['all are gone', [mass(0), mass(0)], sums, 'complete'],
    ['all are gone, and nodes below 10 mm', [mass(0), node(9.9)], sums, 'complete'],
    ['only nodes below 10 mm, whatever their sum', [node(9.9), node(9.9)], { baseline: 40, smallest: 12 }, 'complete'],
    ['a node of 10 mm is not normal', [mass(0), node(10)], { baseline: 40, smallest: 10 }, 'partial'],
    ['a mass below 10 mm is not gone', [mass(4)], { baseline: 40, smallest: 10 }, 'partial'],
    ['30 % below the baseline', [mass(70)], { baseline: 100, smallest: 70 }, 'partial'],
    ['29.9 % below the baseline', [mass(70.1)], { baseline: 100, smallest: 70 }, 'stable'],
    ['30 % below an odd baseline', [mass(32.06)], { baseline: 45.9, smallest: 45.9 }, 'partial'],
    ['20 % and 5 mm above the smallest sum', [mass(60)], { baseline: 100, smallest: 50 }, 'progressive'],
    ['20 % and 5 mm exactly', [mass(30)], { baseline: 25, smallest: 25 }, 'progressive'],
    ['20 % but less than 5 mm', [mass(24.9)], { baseline: 20, smallest: 20 }, 'stable'],
    ['5 mm but less than 20 %', [mass(59.9)], { baseline: 50, smallest: 50 }, 'stable'],
    ['progression beside a decrease from the baseline', [mass(60)], { baseline: 200, smallest: 50 }, 'progressive'],
    ['reappeared after all were gone', [mass(5)], { baseline: 100, smallest: 0 }, 'progressive'],
    ['one was not measured', [mass(20), mass(null)], sums, 'not-evaluable'],
    ['the others show progression by themselves', [mass(60), mass(null)], sums, 'progressive'],
    ['the baseline was not complete', [mass(20)], { baseline: null, smallest: null }, 'not-evaluable'],
    ['all are gone, whatever was before', [mass(0)], { baseline: null, smallest: null }, 'complete'],
  ])('%s', (_, targets, before, response) => expect(targetResponse(targets, before)).toBe(response));
});

describe('non-target lesions [LES-08]', () => {
  test.each<[Parameters<typeof nonTargetResponse>[0], NonTargetResponse | null]>([
    [[], null],
    [['absent', 'absent'], 'complete'],
    [['absent', 'present'], 'non-complete'],
    [['present', null], 'not-evaluable'],
    [['absent', null], 'not-evaluable'],
    [['progression', null, 'absent'], 'progressive'],
  ])('%j', (states, response) => expect(nonTargetResponse(states)).toBe(response));
});

describe('the overall response [LES-09]', () => {
  const TARGETS = ['complete', 'partial', 'stable', 'progressive', 'not-evaluable', null] as const;
  const NON_TARGETS = ['complete', 'non-complete', 'not-evaluable', 'progressive', null] as const;
  type Row = Record<`${NonTargetResponse | null}`, Response | null>;

  /** Table 1, and in the last row table 2: every cell without new lesions. */
  const WITHOUT_NEW: Record<`${TargetResponse | null}`, Row> = {
    complete: {
      ...{ complete: 'complete', 'non-complete': 'partial', 'not-evaluable': 'partial', progressive: 'progressive', null: 'complete' },
    },
    partial: { complete: 'partial', 'non-complete': 'partial', 'not-evaluable': 'partial', progressive: 'progressive', null: 'partial' },
    stable: { complete: 'stable', 'non-complete': 'stable', 'not-evaluable': 'stable', progressive: 'progressive', null: 'stable' },
    progressive: {
      ...{ complete: 'progressive', 'non-complete': 'progressive', 'not-evaluable': 'progressive', progressive: 'progressive' },
      null: 'progressive',
    },
    'not-evaluable': {
      ...{ complete: 'not-evaluable', 'non-complete': 'not-evaluable', 'not-evaluable': 'not-evaluable', progressive: 'progressive' },
      null: 'not-evaluable',
    },
    null: {
      ...{ complete: 'complete', 'non-complete': 'non-complete', 'not-evaluable': 'not-evaluable', progressive: 'progressive' },
      null: null,
    },
  };

  const cells = TARGETS.flatMap((target) => NON_TARGETS.map((nonTarget) => ({ target, nonTarget })));

  test.each(cells)('targets $target, non-targets $nonTarget, no new ones', ({ target, nonTarget }) => {
    expect(overallResponse({ target, nonTarget, hasNew: false })).toBe(WITHOUT_NEW[`${target}`][`${nonTarget}`]);
  });

  test.each(cells)('targets $target, non-targets $nonTarget, and new ones: progression', ({ target, nonTarget }) => {
    expect(overallResponse({ target, nonTarget, hasNew: true })).toBe('progressive');
  });
});

describe('which lesions may be targets [LES-10]', () => {
  test('those of 10 mm, and nodes with a short axis of 15 mm', () => {
    expect([mass(10), mass(9.9), node(15), node(14.9), mass(null)].map(isMeasurable)).toEqual([true, false, true, false, true]);
  });

  test('two of an organ; nodes are one organ, and what nobody has named is not counted', () => {
    const of = (organ: string, isNode = false) => ({ organ, node: isNode });
    expect(organsWithTooMany([of('Liver'), of('liver '), of('Lung')])).toEqual([]);
    expect(organsWithTooMany([of('Liver'), of('liver '), of('LIVER')])).toEqual(['Liver']);
    expect(organsWithTooMany([of('Neck', true), of('Groin', true), of('', true)])).toEqual(['Lymph nodes']);
    expect(organsWithTooMany([of(''), of(' '), of('')])).toEqual([]);
  });
});
