import type { Vector } from '#model/pictures/geometry.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { scaled } from '#model/pictures/vector.ts';
import { cornersOf, type VolumeShape } from './volume.ts';

/**
 * Voxels at equal distances along three perpendicular axes, over all of a volume, as a 3D texture has them. mm, in the patient coordinates of DICOM.
 */
export interface Box {
  size: readonly [number, number, number];
  /** Centre of the first voxel. */
  origin: Vector;
  /** From one voxel to the next, along each axis. */
  steps: readonly [Vector, Vector, Vector];
  /** How many voxels of the volume are one of the box, along each axis: 1, or a power of 2. */
  reducedBy: readonly [number, number, number];
}

/** The box of a volume, with at most so many voxels: the finest axis is halved until they are few enough. */
export function boxOf(volume: VolumeShape, mostVoxels: number): Box {
  const { columns, rows, slices, across, down, normal, spacing } = volume;
  const corners = cornersOf(volume);
  const along = [across, down, normal].map((direction) => {
    const places = corners.map((corner) => direction.reduce((sum, part, axis) => sum + part * corner[axis]!, 0));
    return { direction, low: Math.min(...places), high: Math.max(...places) };
  });
  const [, , depth] = along;
  const fine = [spacing[0], spacing[1], (depth!.high - depth!.low) / slices];
  const reducedBy = [1, 1, 1];
  const stepOf = (axis: number): number => fine[axis]! * reducedBy[axis]!;
  const countOf = (axis: number): number => Math.max(1, Math.ceil((along[axis]!.high - along[axis]!.low) / stepOf(axis) - ROUNDING));
  while (countOf(0) * countOf(1) * countOf(2) > Math.min(mostVoxels, columns * rows * slices * MOST_LARGER)) {
    // Of axes that are as fine, the one that was halved less.
    const finest = [0, 1, 2].reduce((best, axis) =>
      (stepOf(axis) - stepOf(best) || reducedBy[axis]! - reducedBy[best]!) < 0 ? axis : best,
    );
    reducedBy[finest]! *= 2;
  }
  const first = [0, 1, 2].map((axis) => along[axis]!.low + stepOf(axis) / 2);
  return {
    size: [countOf(0), countOf(1), countOf(2)],
    origin: [0, 1, 2].map((part) =>
      along.reduce((sum, { direction }, axis) => sum + direction[part]! * first[axis]!, 0),
    ) as unknown as Vector,
    steps: [0, 1, 2].map((axis) => scaled(along[axis]!.direction, stepOf(axis))) as unknown as Box['steps'],
    reducedBy: reducedBy as unknown as Box['reducedBy'],
  };
}

/** Of a voxel: a sum of rounded numbers must not add one. */
const ROUNDING = 1e-6;

/** A volume whose slices are shifted against each other fills only a part of its box. */
const MOST_LARGER = 4;

/** What a voxel of a box has of those that it stands for. */
export type Reduction = 'max' | 'mean';

/**
 * Planes through one layer of a box that meet all voxels that it stands for, and how many pixels of them are one voxel of the box. For the largest, each
 * voxel is met at its centre; for the mean, a pixel between two of them is the mean of both by linear interpolation.
 */
export function planesOfLayer(
  { size, origin, steps, reducedBy }: Box,
  layer: number,
  by: Reduction,
): { planes: ImagePlane[]; across: number; down: number } {
  const [across, down, through] = reducedBy.map((times) => (by === 'max' ? times : Math.max(1, times / 2))) as [number, number, number];
  const [right, below, away] = [scaled(steps[0], 1 / across), scaled(steps[1], 1 / down), scaled(steps[2], 1 / through)];
  /** From the centre of the first voxel of the box to that of the first pixel. */
  const start = [(1 - across) / 2, (1 - down) / 2];
  const planes = Array.from({ length: through }, (_, plane): ImagePlane => {
    const depth = layer * through + plane + (1 - through) / 2;
    const first = [0, 1, 2].map((axis) => origin[axis]! + right[axis]! * start[0]! + below[axis]! * start[1]! + away[axis]! * depth);
    return { width: size[0] * across, height: size[1] * down, right, below, origin: first as unknown as Vector };
  });
  return { planes, across, down };
}

/** Takes one layer of a box together from the values on its planes. NaN lies outside of the volume, and does not count. */
export class LayerOfBox {
  readonly values: Float32Array<ArrayBuffer>;
  readonly #counts: Uint16Array | null;
  readonly #width: number;

  constructor([width, height]: Box['size'], by: Reduction) {
    this.#width = width;
    this.values = new Float32Array(width * height).fill(Number.NaN);
    this.#counts = by === 'mean' ? new Uint16Array(width * height) : null;
  }

  add(pixels: Float32Array, { across, down }: { across: number; down: number }): void {
    const { values } = this;
    const columns = this.#width * across;
    for (let at = 0; at < pixels.length; at += 1) {
      const pixel = pixels[at]!;
      if (Number.isNaN(pixel)) continue;
      const row = Math.floor(at / columns);
      const voxel = Math.floor(row / down) * this.#width + Math.floor((at - row * columns) / across);
      const before = values[voxel]!;
      if (Number.isNaN(before)) values[voxel] = pixel;
      else if (this.#counts === null) values[voxel] = pixel > before ? pixel : before;
      else values[voxel] = before + pixel;
      if (this.#counts !== null) this.#counts[voxel]! += 1;
    }
  }

  /** Once all planes were added. */
  done(): Float32Array<ArrayBuffer> {
    if (this.#counts !== null) for (let at = 0; at < this.values.length; at += 1) this.values[at] = this.values[at]! / this.#counts[at]!;
    return this.values;
  }
}
