import type { DiceByClass, ModelReport } from '#contract/ai/models.ts';

type HeldOutCase = ModelReport['heldOut'][number];

/** Of all foreground as one segment, in reports. */
export const FOREGROUND = 'foreground';

/** Below it, a model is not offered as useful. */
export const LEAST_DICE = 0.5;
export const LEAST_PATIENTS = 3;

const NORMAL_95 = 1.959964;

/** Mean of unseen patients with its 95 % interval; `low` and `high` are null for a single patient. */
export interface MeanDice {
  mean: number;
  low: number | null;
  high: number | null;
  patients: number;
}

/** The cases that a report is judged by: those of the test part. Without any, those of the validation part, which also chose the settings. */
export function measuredCases({ heldOut }: Pick<ModelReport, 'heldOut'>): { part: HeldOutCase['part']; cases: HeldOutCase[] } {
  const test = heldOut.filter(({ part }) => part === 'test');
  return test.length > 0 ? { part: 'test', cases: test } : { part: 'validation', cases: [...heldOut] };
}

/** Dice of one segment by its key; cases without it in the reference are left out. */
export const diceOf = (cases: readonly { dice: DiceByClass }[], key: string): number[] =>
  cases.flatMap(({ dice }) => (dice[key] === undefined ? [] : [dice[key]]));

/** Normal interval of the mean, within 0 to 1. Null without a value. */
export function meanDice(values: readonly number[]): MeanDice | null {
  const patients = values.length;
  if (patients === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / patients;
  if (patients === 1) return { mean, low: null, high: null, patients };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (patients - 1);
  const half = NORMAL_95 * Math.sqrt(variance / patients);
  return { mean, low: Math.max(0, mean - half), high: Math.min(1, mean + half), patients };
}

/** Why a model is not useful yet; null if it is. Without a report, nothing was measured here. */
export function notUseful(report: Pick<ModelReport, 'heldOut'> | null): 'unmeasured' | 'few-patients' | 'low-dice' | null {
  if (report === null) return 'unmeasured';
  const whole = meanDice(diceOf(measuredCases(report).cases, FOREGROUND));
  if (whole === null || whole.patients < LEAST_PATIENTS) return 'few-patients';
  return whole.mean < LEAST_DICE ? 'low-dice' : null;
}

export interface HardCase {
  id: string;
  dice: number;
  /** The segment with the lowest Dice; null if the case has none of them. */
  lowest: { title: string; dice: number } | null;
}

/** Cases with the lowest Dice of all foreground first. */
export function hardestCases(cases: readonly HeldOutCase[], segments: readonly { title: string; value: number }[]): HardCase[] {
  return cases
    .flatMap(({ id, dice }) => {
      const whole = dice[FOREGROUND];
      if (whole === undefined) return [];
      const own = segments.flatMap(({ title, value }) => {
        const of = dice[String(value)];
        return of === undefined ? [] : [{ title, dice: of }];
      });
      return [{ id, dice: whole, lowest: own.toSorted((a, b) => a.dice - b.dice)[0] ?? null }];
    })
    .toSorted((a, b) => a.dice - b.dice || (a.id < b.id ? -1 : 1));
}

/** Two versions on the patients that both were measured on. Null if there are none. */
export function comparedDice(
  here: readonly HeldOutCase[],
  other: readonly HeldOutCase[],
  key: string,
): { here: MeanDice; other: MeanDice; gain: number } | null {
  const otherOf = new Map(other.map(({ id, dice }) => [id, dice[key]]));
  const pairs = here.flatMap(({ id, dice }) => {
    const [own, theirs] = [dice[key], otherOf.get(id)];
    return own === undefined || theirs === undefined ? [] : [{ own, theirs }];
  });
  const [a, b] = [meanDice(pairs.map(({ own }) => own)), meanDice(pairs.map(({ theirs }) => theirs))];
  return a === null || b === null ? null : { here: a, other: b, gain: a.mean - b.mean };
}
