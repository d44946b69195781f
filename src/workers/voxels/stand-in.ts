import { isNoSlice, type NoSlice } from '#model/pictures/no-slice.ts';
import { withModalityLut } from '#imaging/render/look.ts';
import type { RowsInSpace } from '#imaging/volume/path-rows.ts';
import type { Slab } from '#imaging/volume/sample-plane.ts';
import type { VolumeShape } from '#imaging/volume/volume.ts';
import { pointOf, type ImagePlane } from '#model/pictures/image-plane.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { cross, dot, length, minus } from '#model/pictures/vector.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ReadSlice } from '#workers/series/slice-reader.ts';
import type { BrickedVoxels } from './bricked-voxels.ts';
import { planeOf } from './series-voxels.ts';
import type { SampledValues } from './voxels-of-series.ts';

/** Of the distance between slices: as near as a slice must be to that of the volume. */
const NEAR = 0.25;
/** cos 2.5 degrees. */
const PARALLEL = 0.999;

/**
 * The volume that was converted from a series of files, for planes while the files are read, and where they do not fit into the memory. It is used once
 * slices of the files have been found in it, in their places and in one direction.
 */
export class StandIn {
  readonly bricks: BrickedVoxels;
  readonly #shape: VolumeShape;
  /** Number in the volume of a slice of the files, for each way that both may run; null: not that way. */
  #known: { slice: number; plane: ImagePlane; description: InstanceDescription } | null = null;
  #isForward = true;
  #isBackward = true;

  private constructor(bricks: BrickedVoxels, shape: VolumeShape) {
    this.bricks = bricks;
    this.#shape = shape;
  }

  /** Null: the volume has other slices. */
  static of(bricks: BrickedVoxels, slices: number): StandIn | null {
    return bricks.shape === null || bricks.slices !== slices ? null : new StandIn(bricks, bricks.shape);
  }

  /** A slice of the files was read. */
  learn(slice: number, read: ReadSlice | NoSlice): void {
    if (isNoSlice(read)) return;
    const plane = planeOf(read.description);
    if (plane === null || read.frame.kind !== 'grey') [this.#isForward, this.#isBackward] = [false, false];
    else {
      this.#isForward &&= this.#isAt(plane, slice);
      this.#isBackward &&= this.#isAt(plane, this.#shape.slices - 1 - slice);
      this.#known ??= { slice, plane, description: read.description };
    }
  }

  /** Where the slices of the files are; null while that is not known, and if they are not those of the volume. */
  planes(): ImagePlane[] | null {
    if (this.#known === null || this.#isForward === this.#isBackward) return null;
    const { slice: known, plane } = this.#known;
    const inVolume = (slice: number): number => (this.#isForward ? slice : this.#shape.slices - 1 - slice);
    const at = this.#positionOf(inVolume(known));
    return Array.from({ length: this.#shape.slices }, (_, slice) => {
      const moved = minus(this.#positionOf(inVolume(slice)), at);
      return { ...plane, origin: [0, 1, 2].map((axis) => plane.origin[axis]! + moved[axis]!) as unknown as Vector };
    });
  }

  get shape(): VolumeShape | null {
    return this.planes() === null ? null : this.#shape;
  }

  /** In the stored units of a slice of the files. */
  sample(on: ImagePlane | RowsInSpace, slab: Slab | null, of: InstanceDescription): SampledValues | null {
    const sampled = this.bricks.sample(on, slab);
    if (sampled === null) return null;
    const { values } = sampled;
    const { slope, intercept } = this.bricks.scale;
    const { rescaleSlope, rescaleIntercept } = withModalityLut(of);
    const [times, plus] = [slope / rescaleSlope, (intercept - rescaleIntercept) / rescaleSlope];
    if (times !== 1 || plus !== 0) for (let at = 0; at < values.length; at += 1) values[at] = values[at]! * times + plus;
    return sampled;
  }

  /** Whether a slice of the files lies where that of the volume lies. */
  #isAt(plane: ImagePlane, number: number): boolean {
    const { across, down, spacing, columns, rows, normal } = this.#shape;
    const isParallel = Math.abs(dot(normal, unit(cross(plane.right, plane.below)))) > PARALLEL;
    if (!isParallel || plane.width * plane.height !== columns * rows) return false;
    const from = this.#positionOf(number);
    const middle = [0, 1, 2].map(
      (axis) => from[axis]! + (across[axis]! * spacing[0] * (columns - 1) + down[axis]! * spacing[1] * (rows - 1)) / 2,
    ) as unknown as Vector;
    const step = length(minus(this.#positionOf(1), this.#positionOf(0)));
    return length(minus(middle, pointOf(plane, (plane.width - 1) / 2, (plane.height - 1) / 2))) < NEAR * step;
  }

  #positionOf(number: number): Vector {
    const [x = 0, y = 0, z = 0] = this.#shape.positions.subarray(3 * number, 3 * number + 3);
    return [x, y, z];
  }
}

const unit = (vector: Vector): Vector => {
  const long = length(vector);
  return [vector[0] / long, vector[1] / long, vector[2] / long];
};
