import type { Grid, GridPlane, NoVolume } from '#contract/grids.ts';
import { SAME_COSINE, sliceNormal, type Orientation, type Vector } from '#model/pictures/geometry.ts';
import { dot, minus, scaled } from '#model/pictures/vector.ts';

/** One slice as its header describes it. Absent values are null or ''. */
export interface DescribedSlice {
  sop: string;
  /** Number in the file, from 0. */
  frame: number;
  instanceNumber: number | null;
  rows: number;
  columns: number;
  /** As in DICOM: between rows, then between columns. */
  pixelSpacing: readonly [number, number] | null;
  imagePositionPatient: Vector | null;
  imageOrientationPatient: Orientation | null;
  frameOfReference: string;
  /** The image is a mosaic of slices. */
  isMosaic: boolean;
}

/**
 * The grid of a series. The result depends only on the slices, not on their order: a device and the server that read the same files get the same
 * one. For the same reason it uses no `Math.hypot`, which browsers round differently. Null without slices.
 */
export function gridOf(described: readonly DescribedSlice[]): Grid | null {
  if (described.length === 0) return null;
  const planes: GridPlane[] = [];
  const indexByText = new Map<string, number>();
  const inOrder = inSpace(described);
  const slices = inOrder.map(({ sop, frame, imagePositionPatient, ...slice }) => {
    const plane = planeOf(slice);
    const text = JSON.stringify(plane);
    const index = indexByText.get(text) ?? planes.push(plane) - 1;
    indexByText.set(text, index);
    return { sop, frame, plane: index, position: imagePositionPatient && (imagePositionPatient.map(roundMm) as [number, number, number]) };
  });
  const stack = stackOf(inOrder);
  return {
    version: 1,
    planes,
    slices,
    step: 'step' in stack ? (stack.step.map(roundFine) as [number, number, number]) : null,
    noVolume: 'noVolume' in stack ? stack.noVolume : null,
  };
}

/** What is hashed and stored. Two equal grids have the same text. */
export function gridToText({ version, planes, slices, step, noVolume }: Grid): string {
  return JSON.stringify([
    version,
    planes.map(({ columns, rows, spacing, orientation, frameOfReference }) => [columns, rows, spacing, orientation, frameOfReference]),
    slices.map(({ sop, frame, plane, position }) => [sop, frame, plane, position]),
    step,
    noVolume,
  ]);
}

/** mm from one slice to the next along their normal; null if the slices make no volume. */
export function sliceSpacing({ planes, step }: Grid): number | null {
  const normal = planes[0]?.orientation && sliceNormal(planes[0].orientation);
  return step && normal ? Math.abs(dot(step, normal)) : null;
}

/** Fraction of the slice distance, and mm: a larger deviation from the regular position makes the stack irregular. */
const LARGEST_DEVIATION = 0.01;
const ROUNDING_MM = 0.002;
/** mm: slices that are closer share a position. */
export const SAME_POSITION = 0.01;

