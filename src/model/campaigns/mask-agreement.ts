import type { Agreement, ReadMask } from '#contract/campaigns.ts';
import { matchedSegments, type MatchedSide } from '#model/match-segments.ts';
import { intervalOf, meanOf } from './kappa.ts';

/** Why two masks are not compared; the rest is found out only when they are read. `no-reference`: a known case has no mask, or several. */
export type NotComparable = 'none' | 'several' | 'no-reference' | 'nothing-drawn' | 'other-grid';

type Mask = NonNullable<ReadMask['mask']>;

export interface SegmentPair {
  title: string;
  /** UUIDs; null: this mask has no such segment. */
  a: string | null;
  b: string | null;
}

interface Pair {
  /** `between`: two readers; `same`: a reader and the own hidden repeat; `known`: a reader, and then the known case. */
  kind: 'between' | 'same' | 'known';
  case: number;
  study: string;
  /** Number of the first reader. */
  reader: number;
  /** On which both were read. */
  day: string;
}

/** Two masks that can be compared. */
export interface MaskPair extends Pair {
  /** Changes with what was drawn in either of them, and with what their segments are. */
  key: string;
  a: Mask;
  b: Mask;
  /** Voxels of the grid along each axis. */
  size: readonly [number, number, number];
  segments: readonly SegmentPair[];
}

export interface OtherPair extends Pair {
  why: NotComparable;
}

/** Dice of each segment of a pair, in their order; null: both are empty. */
export type Dices = readonly (number | null)[];

/** Which reads of a case are compared with each other, in the order of the cases. */
export function pairsOfReads(reads: readonly ReadMask[]): { pairs: MaskPair[]; others: OtherPair[] } {
  const found = [...Map.groupBy(reads, (read) => read.case).values()].flatMap(pairsOfCase);
  return {
    pairs: found.filter((pair): pair is MaskPair => 'key' in pair),
    others: found.filter((pair): pair is OtherPair => 'why' in pair),
  };
}

function pairsOfCase(reads: readonly ReadMask[]): (MaskPair | OtherPair)[] {
  const firsts = reads.filter(({ reader, repeat }) => reader !== null && !repeat).toSorted((a, b) => a.reader! - b.reader!);
  const repeats = reads.filter(({ repeat }) => repeat);
  const known = reads.filter(({ reader }) => reader === null);
  return [
    ...firsts.flatMap((one, at) => firsts.slice(at + 1).map((other) => pairOf('between', one, other))),
    ...firsts.flatMap((one) => repeats.filter(({ reader }) => reader === one.reader).map((other) => pairOf('same', one, other))),
    ...firsts.flatMap((one) => known.map((other) => pairOf('known', one, other))),
  ];
}

function pairOf(kind: Pair['kind'], one: ReadMask, other: ReadMask): MaskPair | OtherPair {
  const days = [one.day, other.day].filter((day) => day !== null).toSorted();
  const pair: Pair = { kind, case: one.case, study: one.study, reader: one.reader!, day: days.at(-1)! };
  const [a, b] = [one.mask, other.mask];
  if (a === null) return { ...pair, why: one.missing ?? 'none' };
  if (b === null) return { ...pair, why: kind === 'known' ? 'no-reference' : (other.missing ?? 'none') };
  const drawn = [a, b].filter(({ last }) => last > 0);
  if (drawn.length === 0) return { ...pair, why: 'nothing-drawn' };
  const [grid, otherGrid] = drawn.map((mask) => mask.grid);
  if (!grid || (drawn.length === 2 && otherGrid?.hash !== grid.hash)) return { ...pair, why: 'other-grid' };
  const segments = matchedSegments([sideOf(a), sideOf(b)]).map(({ title, uuids: [inA, inB] }) => ({ title, a: inA!, b: inB! }));
  return { ...pair, key: keyOf(a, b, segments), a, b, size: grid.size, segments };
}

/** All are of the structure of the campaign. */
const sideOf = ({ segments }: Mask): MatchedSide => ({ structure: '', code: null, segments });

function keyOf(a: Mask, b: Mask, segments: readonly SegmentPair[]): string {
  const valueOf = (mask: Mask, uuid: string | null) => mask.segments.find((segment) => segment.uuid === uuid)?.value ?? '';
  const matched = segments.map((segment) => `${valueOf(a, segment.a)}:${valueOf(b, segment.b)}`);
  return [`${a.segmentation}@${a.last}`, `${b.segmentation}@${b.last}`, matched.join()].join(' ');
}

