import { hounsfieldOf, SIZE, SPACING_MM } from '#tests/bench/page/annotator/phantom.ts';
import type { Vector } from '#model/pictures/geometry.ts';

/** What all contenders show: volumes as arrays, and the ways to look at them. mm, in the patient coordinates of DICOM; rows, columns and slices lie along its axes. */
export interface BenchVolume {
  size: readonly [columns: number, rows: number, slices: number];
  spacingMm: readonly [x: number, y: number, z: number];
  /** Centre of the first voxel. */
  origin: Vector;
  voxels: Int16Array<ArrayBuffer>;
}

/** CSS pixels of the square that everything is drawn into. */
export const SIDE = 800;

export interface ValueRange {
  low: number;
  high: number;
}
export const CT_RANGE: ValueRange = { low: -150, high: 250 };
export const PET_RANGE: ValueRange = { low: 0, high: 8000 };
/** Of the PET over the CT. */
export const OPACITY = 0.7;

export const CT_SLICES = 200;

export function ctVolume(): BenchVolume {
  const voxels = new Int16Array(SIZE * SIZE * CT_SLICES);
  for (let slice = 0; slice < CT_SLICES; slice += 1) voxels.set(hounsfieldOf(slice), slice * SIZE * SIZE);
  return { size: [SIZE, SIZE, CT_SLICES], spacingMm: [SPACING_MM.pixel, SPACING_MM.pixel, SPACING_MM.slice], origin: [0, 0, 0], voxels };
}

/** Neither its pixels nor its slices are those of the CT, and it reaches beyond it. */
export function petVolume(): BenchVolume {
  const size = [144, 144, 200] as const;
  const spacingMm = [2.8, 2.8, 1.05] as const;
  const origin: Vector = [-11.3, -9.7, -4.6];
  return filled({ size, spacingMm, origin }, ([x, y, z]) => {
    const body = ((x - MIDDLE[0]) / 160) ** 2 + ((y - MIDDLE[1]) / 115) ** 2;
    const hot = LESIONS.some(([a, b, c]) => (x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2 < LESION_MM ** 2);
    return hot ? 7500 : body > 1 ? 0 : 900 + 400 * Math.sin(x / 9) * Math.sin(y / 11) * Math.sin(z / 7);
  });
}

/** Of the CT. */
const MIDDLE: Vector = [190, 190, 100];
const LESION_MM = 24;
/** On the way of all planes: there is always something hot. */
const LESIONS: readonly Vector[] = [
  [190, 190, 60],
  [190, 190, 100],
  [190, 190, 140],
];

/** A trunk of 256 mm: soft tissue in air, with ribs, a spine, and organs that are brighter than what is around them. */
export function trunkVolume(): BenchVolume {
  return filled({ size: [256, 256, 256], spacingMm: [1, 1, 1], origin: [0, 0, 0] }, ([x, y, z]) => {
    const [across, down] = [(x - 128) / 110, (y - 128) / 80];
    const out = across * across + down * down;
    if (out > 1) return -1000;
    if ((x - 128) ** 2 + (y - 180) ** 2 < 18 ** 2) return 900;
    if (out > 0.72 && out < 0.85 && z % 26 < 11) return 700;
    if ((x - 90) ** 2 + (y - 120) ** 2 + (z - 120) ** 2 < 40 ** 2) return 160;
    return 40;
  });
}

function filled(shape: Omit<BenchVolume, 'voxels'>, valueAt: (point: Vector) => number): BenchVolume {
  const { size, spacingMm, origin } = shape;
  const [columns, rows, slices] = size;
  const voxels = new Int16Array(columns * rows * slices);
  let at = 0;
  for (let k = 0; k < slices; k += 1)
    for (let j = 0; j < rows; j += 1)
      for (let i = 0; i < columns; i += 1, at += 1)
        voxels[at] = valueAt([origin[0] + i * spacingMm[0], origin[1] + j * spacingMm[1], origin[2] + k * spacingMm[2]]);
  return { ...shape, voxels };
}

/** A plane to be shown with both volumes: a stored slice of the CT, or one that is turned about the axis of the body. */
export type Look = StraightPlane | ObliquePlane;

interface StraightPlane {
  slice: number;
  /** Of the CT in this direction: fills the square. */
  acrossMm: number;
}

interface ObliquePlane {
  acrossMm: number;
  point: Vector;
  right: Vector;
  below: Vector;
  towardsViewer: Vector;
}

export const LOOKS = 16;
const CT_MM = SIZE * SPACING_MM.pixel;

/** The one before the first one warms up. */
export function lookAt(kind: 'slice' | 'oblique', step: number, slices: number): Look {
  if (kind === 'slice') return { slice: Math.round((slices * (25 + 3 * (step + 1))) / 100), acrossMm: CT_MM };
  const angle = 0.2 + 0.09 * step;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const offsetMm = 1.5 * (step - LOOKS / 2);
  const towardsViewer: Vector = [sin, -cos, 0];
  return {
    acrossMm: CT_MM * (Math.abs(cos) + Math.abs(sin)),
    point: [MIDDLE[0] + towardsViewer[0] * offsetMm, MIDDLE[1] + towardsViewer[1] * offsetMm, MIDDLE[2]],
    right: [cos, sin, 0],
    below: [0, 0, -1],
    towardsViewer,
  };
}

/** Pictures of a turn, and radians between two of them. */
export const TURNS = 8;
export const TURN = 0.12;
