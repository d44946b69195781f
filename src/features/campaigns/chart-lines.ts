export interface ChartLine {
  name: string;
  /** By day `YYYY-MM-DD`, the earliest first. */
  points: readonly { day: string; value: number }[];
}

export interface ChartScale {
  /** Days of the left and the right end. */
  from: number;
  to: number;
  /** Value at the bottom; 1 is at the top. */
  lowest: number;
  /** Values with a line across, from the top. */
  steps: readonly number[];
}

const STEP = 0.2;

/** The scale of all lines together: from a round value below the lowest one up to 1. Null without a point. */
export function chartScale(lines: readonly ChartLine[]): ChartScale | null {
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return null;
  const days = points.map(({ day }) => Date.parse(day));
  const lowestValue = Math.min(...points.map(({ value }) => value));
  const count = Math.max(2, Math.ceil((1 - lowestValue) / STEP - 1e-9));
  const steps = Array.from({ length: count + 1 }, (_, step) => Math.round((1 - step * STEP) * 10) / 10);
  return { from: Math.min(...days), to: Math.max(...days), lowest: steps.at(-1)!, steps };
}

/** From 0 at the left to 1 at the right. A single day is in the middle. */
export const toAcross = (day: string, { from, to }: ChartScale): number => (to === from ? 0.5 : (Date.parse(day) - from) / (to - from));

/** From 0 at the top to 1 at the bottom. */
export const toDown = (value: number, { lowest }: ChartScale): number => (1 - value) / (1 - lowest);

/** Days on which the figure was not defined are left out. */
export const valuesOfDays = (
  days: readonly { day: string; between: number | null; same: number | null }[],
  which: 'between' | 'same',
): { day: string; value: number }[] =>
  days.flatMap((each) => {
    const value = each[which];
    return value === null ? [] : [{ day: each.day, value }];
  });

/** The first and the last of sorted days, and one in the middle if it is `gap` away from both. */
export function labelledDays(days: readonly string[], toX: (day: string) => number, gap: number): string[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (first === last) return [first];
  const isFree = (day: string) => toX(day) - toX(first) >= gap && toX(last) - toX(day) >= gap;
  const center = (toX(first) + toX(last)) / 2;
  const [middle] = days.filter(isFree).toSorted((a, b) => Math.abs(toX(a) - center) - Math.abs(toX(b) - center));
  return middle === undefined ? [first, last] : [first, middle, last];
}
