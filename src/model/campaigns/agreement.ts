import { intervalOf, kappaOf, kappaOfReaders, type Pair, type Rating } from './kappa.ts';

/** What a finished read said in one field. */
export interface FieldRead extends Rating {
  /** A hidden second read: it is compared with the first one of its reader, and with nobody else. */
  repeat: boolean;
  /** When it was finished, `YYYY-MM-DD`. */
  day: string;
}

interface Figure {
  value: number | null;
  interval: [low: number, high: number] | null;
  cases: number;
}

export interface FieldAgreement {
  between: Figure;
  /** Null if the values have no order. */
  weighted: Figure | null;
  same: Figure;
  days: { day: string; between: number | null; same: number | null }[];
}

/** How readers agree in a field. `order`: its values from lowest to highest, if they have one; then agreement over days is weighted. */
export function agreementOnField(reads: readonly FieldRead[], order: readonly string[] | null): FieldAgreement {
  const days = [...new Set(reads.map(({ day }) => day))].toSorted();
  const overDays = order ?? undefined;
  return {
    between: betweenReaders(reads),
    weighted: order === null ? null : betweenReaders(reads, order),
    same: withThemselves(reads),
    days: days.map((day) => {
      const until = reads.filter((read) => read.day <= day);
      return { day, between: kappaOfReaders(firstReads(until), overDays), same: kappaOf(repeated(until), overDays) };
    }),
  };
}

function betweenReaders(reads: readonly FieldRead[], order?: readonly string[]): Figure {
  const cases = [...Map.groupBy(firstReads(reads), (read) => read.case).values()].filter((ofCase) => ofCase.length > 1);
  return {
    value: kappaOfReaders(cases.flat(), order),
    // A case that is drawn twice counts as two cases.
    interval: toInterval(
      intervalOf(cases, (drawn) =>
        kappaOfReaders(
          drawn.flatMap((ofCase, at) => ofCase.map((read) => ({ ...read, case: at }))),
          order,
        ),
      ),
    ),
    cases: cases.length,
  };
}

function withThemselves(reads: readonly FieldRead[]): Figure {
  const pairs = repeated(reads);
  return { value: kappaOf(pairs), interval: toInterval(intervalOf(pairs, kappaOf)), cases: pairs.length };
}

const firstReads = (reads: readonly FieldRead[]): FieldRead[] => reads.filter(({ repeat }) => !repeat);

function repeated(reads: readonly FieldRead[]): Pair[] {
  return reads
    .filter(({ repeat }) => repeat)
    .flatMap((second) => {
      const first = reads.find((read) => !read.repeat && read.case === second.case && read.reader === second.reader);
      return first === undefined ? [] : [[first.value, second.value] as const];
    });
}

const toInterval = (found: readonly [number, number] | null): Figure['interval'] => (found === null ? null : [...found]);

export interface Disagreement {
  case: number;
  /** In the order of the readers. */
  values: string[];
  /** Between the lowest and the highest value of an order; without one, how many values there are, less one. */
  spread: number;
}

/** Cases in which readers said different things, the most different first. */
export function disagreements(reads: readonly FieldRead[], order: readonly string[] | null): Disagreement[] {
  return [...Map.groupBy(firstReads(reads), (read) => read.case)]
    .map(([number, ofCase]) => {
      const values = ofCase.toSorted((a, b) => a.reader - b.reader).map(({ value }) => value);
      const places = order === null ? [] : values.map((value) => order.indexOf(value));
      const spread = order === null ? new Set(values).size - 1 : Math.max(...places) - Math.min(...places);
      return { case: number, values, spread };
    })
    .filter(({ spread }) => spread > 0)
    .toSorted((a, b) => b.spread - a.spread || a.case - b.case);
}