type Figure = Agreement['masks'][number]['between'];

/** Agreement on one segment, or on all of them. */
export interface MaskAgreement extends Omit<Agreement['masks'][number], 'title'> {
  /** Null: the mean of all segments of a mask. */
  title: string | null;
  /** Mean Dice of each reader with the known cases. */
  known: { reader: number; cases: number; value: number }[];
}

interface Compared extends Pair {
  dice: number;
}

/** Mean Dice by segment, and of all segments first if there are several. `dices`: of the pairs that were compared, by their key. */
export function agreementOnMasks(pairs: readonly MaskPair[], dices: ReadonlyMap<string, Dices>): MaskAgreement[] {
  const { titles, all, ofTitle } = comparedOf(pairs, dices);
  const segments = [...ofTitle].map(([words, compared]) => figuresOf(titles.get(words)!, compared));
  return segments.length > 1 ? [figuresOf(null, all), ...segments] : segments;
}

function comparedOf(pairs: readonly MaskPair[], dices: ReadonlyMap<string, Dices>) {
  const titles = new Map<string, string>();
  const all: Compared[] = [];
  const ofTitle = new Map<string, Compared[]>();
  for (const pair of pairs) {
    const found = dices.get(pair.key);
    const defined = (found ?? []).flatMap((dice, at) => (dice === null ? [] : [{ title: pair.segments[at]!.title, dice }]));
    const mean = meanOf(defined.map(({ dice }) => dice));
    if (mean !== null) all.push({ ...pair, dice: mean });
    for (const { title, dice } of defined) {
      const words = title.trim().toLowerCase();
      if (!titles.has(words)) titles.set(words, title);
      ofTitle.set(words, [...(ofTitle.get(words) ?? []), { ...pair, dice }]);
    }
  }
  return { titles, all, ofTitle };
}

function figuresOf(title: string | null, compared: readonly Compared[]): MaskAgreement {
  const of = (kind: Pair['kind']) => compared.filter((one) => one.kind === kind);
  const days = [...new Set([...of('between'), ...of('same')].map(({ day }) => day))].toSorted();
  return {
    title,
    between: figureOf(of('between')),
    same: figureOf(of('same')),
    days: days.map((day) => {
      const until = (kind: Pair['kind']) => meanOf(byCase(of(kind).filter((one) => one.day <= day)));
      return { day, between: until('between'), same: until('same') };
    }),
    known: [...Map.groupBy(of('known'), ({ reader }) => reader)]
      .map(([reader, own]) => ({ reader, cases: own.length, value: meanOf(own.map(({ dice }) => dice))! }))
      .toSorted((a, b) => a.reader - b.reader),
  };
}

/** Of each case, the mean of its pairs: a case with more readers counts as much as one with few. */
const byCase = (compared: readonly Compared[]): number[] =>
  [...Map.groupBy(compared, (one) => one.case).values()].map((ofCase) => meanOf(ofCase.map(({ dice }) => dice))!);

function figureOf(compared: readonly Compared[]): Figure {
  const cases = byCase(compared);
  const interval = intervalOf(cases, meanOf);
  return { value: meanOf(cases), interval: interval && [...interval], cases: cases.length };
}

/** Overlap below this is worth talking about: from here on, it is called good (Zijdenbos 1994). */
const GOOD_DICE = 0.7;

/** Cases whose readers drew different things, the most different first, each with its worst segment. */
export function casesWithLowDice(pairs: readonly MaskPair[], dices: ReadonlyMap<string, Dices>): Agreement['cases'] {
  const { titles, ofTitle } = comparedOf(
    pairs.filter(({ kind }) => kind === 'between'),
    dices,
  );
  const means = [...ofTitle].flatMap(([words, compared]) =>
    [...Map.groupBy(compared, (one) => one.case).values()].map((ofCase) => ({
      ...{ case: ofCase[0]!.case, study: ofCase[0]!.study },
      ...{ title: titles.get(words)!, dice: meanOf(ofCase.map(({ dice }) => dice))! },
    })),
  );
  const worst = [...Map.groupBy(means, (one) => one.case).values()].map((ofCase) => ofCase.toSorted((a, b) => a.dice - b.dice)[0]!);
  return worst
    .filter(({ dice }) => dice < GOOD_DICE)
    .toSorted((a, b) => a.dice - b.dice || a.case - b.case)
    .map(({ case: number, study, title, dice }) => ({ case: number, study, about: { kind: 'mask', title, dice } }));
}
