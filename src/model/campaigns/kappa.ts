import { randomOf } from './random.ts';

/** What two reads of one case said. */
export type Pair = readonly [string, string];

/**
 * Cohen's kappa (Cohen 1960): agreement beyond what the frequencies of the values give by chance. With `order`, the values from lowest to highest, it is
 * weighted by the square of their distance (Cohen 1968). Null if it is not defined: no pair, or all reads said the same.
 */
export function kappaOf(pairs: readonly Pair[], order?: readonly string[]): number | null {
  const values = order ?? [...new Set(pairs.flat())];
  const places = new Map(values.map((value, place) => [value, place]));
  const known = pairs.filter(([one, other]) => places.has(one) && places.has(other));
  if (known.length === 0) return null;
  const distance = (one: number, other: number): number => (order === undefined ? Number(one !== other) : (one - other) ** 2);
  const first = values.map(() => 0);
  const second = values.map(() => 0);
  let observed = 0;
  for (const [one, other] of known) {
    const [a, b] = [places.get(one)!, places.get(other)!];
    first[a]! += 1 / known.length;
    second[b]! += 1 / known.length;
    observed += distance(a, b) / known.length;
  }
  let expected = 0;
  for (const [a, share] of first.entries()) for (const [b, part] of second.entries()) expected += share * part * distance(a, b);
  return expected === 0 ? null : 1 - observed / expected;
}

/** What a reader said of a case. */
export interface Rating {
  case: number;
  reader: number;
  value: string;
}

/**
 * For two readers Cohen's kappa, for more the mean of all pairs of readers (Light 1971). Pairs without a common case or without a defined kappa do
 * not count; null if none is left.
 */
export function kappaOfReaders(ratings: readonly Rating[], order?: readonly string[]): number | null {
  const readers = [...Map.groupBy(ratings, ({ reader }) => reader).values()].map(
    (own) => new Map(own.map((rating) => [rating.case, rating.value])),
  );
  const kappas = readers.flatMap((one, at) =>
    readers.slice(at + 1).flatMap((other) => {
      const pairs = [...one].flatMap(([number, value]): Pair[] => {
        const compared = other.get(number);
        return compared === undefined ? [] : [[value, compared]];
      });
      const kappa = kappaOf(pairs, order);
      return kappa === null ? [] : [kappa];
    }),
  );
  return meanOf(kappas);
}

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const RESAMPLES = 1_000;

/**
 * The 95 % interval of a figure of cases, by the percentiles of figures of cases drawn again with replacement. The draws follow from the number of
 * cases, so the same reads give the same interval. Null with fewer than three cases, and if the figure of most draws is not defined.
 */
export function intervalOf<T>(
  cases: readonly T[],
  figure: (drawn: readonly T[]) => number | null,
): readonly [low: number, high: number] | null {
  if (cases.length < 3) return null;
  const random = randomOf(`interval of ${cases.length}`);
  const figures: number[] = [];
  for (let draw = 0; draw < RESAMPLES; draw++) {
    const found = figure(cases.map(() => cases[Math.floor(random() * cases.length)]!));
    if (found !== null) figures.push(found);
  }
  if (figures.length < RESAMPLES / 2) return null;
  figures.sort((a, b) => a - b);
  return [figures[Math.floor(figures.length * 0.025)]!, figures[Math.ceil(figures.length * 0.975) - 1]!];
}