function stackOf(slices: readonly DescribedSlice[]): { noVolume: NoVolume } | { step: Vector } {
  const [first] = slices as [DescribedSlice];
  const differs = (isOther: (slice: DescribedSlice) => boolean): boolean => slices.some(isOther);
  if (differs(({ isMosaic }) => isMosaic)) return { noVolume: 'mosaic' };
  if (slices.length === 1) return { noVolume: 'single-slice' };
  const normal = first.imageOrientationPatient && sliceNormal(first.imageOrientationPatient);
  if (!normal || differs((slice) => !slice.imagePositionPatient || !slice.imageOrientationPatient || !slice.pixelSpacing))
    return { noVolume: 'no-position' };
  if (differs(({ rows, columns }) => rows !== first.rows || columns !== first.columns)) return { noVolume: 'size' };
  if (differs(({ frameOfReference }) => frameOfReference !== first.frameOfReference)) return { noVolume: 'frame-of-reference' };
  if (differs((slice) => !isParallel(slice, first))) return { noVolume: 'orientation' };
  if (differs(({ pixelSpacing }) => !pixelSpacing!.every((mm, index) => isSame(mm, first.pixelSpacing![index]!))))
    return { noVolume: 'spacing' };
  const positions = slices.map(({ imagePositionPatient }) => imagePositionPatient!);
  const heights = positions.map((position) => dot(position, normal));
  if (heights.some((height, index) => index > 0 && height - heights[index - 1]! < SAME_POSITION)) return { noVolume: 'repeated' };
  const last = slices.length - 1;
  const step = scaled(minus(positions[last]!, positions[0]!), 1 / last);
  const tolerance = Math.max(Math.abs(dot(step, normal)) * LARGEST_DEVIATION, ROUNDING_MM);
  const deviations = positions.map((position, index) => minus(minus(position, positions[0]!), scaled(step, index)));
  if (deviations.some((deviation) => Math.abs(dot(deviation, normal)) > tolerance)) return { noVolume: 'gap' };
  if (deviations.some((deviation) => Math.sqrt(dot(deviation, deviation)) > 2 * tolerance)) return { noVolume: 'shifted' };
  return { step };
}

/** Along the normal if all slices are parallel and have a position, otherwise by instance number. UIDs and frames decide the rest. */
function inSpace(slices: readonly DescribedSlice[]): DescribedSlice[] {
  // Compared with the slice that comes first by its number and UID, so that small differences do not depend on the order of the files.
  const byName = slices.toSorted(compareNames);
  const [first] = byName;
  const along = first?.imageOrientationPatient ? sliceNormal(first.imageOrientationPatient) : null;
  if (along === null || !byName.every((slice) => slice.imagePositionPatient && isParallel(slice, first!))) return byName;
  const heightOf = (slice: DescribedSlice): number => roundMm(dot(slice.imagePositionPatient!, along));
  return byName.toSorted((a, b) => heightOf(a) - heightOf(b));
}

/** Files can share a UID: then whatever differs between them decides. */
function compareNames(a: DescribedSlice, b: DescribedSlice): number {
  const byNumber = (a.instanceNumber ?? 0) - (b.instanceNumber ?? 0) || compareTexts(a.sop, b.sop) || a.frame - b.frame;
  return byNumber || compareTexts(textOf(a), textOf(b));
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const textOf = (slice: DescribedSlice): string => JSON.stringify([planeOf(slice), slice.imagePositionPatient]);

function planeOf(
  slice: Pick<DescribedSlice, 'columns' | 'rows' | 'pixelSpacing' | 'imageOrientationPatient' | 'frameOfReference'>,
): GridPlane {
  const { columns, rows, pixelSpacing, imageOrientationPatient, frameOfReference } = slice;
  return {
    columns,
    rows,
    spacing: pixelSpacing && [roundFine(pixelSpacing[1]), roundFine(pixelSpacing[0])],
    orientation: imageOrientationPatient && (imageOrientationPatient.map(roundFine) as GridPlane['orientation']),
    frameOfReference,
  };
}

export function isParallel(a: DescribedSlice, b: DescribedSlice): boolean {
  const other = b.imageOrientationPatient;
  return a.imageOrientationPatient?.every((cosine, index) => Math.abs(cosine - (other?.[index] ?? NaN)) <= SAME_COSINE) ?? false;
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-3 * b;

/** Sums, to avoid a negative 0. */
const roundMm = (mm: number): number => Math.round(mm * 1e3) / 1e3 + 0;
const roundFine = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

/** The frame of reference of all planes; empty: none is named, or several are. */
export function frameOf({ planes }: Pick<Grid, 'planes'>): string {
  const [frame = '', ...others] = new Set(planes.map(({ frameOfReference }) => frameOfReference));
  return others.length > 0 ? '' : frame;
}

/** Whether places in both frames of reference are those of a patient in one position, as far as is known: NIfTI names none. */
export const mayLieTogether = (frame: string, other: string): boolean => frame === '' || other === '' || frame === other;
