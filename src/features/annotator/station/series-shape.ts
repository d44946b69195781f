import type { Vector } from '#model/pictures/geometry.ts';
import { pointOf, type Facing, type ImagePlane } from '#model/pictures/image-plane.ts';
import { curveThrough, frameAlong, nearestAlong, placeAlong } from '#model/pictures/path-curve.ts';
import { cross, dot, length, minus, moved, scaled } from '#model/pictures/vector.ts';
import { facingOf, type Pane } from './pane.ts';

/** Where the slices of a series are, as far as it is known. */
export interface SeriesShape {
  slices: number;
  /** Of each slice; null while it was not read, or if its header does not tell. */
  planes: readonly (ImagePlane | null)[];
  /** UID; empty if unknown. */
  frameOfReference: string;
  /** Planes through the volume can be shown. */
  hasPlanes: boolean;
}

export type ShapeOf = (series: string) => SeriesShape | null;

/** Away from the viewer, length 1. */
export function normalOf({ right, below }: Pick<ImagePlane, 'right' | 'below'>): Vector {
  const away = cross(right, below);
  return scaled(away, 1 / length(away));
}

/** Where a pane is: a point of its plane, and the direction away from the viewer. */
export interface Station3d {
  point: Vector;
  normal: Vector;
}

export function whereIs(pane: Pane, shape: SeriesShape): Station3d | null {
  const facing = facingOf(pane);
  const curve = pane.path && curveThrough(pane.path.points);
  if (curve) return { point: placeAlong(curve, pane.path!.atMm), normal: frameAlong(curve, pane.path!.atMm, 0).along };
  if (facing === null) {
    const plane = shape.planes[pane.slice];
    return plane ? { point: middleOf(plane), normal: normalOf(plane) } : null;
  }
  const point = pane.point ?? middleOfVolume(shape);
  return point && { point, normal: normalOf(facing) };
}

function middleOf(plane: ImagePlane): Vector {
  return pointOf(plane, (plane.width - 1) / 2, (plane.height - 1) / 2);
}

