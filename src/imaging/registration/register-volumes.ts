import { randomOf } from '#model/campaigns/random.ts';
import { voxelToPatient, voxelVolumeMl, type VoxelSpace } from '#model/grids/voxel-space.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { length, minus } from '#model/pictures/vector.ts';
import { composed, IDENTITY, inverseOf, pointThrough, rigidAbout, type RigidMatrix } from '#model/registrations/rigid.ts';
import { minimise } from './minimise.ts';
import { binned, createSimilarity, sampleFixed, type BinnedVolume, type Similarity } from './mutual-information.ts';
import { shrink, type ScalarVolume, type ShrunkVolume } from './shrink.ts';

export interface RegistrationOptions {
  /** All random numbers follow from it. */
  seed?: string;
  /** Where the search begins: fixed mm to moving mm. */
  start?: RigidMatrix;
  /** The positions of the two cannot be compared (another frame of reference): the middles of both volumes are a start as well. */
  isApart?: boolean;
  /** 0 to 1. It is waited for, so that a process can tell. */
  progress?: (fraction: number) => Promise<void> | void;
}

/**
 * - `no-contrast`: a volume has one value only;
 * - `overlap`: in the best position found, too little of the smaller volume lies in the other one;
 * - `border`: the best position found is at the end of what is searched;
 * - `starts-disagree`: searches from several places end in different positions, so none can be relied on.
 */
export type RegistrationFailure = 'no-contrast' | 'overlap' | 'border' | 'starts-disagree';

export type Registered =
  | {
      ok: true;
      /** Takes mm of the fixed volume to mm of the moving one. */
      matrix: RigidMatrix;
      /** Normalised mutual information, from 1 to 2. It compares positions of the same two volumes only. */
      nmi: number;
      /** Part of the smaller volume that lies in the other one, 0 to 1. */
      overlap: number;
      /**
       * How far searches with other samples and starts end from this one: root mean square in mm over the corners of the smaller volume. It is how well the
       * answer repeats. What rigid motion cannot explain is not in it.
       */
      errorMm: number;
    }
  | { ok: false; why: RegistrationFailure };

/**
 * Rotation and translation that bring a moving volume onto a fixed one, whatever their contrasts: the maximum of normalised mutual information, searched at
 * three resolutions. Rotations are about the centre of the volume that is sampled: the smaller one, so that its samples have something to be compared with.
 * The same input and seed give the same answer.
 */
export async function registerVolumes(fixed: ScalarVolume, moving: ScalarVolume, options: RegistrationOptions = {}): Promise<Registered> {
  const { seed = '1', start = IDENTITY, isApart = false, progress = () => undefined } = options;
  const isTurnedRound = millilitresOf(moving.space) < millilitresOf(fixed.space);
  const [sampled, other] = isTurnedRound ? [moving, fixed] : [fixed, moving];
  const spacings = spacingsFor(sampled.space, other.space);
  const levels = pyramid(sampled, other, spacings, seed);
  await progress(0.1);
  if (levels === null) return { ok: false, why: 'no-contrast' };

  const forward = isTurnedRound ? inverseOf(start) : start;
  const origins = isApart ? [forward, middleOnMiddle(sampled.space, other.space)] : [forward];
  const searches = origins.map((origin) => createSearch(sampled.space, origin));
  let found = searchCoarse(levels[0]!, searches, randomOf(`${seed}/starts`));
  for (const [at, level] of levels.slice(1).entries()) {
    await progress(0.4 + 0.2 * at);
    found = refined(found, level).slice(0, KEPT[at + 1]);
  }
  const best = found[0]!;

  const last = levels.at(-1)!;
  const random = randomOf(`${seed}/repeats`);
  const errors: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const away = best.at.map((value) => value + (2 * random() - 1) * AWAY_IN_VOXELS * last.spacingMm);
    const again = climb({ ...last, similarity: last.others[repeat]! }, { search: best.search, at: away });
    errors.push(meanSquare(best, again));
    await progress(0.8 + (0.2 * (repeat + 1)) / REPEATS);
  }
  const matrix = best.search.matrixOf(best.at);
  const { nmi, overlap } = last.similarity(matrix);
  const errorMm = Math.sqrt(errors.reduce((sum, error) => sum + error, 0) / errors.length);
  if (overlap < LEAST_OVERLAP) return { ok: false, why: 'overlap' };
  if (best.search.isAtBorder(best.at)) return { ok: false, why: 'border' };
  if (errorMm > Math.max(TOLERANCE_IN_VOXELS * last.spacingMm, LEAST_TOLERANCE_MM)) return { ok: false, why: 'starts-disagree' };
  return { ok: true, matrix: isTurnedRound ? inverseOf(matrix) : matrix, nmi, overlap, errorMm };
}

