/** By value of the class as text, and of all classes together as `foreground`. */
export type Dice = Record<string, number>;

/**
 * Twice the voxels that both have, divided by the voxels of each. `found` and `wanted`: places of classes from 1, 0 is the background. A class without a
 * voxel in `wanted` is left out.
 */
export function diceOf(found: Uint8Array, wanted: Uint8Array, values: readonly number[]): Dice {
  const classes = values.length + 1;
  const [both, inFound, inWanted] = [new Float64Array(classes), new Float64Array(classes), new Float64Array(classes)];
  let bothAny = 0;
  for (let at = 0; at < wanted.length; at += 1) {
    const [one, other] = [found[at]!, wanted[at]!];
    inFound[one]! += 1;
    inWanted[other]! += 1;
    if (one === other) both[one]! += 1;
    if (one > 0 && other > 0) bothAny += 1;
  }
  const entries = values.flatMap((value, at): [string, number][] =>
    inWanted[at + 1] === 0 ? [] : [[String(value), (2 * both[at + 1]!) / (inFound[at + 1]! + inWanted[at + 1]!)]],
  );
  const [anyFound, anyWanted] = [found.length - inFound[0]!, wanted.length - inWanted[0]!];
  return Object.fromEntries(anyWanted === 0 ? entries : [...entries, ['foreground', (2 * bothAny) / (anyFound + anyWanted)]]);
}

/** Over the rows that have it; the deviation is that of the population. */
export function meanAndDeviation(rows: readonly Dice[]): { mean: Dice; deviation: Dice } {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const of = (key: string) => spread(rows.flatMap((row) => (row[key] === undefined ? [] : [row[key]])));
  return {
    mean: Object.fromEntries(keys.map((key) => [key, rounded(of(key).mean)])),
    deviation: Object.fromEntries(keys.map((key) => [key, rounded(of(key).deviation)])),
  };
}

/** Mean and standard deviation of the population. */
export function spread(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) };
}

export const rounded = (value: number, digits = 4): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** The mean over the classes; 0 where there is none. */
export function meanOfClasses(dice: Dice): number {
  const values = Object.entries(dice).flatMap(([key, value]) => (key === 'foreground' ? [] : [value]));
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