export function middleOfVolume({ planes }: SeriesShape): Vector | null {
  const [first, last] = [planes[0], planes.at(-1)];
  if (!first || !last) return null;
  const [a, b] = [middleOf(first), middleOf(last)];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

/** The stored slice that is nearest to a point, and how far away its plane is in mm; null if no slice has a place. */
export function nearestSlice({ planes }: SeriesShape, point: Vector): { slice: number; mm: number } | null {
  let found: { slice: number; mm: number } | null = null;
  for (const [slice, plane] of planes.entries()) {
    if (!plane) continue;
    const mm = Math.abs(dot(minus(point, plane.origin), normalOf(plane)));
    if (found === null || mm < found.mm - 1e-6) found = { slice, mm };
  }
  return found;
}

/** mm between neighbouring slices; 0 if it is unknown. */
export function sliceStep({ planes }: SeriesShape): number {
  const [first, last] = [planes[0], planes.at(-1)];
  if (!first || !last || planes.length < 2) return 0;
  return Math.abs(dot(minus(last.origin, first.origin), normalOf(first))) / (planes.length - 1);
}

/** mm from one plane to the next, and from one place on a path to the next, whose picture has the same. 1 while it is unknown. */
export function finestStepMm(shape: SeriesShape): number {
  const [front] = shape.planes;
  return front ? Math.min(length(front.right), length(front.below), sliceStep(shape) || Infinity) : 1;
}

/** Planes of one direction through a volume: mm between them, where the first is along the normal, and how many there are. */
export function planeSteps(shape: SeriesShape, facing: Facing): { stepMm: number; first: number; count: number } | null {
  const [front, back] = [shape.planes[0], shape.planes.at(-1)];
  if (!front || !back) return null;
  const normal = normalOf(facing);
  const stepMm = finestStepMm(shape);
  const along = [front, back].flatMap(({ width, height, ...plane }) =>
    [0, width - 1].flatMap((x) => [0, height - 1].map((y) => dot(pointOf({ width, height, ...plane }, x, y), normal))),
  );
  const [low, high] = [Math.min(...along), Math.max(...along)];
  return { stepMm, first: low, count: Math.floor((high - low) / stepMm + 1e-6) + 1 };
}

/** mm: slices that are closer share a position. */
const SAME_POSITION = 0.01;

/**
 * For each position its slices, in the order of the series: a series over time or with several b-values has as many at each. Null if every slice has
 * a position of its own, or if positions have different numbers of slices.
 */
export function positionsOf({ planes }: Pick<SeriesShape, 'planes'>): readonly (readonly number[])[] | null {
  const known = knownPositions.get(planes);
  if (known !== undefined) return known;
  const found = groupByPosition(planes);
  knownPositions.set(planes, found);
  return found;
}

/** It is asked for with every key. */
const knownPositions = new WeakMap<SeriesShape['planes'], readonly (readonly number[])[] | null>();

function groupByPosition(planes: SeriesShape['planes']): readonly (readonly number[])[] | null {
  const [first] = planes;
  if (!first || planes.some((plane) => plane === null)) return null;
  const normal = normalOf(first);
  const inOrder = planes
    .map((plane, slice) => ({ slice, mm: dot(plane!.origin, normal) }))
    .toSorted((a, b) => a.mm - b.mm || a.slice - b.slice);
  const positions: number[][] = [];
  let before = -Infinity;
  for (const { slice, mm } of inOrder) {
    if (mm - before > SAME_POSITION) positions.push([slice]);
    else positions.at(-1)!.push(slice);
    before = mm;
  }
  const each = positions[0]!.length;
  if (each === 1 || positions.some(({ length: count }) => count !== each)) return null;
  return positions.map((slices) => slices.toSorted((a, b) => a - b));
}

/** The slices of all volumes at the position of a slice, in the order of the volumes; null for series with one slice at each position. */
export function slicesOfVolumes(shape: Pick<SeriesShape, 'planes'>, slice: number): readonly number[] | null {
  return positionsOf(shape)?.find((slices) => slices.includes(slice)) ?? null;
}

/** Of a series over time or with several b-values: which of its volumes the pane shows, from 0; null for other series. */
export function volumeOf(pane: Pane, shape: SeriesShape): { at: number; count: number } | null {
  const here = pane.show === 'stored' ? slicesOfVolumes(shape, pane.slice) : null;
  return here ? { at: here.indexOf(pane.slice), count: here.length } : null;
}

/** The pane at another volume, at the same position. */
export function atVolume(pane: Pane, shape: SeriesShape, to: number): Pane {
  const here = slicesOfVolumes(shape, pane.slice);
  const slice = here?.[(to + here.length) % here.length];
  return slice === undefined || slice === pane.slice ? pane : { ...pane, slice };
}

/** The slice at the same position as another one, in the volume that the pane shows. */
export function inSameVolume(pane: Pane, shape: SeriesShape, slice: number): number {
  const volume = volumeOf(pane, shape);
  const there = volume && slicesOfVolumes(shape, slice);
  return there?.[volume!.at] ?? slice;
}

/** A pane along a path, at the place that is nearest to a point. */
export function atPlaceNear(pane: Pane, point: Vector): Pane {
  const curve = pane.path && curveThrough(pane.path.points);
  return curve ? { ...pane, path: { ...pane.path!, atMm: nearestAlong(curve, point) } } : pane;
}

/** The place of a pane among its slices or planes, or on its path, from 0. Slices that share a position count once. */
export function stepOf(pane: Pane, shape: SeriesShape): { at: number; count: number } {
  const facing = facingOf(pane);
  const curve = pane.path && curveThrough(pane.path.points);
  if (curve) {
    const stepMm = finestStepMm(shape);
    const count = Math.floor(curve.lengthMm / stepMm + 1e-6) + 1;
    return { at: Math.min(count - 1, Math.round(pane.path!.atMm / stepMm)), count };
  }
  if (facing === null) {
    const positions = positionsOf(shape);
    if (positions === null) return { at: pane.slice, count: shape.slices };
    return { at: positions.findIndex((slices) => slices.includes(pane.slice)), count: positions.length };
  }
  const steps = planeSteps(shape, facing);
  const point = pane.point ?? middleOfVolume(shape);
  if (!steps || !point) return { at: 0, count: 1 };
  const at = Math.round((dot(point, normalOf(facing)) - steps.first) / steps.stepMm);
  return { at: Math.max(0, Math.min(steps.count - 1, at)), count: steps.count };
}

/** The pane at another of its slices or planes. */
export function atStep(pane: Pane, shape: SeriesShape, to: number): Pane {
  const facing = facingOf(pane);
  const { count } = stepOf(pane, shape);
  const at = Math.max(0, Math.min(count - 1, to));
  if (pane.path !== null) {
    const atMm = at * finestStepMm(shape);
    return atMm === pane.path.atMm ? pane : { ...pane, path: { ...pane.path, atMm } };
  }
  if (facing === null) {
    const slice = inSameVolume(pane, shape, positionsOf(shape)?.[at]?.[0] ?? at);
    return slice === pane.slice ? pane : { ...pane, slice };
  }
  const steps = planeSteps(shape, facing);
  const point = pane.point ?? middleOfVolume(shape);
  if (!steps || !point) return pane;
  const normal = normalOf(facing);
  return { ...pane, point: moved(point, normal, steps.first + at * steps.stepMm - dot(point, normal)) };
}