/** Of the smaller volume. */
const LEAST_OVERLAP = 0.25;
const REPEATS = 4;
/** Of the finest resolution. */
const AWAY_IN_VOXELS = 2;
/** The error that is still relied on: of the finest resolution, and mm. */
const TOLERANCE_IN_VOXELS = 0.5;
const LEAST_TOLERANCE_MM = 1;
/** On each side of the start. */
const MOST_MM = 80;
const MOST_RADIANS = (45 * Math.PI) / 180;
const BORDER = 0.97;
/** Random positions that are only looked at, and how far from the start they are. */
const LOOKS = 200;
const LOOK_MM = 25;
const LOOK_RADIANS = (20 * Math.PI) / 180;
/** Of each origin, how many of the best looks are followed; of all, how many ends of each resolution. */
const FOLLOWED = 5;
const KEPT = [3, 1, 1] as const;
const SAMPLES = [10_000, 20_000, 40_000] as const;
/** Of each volume at the finest resolution: they are in memory as floats, twice. */
const MOST_VOXELS = 24_000_000;
/** mm. */
const COARSEST = 8;
const FINEST = 1;

interface Level {
  spacingMm: number;
  isLast: boolean;
  similarity: (matrix: RigidMatrix) => Similarity;
  /** The same with other samples; only of the last one. */
  others: readonly ((matrix: RigidMatrix) => Similarity)[];
}

function millilitresOf(space: VoxelSpace): number {
  return space.size[0] * space.size[1] * space.size[2] * voxelVolumeMl(space);
}

/** The finest is that of the coarser volume in its finest direction; the coarsest still has some ten voxels across the smaller volume. */
function spacingsFor(a: VoxelSpace, b: VoxelSpace): [number, number, number] {
  const finestOf = ({ steps }: VoxelSpace): number => Math.min(...steps.map(length));
  const extent = Math.min(...[a, b].flatMap(({ size, steps }) => steps.map((step, axis) => size[axis as 0 | 1 | 2] * length(step))));
  let finest = Math.max(FINEST, finestOf(a), finestOf(b));
  while ([a, b].some((space) => voxelsAt(space, finest) > MOST_VOXELS)) finest *= 1.1;
  const coarsest = Math.max(finest, Math.min(COARSEST, extent / 10));
  return [coarsest, Math.sqrt(coarsest * finest), finest];
}

function voxelsAt({ size, steps }: VoxelSpace, spacingMm: number): number {
  return steps.reduce((count, step, axis) => (count * size[axis as 0 | 1 | 2]) / Math.max(1, Math.round(spacingMm / length(step))), 1);
}

/** From coarse to fine; null if a volume has one value only. Each is made of the finer one. */
function pyramid(sampled: ScalarVolume, other: ScalarVolume, spacings: readonly number[], seed: string): Level[] | null {
  const levels: Level[] = [];
  let [a, b]: [ScalarVolume, ScalarVolume] = [sampled, other];
  for (const [at, spacingMm] of [...spacings.entries()].toReversed()) {
    const [small, large]: [ShrunkVolume, ShrunkVolume] = [shrink(a, spacingMm), shrink(b, spacingMm)];
    const [from, to]: [BinnedVolume | null, BinnedVolume | null] = [binned(small), binned(large)];
    if (from === null || to === null) return null;
    const count = Math.min(SAMPLES[at]!, small.samples.length);
    const of = (name: string) => createSimilarity(sampleFixed(from, count, randomOf(`${seed}/${at}/${name}`)), to);
    const isLast = at === spacings.length - 1;
    const others = isLast ? Array.from({ length: REPEATS }, (_, repeat) => of(`repeat ${repeat}`)) : [];
    levels.unshift({ spacingMm, isLast, similarity: of('samples'), others });
    [a, b] = [small, large];
  }
  return levels;
}

/** Six numbers about an origin: translation in mm, then rotation about the centre in mm at the edge of the volume. */
interface Search {
  matrixOf(at: ArrayLike<number>): RigidMatrix;
  /** Of a rotation, in mm. */
  radiusMm: number;
  isWithin(at: ArrayLike<number>): boolean;
  isAtBorder(at: ArrayLike<number>): boolean;
  corners: readonly Vector[];
}

