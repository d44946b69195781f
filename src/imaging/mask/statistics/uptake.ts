import type { ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import { blockStart, type Bits } from '#imaging/mask/bits/bits.ts';
import { BLOCK_WORDS, lowestBit } from '#imaging/mask/bits/block.ts';
import { checkValues } from '#imaging/mask/tools/value-range.ts';
import { voxelVolumeMl, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';

/** Of a region of a PET image, in its unit. */
export interface Uptake {
  maximum: number;
  /** The highest mean of a ball of 1 ml around a voxel of the region (PERCIST); the ball may reach beyond the region. */
  peak: number;
  mean: number;
  /** Metabolic volume. */
  volumeMl: number;
  /** Total lesion glycolysis: mean x volume. */
  glycolysis: number;
}

/** Of a ball of 1 ml. */
const PEAK_RADIUS_MM = (3000 / (4 * Math.PI)) ** (1 / 3);

/** Null for an empty region, and without numbers in it. Throws if the image does not have the size of the region. */
export function uptakeOf(bits: Bits, { space, samples, slope, intercept }: ChannelImage): Uptake | null {
  checkValues({ size: space.size, voxels: samples }, bits.size);
  const [columns, rows] = bits.size;
  const ball = ballAround(space, PEAK_RADIUS_MM);
  let [count, sum, maximum, peak] = [0, 0, -Infinity, -Infinity];
  for (const [number, block] of bits.blocks) {
    const [column, row, slice] = blockStart(bits.size, number);
    for (let word = 0; word < BLOCK_WORDS; word += 1) {
      const at: Voxel = [column, row + (word & 31), slice + (word >> 5)];
      for (let rest = block[word]!; rest !== 0; rest &= rest - 1) {
        const voxel: Voxel = [at[0] + lowestBit(rest), at[1], at[2]];
        const value = samples[(voxel[2] * rows + voxel[1]) * columns + voxel[0]]!;
        if (!Number.isFinite(value)) continue;
        count += 1;
        sum += value;
        if (value > maximum) maximum = value;
        const around = meanOf(samples, space.size, voxel, ball);
        if (around > peak) peak = around;
      }
    }
  }
  if (count === 0) return null;
  const inUnit = (value: number): number => value * slope + intercept;
  const volumeMl = count * voxelVolumeMl(space);
  const mean = inUnit(sum / count);
  return { maximum: inUnit(maximum), peak: inUnit(peak), mean, volumeMl, glycolysis: mean * volumeMl };
}

/** Steps to the voxels whose centres are in a ball, the centre among them. */
function ballAround({ steps }: VoxelSpace, radiusMm: number): Voxel[] {
  const reach = steps.map((step) => Math.ceil((radiusMm * 2) / length(step))) as unknown as Voxel;
  const found: Voxel[] = [];
  for (let z = -reach[2]; z <= reach[2]; z += 1)
    for (let y = -reach[1]; y <= reach[1]; y += 1)
      for (let x = -reach[0]; x <= reach[0]; x += 1) {
        const mm = [0, 1, 2].map((axis) => steps[0][axis]! * x + steps[1][axis]! * y + steps[2][axis]! * z);
        if (Math.hypot(...mm) <= radiusMm) found.push([x, y, z]);
      }
  return found;
}

/** Of the part of the ball that is in the image. */
function meanOf(samples: ArrayLike<number>, [columns, rows, slices]: Voxel, [column, row, slice]: Voxel, ball: readonly Voxel[]): number {
  let [sum, count] = [0, 0];
  for (const [dx, dy, dz] of ball) {
    const [x, y, z] = [column + dx, row + dy, slice + dz];
    if (x < 0 || y < 0 || z < 0 || x >= columns || y >= rows || z >= slices) continue;
    const value = samples[(z * rows + y) * columns + x]!;
    if (!Number.isFinite(value)) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? -Infinity : sum / count;
}
