import { describe, expect, it } from 'vitest';
import { comparedDice, diceOf, hardestCases, meanDice, measuredCases, notUseful } from './held-out.ts';

const held = (id: string, foreground: number, part: 'validation' | 'test' = 'test', more: Record<string, number> = {}) => ({
  id,
  part,
  dice: { foreground, ...more },
});

describe('Dice of unseen patients', () => {
  it('is a mean with its normal 95 % interval [AI-61]', () => {
    const { mean, low, high, patients } = meanDice([0.8, 0.9, 0.7, 0.8])!;
    expect(mean).toBeCloseTo(0.8, 10);
    // The standard deviation is 0.08165, its error 0.040825.
    expect(low).toBeCloseTo(0.8 - 1.959964 * 0.0408248, 5);
    expect(high).toBeCloseTo(0.8 + 1.959964 * 0.0408248, 5);
    expect(patients).toBe(4);
  });

  it('has no interval for one patient, stays within 0 to 1, and is nothing without a patient', () => {
    expect(meanDice([0.7])).toEqual({ mean: 0.7, low: null, high: null, patients: 1 });
    expect(meanDice([0, 1])).toMatchObject({ low: 0, high: 1 });
    expect(meanDice([])).toBeNull();
  });

  it('is that of the test part, where there is one', () => {
    const validation = held('a', 0.9, 'validation');
    expect(measuredCases({ heldOut: [validation, held('b', 0.8)] })).toEqual({ part: 'test', cases: [held('b', 0.8)] });
    expect(measuredCases({ heldOut: [validation] })).toEqual({ part: 'validation', cases: [validation] });
  });

  it('leaves out patients whose reference has no such segment', () => {
    expect(diceOf([held('a', 0.9, 'test', { '1': 0.5 }), held('b', 0.8)], '1')).toEqual([0.5]);
  });
});

describe('a model that is not useful yet [AI-62]', () => {
  it.each([
    ['nothing was measured', null, 'unmeasured'],
    ['two patients', [0.9, 0.9], 'few-patients'],
    ['a low mean', [0.49, 0.5, 0.49], 'low-dice'],
    ['a mean of one half', [0.5, 0.5, 0.5], null],
  ] as const)('%s', (_, dice, why) => {
    expect(notUseful(dice && { heldOut: dice.map((value, at) => held(String(at), value)) })).toBe(why);
  });
});

it('the hardest cases come first, each with its worst segment [AI-63]', () => {
  const segments = [
    { title: 'Anterior', value: 1 },
    { title: 'Posterior', value: 2 },
  ];
  const cases = [held('b', 0.8, 'test', { '1': 0.9, '2': 0.6 }), held('a', 0.7, 'test', { '1': 0.7 }), held('c', 0.8)];
  expect(hardestCases(cases, segments)).toEqual([
    { id: 'a', dice: 0.7, lowest: { title: 'Anterior', dice: 0.7 } },
    { id: 'b', dice: 0.8, lowest: { title: 'Posterior', dice: 0.6 } },
    { id: 'c', dice: 0.8, lowest: null },
  ]);
});

it('two versions are compared on the patients that both were measured on [AI-61]', () => {
  const compared = comparedDice([held('a', 0.9), held('b', 0.8), held('c', 0.1)], [held('b', 0.7), held('a', 0.7)], 'foreground')!;
  expect(compared.here.mean).toBeCloseTo(0.85, 10);
  expect(compared.other).toMatchObject({ patients: 2 });
  expect(compared.gain).toBeCloseTo(0.15, 10);
  expect(comparedDice([held('a', 0.9)], [held('b', 0.9)], 'foreground')).toBeNull();
});