function createSearch(space: VoxelSpace, origin: RigidMatrix): Search {
  const centre = centreOf(space);
  const corners = cornersOf(space);
  const radiusMm = Math.sqrt(corners.reduce((sum, corner) => sum + length(minus(corner, centre)) ** 2, 0) / corners.length) / 2;
  /** 1 at the border. */
  const reach = (at: ArrayLike<number>): number =>
    Math.max(...[0, 1, 2].map((axis) => Math.max(Math.abs(at[axis]!) / MOST_MM, Math.abs(at[axis + 3]!) / radiusMm / MOST_RADIANS)));
  return {
    radiusMm,
    corners,
    matrixOf: (at) =>
      composed(origin, rigidAbout(centre, [at[3]! / radiusMm, at[4]! / radiusMm, at[5]! / radiusMm], [at[0]!, at[1]!, at[2]!])),
    isWithin: (at) => reach(at) <= 1,
    isAtBorder: (at) => reach(at) > BORDER,
  };
}

interface Found {
  search: Search;
  at: Float64Array;
}

/** `value`: of the cost; the smaller, the better. */
interface Climbed extends Found {
  value: number;
}

/**
 * A position with too little overlap, or beyond what is searched, is worse than any other. `isLast`: before the finest resolution, samples outside of the
 * moving volume say nothing and so are worth nothing. Otherwise a few slices that happen to agree win over the whole.
 */
function costOf({ similarity, isLast }: Pick<Level, 'similarity' | 'isLast'>, search: Search) {
  return (at: Float64Array): number => {
    if (!search.isWithin(at)) return 0;
    const { nmi, overlap } = similarity(search.matrixOf(at));
    return overlap < LEAST_OVERLAP / 2 ? 0 : (1 - nmi) * (isLast ? 1 : overlap);
  };
}

function climb(level: Level, { search, at }: Found): Climbed {
  const { spacingMm } = level;
  const found = minimise(costOf(level, search), at, { step: spacingMm / 2, tolerance: spacingMm / 40 });
  return { search, at: found.at, value: found.value };
}

/** From each origin, and from the best of many random positions around it. */
function searchCoarse(level: Level, searches: readonly Search[], random: () => number): Found[] {
  const ends: Climbed[] = [];
  for (const search of searches) {
    const cost = costOf(level, search);
    const looks = Array.from({ length: LOOKS }, () => {
      const at = Float64Array.from({ length: 6 }, (_, axis) => (2 * random() - 1) * (axis < 3 ? LOOK_MM : LOOK_RADIANS * search.radiusMm));
      return { at, value: cost(at) };
    });
    const best = looks.toSorted((a, b) => a.value - b.value).slice(0, FOLLOWED);
    for (const at of [new Float64Array(6), ...best.map((look) => look.at)]) ends.push(climb(level, { search, at }));
  }
  return distinct(ends, level.spacingMm).slice(0, KEPT[0]);
}

const refined = (found: readonly Found[], level: Level): Found[] =>
  distinct(
    found.map((each) => climb(level, each)),
    level.spacingMm,
  );

/** The best first, without those that end in the same place as a better one. */
function distinct(ends: readonly Climbed[], spacingMm: number): Climbed[] {
  const kept: Climbed[] = [];
  for (const end of ends.toSorted((a, b) => a.value - b.value))
    if (kept.every((better) => meanSquare(better, end) > spacingMm * spacingMm)) kept.push(end);
  return kept;
}

/** mm², over the corners of the smaller volume. */
function meanSquare(a: Found, b: Found): number {
  const [first, second] = [a.search.matrixOf(a.at), b.search.matrixOf(b.at)];
  const { corners } = a.search;
  return (
    corners.reduce((sum, corner) => sum + length(minus(pointThrough(first, corner), pointThrough(second, corner))) ** 2, 0) / corners.length
  );
}

function middleOnMiddle(from: VoxelSpace, to: VoxelSpace): RigidMatrix {
  return rigidAbout([0, 0, 0], [0, 0, 0], minus(centreOf(to), centreOf(from)));
}

const centreOf = (space: VoxelSpace): Vector =>
  voxelToPatient(space, [(space.size[0] - 1) / 2, (space.size[1] - 1) / 2, (space.size[2] - 1) / 2]);

function cornersOf(space: VoxelSpace): Vector[] {
  const [columns, rows, slices] = space.size;
  return [0, columns - 1].flatMap((x) => [0, rows - 1].flatMap((y) => [0, slices - 1].map((z) => voxelToPatient(space, [x, y, z]))));
}
