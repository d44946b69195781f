import { isParallel, SAME_POSITION, type DescribedSlice } from '#model/grids/grid.ts';
import { sliceNormal } from '#model/pictures/geometry.ts';
import { dot } from '#model/pictures/vector.ts';
import { found, type Found } from './found.ts';

export interface PositionsFound {
  findings: Found[];
  /** Different positions of the largest stack; 0 if no slice has one. */
  slices: number;
}

/** What the positions of slices show. Slices of one orientation are one stack; each code is found once, in the largest stack that shows it. */
export function findingsOfPositions(slices: readonly DescribedSlice[]): PositionsFound {
  const stacks = stacksOf(slices).map(placesOf);
  const findings: Found[] = [];
  for (const stack of stacks) {
    for (const one of [...findingsOfSpacing(stack), ...findingsOfCounts(stack)])
      if (!findings.some(({ said }) => said.code === one.said.code)) findings.push(one);
  }
  return { findings, slices: stacks[0]?.length ?? 0 };
}

/** Slices around an axis have an orientation each, and are no stacks. */
const MOST_STACKS = 50;

/** The largest first. */
function stacksOf(slices: readonly DescribedSlice[]): DescribedSlice[][] {
  const stacks: DescribedSlice[][] = [];
  // By number, so that small differences of the orientation do not depend on the order of the files.
  for (const slice of slices.toSorted(
    (a, b) => (a.instanceNumber ?? 0) - (b.instanceNumber ?? 0) || compare(a.sop, b.sop) || a.frame - b.frame,
  )) {
    if (slice.isMosaic || !slice.imagePositionPatient || !slice.imageOrientationPatient) continue;
    const stack = stacks.find(([first]) => isParallel(first!, slice) && first!.frameOfReference === slice.frameOfReference);
    if (stack !== undefined) stack.push(slice);
    else if (stacks.push([slice]) > MOST_STACKS) return [];
  }
  return stacks.toSorted((a, b) => b.length - a.length);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface Place {
  /** Along the normal. */
  mm: number;
  images: number;
  /** Of its only image; null: it has several, or the header has none. */
  instanceNumber: number | null;
}

/** In order. */
function placesOf(stack: readonly DescribedSlice[]): Place[] {
  const normal = sliceNormal(stack[0]!.imageOrientationPatient!);
  if (normal === null) return [];
  const heights = stack.map((slice) => ({ slice, mm: dot(slice.imagePositionPatient!, normal) })).toSorted((a, b) => a.mm - b.mm);
  const places: Place[] = [];
  for (const { slice, mm } of heights) {
    const last = places.at(-1);
    if (last === undefined || mm - last.mm >= SAME_POSITION) places.push({ mm, images: 1, instanceNumber: slice.instanceNumber });
    else Object.assign(last, { images: last.images + 1, instanceNumber: null });
  }
  return places;
}

/** With fewer it is not known which step is the usual one. */
const FEWEST_STEPS = 3;
/** Fraction of the usual step, and mm, that scanners round. */
const ROUNDED = 0.02;
const ROUNDED_MM = 0.005;

interface Step {
  mm: number;
  /** Difference of the instance numbers; null if one is not known. */
  numbers: number | null;
}

function findingsOfSpacing(places: readonly Place[]): Found[] {
  const steps = places.slice(1).map((place, index) => stepBetween(places[index]!, place));
  if (steps.length < FEWEST_STEPS) return [];
  const inOrder = steps.map(({ mm }) => mm).toSorted((a, b) => a - b);
  const usualMm = inOrder[Math.floor((inOrder.length - 1) / 2)]!;
  const tolerance = Math.max(usualMm * ROUNDED, ROUNDED_MM);
  const isUsual = ({ mm }: Step): boolean => Math.abs(mm - usualMm) <= tolerance;
  const unusual = steps.filter((step) => !isUsual(step));
  if (unusual.length === 0) return [];
  const missing = unusual.map(({ mm }) => missingIn(mm, usualMm, tolerance));
  const isNumberedOn = numbersGoOn(steps, isUsual);
  const areGaps = !missing.includes(null) && unusual.length * 2 <= steps.length && isNumberedOn !== 'without-gaps';
  if (!areGaps) {
    const said = { usualMm: round(usualMm), smallestMm: round(inOrder[0]!), largestMm: round(inOrder.at(-1)!), unusual: unusual.length };
    return [found('warning', { code: 'unequal-spacing', ...said })];
  }
  const isSure = isNumberedOn === 'with-gaps' && unusual.every(({ numbers }, index) => Math.abs(numbers!) === missing[index]! + 1);
  const count = missing.reduce<number>((sum, one) => sum + one!, 0);
  return [found(isSure ? 'error' : 'warning', { code: 'missing-slices', missing: count, present: places.length, stepMm: round(usualMm) })];
}

function stepBetween(a: Place, b: Place): Step {
  const numbers = a.instanceNumber === null || b.instanceNumber === null ? null : b.instanceNumber - a.instanceNumber;
  return { mm: b.mm - a.mm, numbers };
}

/** Slices that would fit in between at the usual step; null if the step is no multiple of it. */
function missingIn(mm: number, usualMm: number, tolerance: number): number | null {
  const times = Math.round(mm / usualMm);
  return times >= 2 && Math.abs(mm - times * usualMm) <= times * tolerance ? times - 1 : null;
}

/**
 * Whether the instance numbers have a gap where the positions have one. `unknown`: the numbers do not follow the positions, or there are none.
 * `without-gaps`: they go on, so the scanner left the gap.
 */
function numbersGoOn(steps: readonly Step[], isUsual: (step: Step) => boolean): 'with-gaps' | 'without-gaps' | 'unknown' {
  const isOne = ({ numbers }: Step): boolean => numbers !== null && Math.abs(numbers) === 1;
  if (!steps.filter(isUsual).every(isOne)) return 'unknown';
  const unusual = steps.filter((step) => !isUsual(step));
  if (unusual.every(isOne)) return 'without-gaps';
  return unusual.every(({ numbers }) => numbers !== null) ? 'with-gaps' : 'unknown';
}

/** Several images at a position are usual: times, echoes, b-values. Then each position has the same number of them. */
function findingsOfCounts(places: readonly Place[]): Found[] {
  if (places.length < 2) return [];
  const most = Math.max(...places.map(({ images }) => images));
  if (most === 1) return [];
  const byCount = [...Map.groupBy(places, ({ images }) => images)].map(([images, { length }]) => ({ images, length }));
  const usual = byCount.toSorted((a, b) => b.length - a.length || b.images - a.images)[0]!;
  if (usual.length === places.length) return [found('info', { code: 'repeated-positions', positions: places.length, images: most })];
  // No number is the usual one: the slices are no stack.
  if (usual.length * 2 < places.length) return [];
  const fewer = places.filter(({ images }) => images < usual.images).length;
  if (fewer > 0) {
    const said = { expected: places.length, present: places.length - fewer };
    return [found('warning', { code: 'incomplete-acquisition', of: 'positions', ...said })];
  }
  const more = places.filter(({ images }) => images > usual.images).length;
  return [found('warning', { code: 'repeated-positions', positions: more, images: most })];
}

const round = (mm: number): number => Math.round(mm * 1e3) / 1e3;
