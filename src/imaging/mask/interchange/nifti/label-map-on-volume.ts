import { boundsOf, boxSize, type Bits } from '#imaging/mask/bits/bits.ts';
import { boxToBytes } from '#imaging/mask/bits/slices.ts';
import { labelHead } from '#imaging/deidentify/nifti/plain-head.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { volumeSpaceOf } from '#imaging/nifti/volume-space.ts';
import { patientToVoxel, voxelToPatient, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';

/** From voxels of a grid to those of a volume: the index in the volume is `start` and `strides` times column, row and slice. */
export interface VoxelOrder {
  start: number;
  strides: Voxel;
}

/** Of a voxel. Volumes keep their place in floats of 32 bits, and converters round it. */
const SAME_PLACE = 0.05;

/**
 * The order of the voxels of a grid in a volume that has exactly these voxels. Converters turn rows and slices round. Null if the volume has others: it was
 * straightened, cut, or is of another series.
 */
export function voxelOrder(grid: VoxelSpace, volume: VoxelSpace): VoxelOrder | null {
  const toVolume = patientToVoxel(volume);
  const at = (voxel: Voxel): Voxel => toVolume(voxelToPatient(grid, voxel));
  const far: Voxel = [grid.size[0] - 1, grid.size[1] - 1, grid.size[2] - 1];
  const origin = at([0, 0, 0]).map(Math.round) as unknown as Voxel;
  const perAxis = [1, volume.size[0], volume.size[0] * volume.size[1]];
  const strides: number[] = [];
  const used = new Set<number>();
  for (const [axis, last] of far.entries()) {
    const end = at([0, 1, 2].map((each) => (each === axis ? Math.max(1, last) : 0)) as unknown as Voxel).map(Math.round);
    const moved = [0, 1, 2].filter((each) => end[each] !== origin[each]);
    const [along] = moved;
    if (moved.length !== 1 || along === undefined || used.has(along)) return null;
    const steps = end[along]! - origin[along]!;
    if (Math.abs(steps) !== Math.max(1, last) || volume.size[along] !== grid.size[axis]) return null;
    used.add(along);
    strides.push(Math.sign(steps) * perAxis[along]!);
  }
  const corners = [0, 1].flatMap((k) => [0, 1].flatMap((j) => [0, 1].map((i): Voxel => [i * far[0], j * far[1], k * far[2]])));
  const isSame = corners.every((corner) =>
    at(corner).every(
      (place, axis) =>
        Math.abs(place - Math.round(place)) <= SAME_PLACE && Math.round(place) >= 0 && Math.round(place) < volume.size[axis]!,
    ),
  );
  if (!isSame) return null;
  return { start: origin[0] + origin[1] * perAxis[1]! + origin[2] * perAxis[2]!, strides: strides as unknown as Voxel };
}

/** A class and its voxels. `value`: 1 to 255. */
export interface LabelledBits {
  value: number;
  bits: Bits;
}

export interface LabelMapOnVolume {
  /** NIfTI, not compressed. */
  nifti: Uint8Array<ArrayBuffer>;
  /** By value: how many voxels have it. */
  voxels: Map<number, number>;
  /** How many voxels are in several classes. They have the value of the last. */
  overlapping: number;
}

/**
 * Layers as one label map with the shape and place of a volume. Where they overlap, the last one in their order wins. `head`: the first bytes of the volume.
 * Null if the volume is not on the grid.
 */
export function labelMapOnVolume(
  labels: readonly LabelledBits[],
  grid: VoxelSpace,
  { head, header }: { head: Uint8Array; header: NiftiHeader },
): LabelMapOnVolume | null {
  const volume = volumeSpaceOf(header);
  const order = volume && voxelOrder(grid, volume);
  if (order === null) return null;
  const top = labelHead(head, header);
  const nifti = new Uint8Array(top.length + header.columns * header.rows * header.slices);
  nifti.set(top);
  const map = nifti.subarray(top.length);
  const voxels = new Map(labels.map(({ value }) => [value, 0]));
  let overlapping = 0;
  for (const { bits, value } of labels) {
    const box = boundsOf(bits);
    if (box === null) continue;
    const mask = boxToBytes(bits, box);
    const [columns, rows, slices] = boxSize(box);
    const [i, j, k] = order.strides;
    let count = 0;
    for (let slice = 0; slice < slices; slice += 1)
      for (let row = 0; row < rows; row += 1) {
        const to = order.start + box.from[0] * i + (row + box.from[1]) * j + (slice + box.from[2]) * k;
        const from = (slice * rows + row) * columns;
        for (let column = 0; column < columns; column += 1) {
          if (mask[from + column] === 0) continue;
          const place = to + column * i;
          const before = map[place]!;
          if (before !== 0) {
            overlapping += 1;
            voxels.set(before, voxels.get(before)! - 1);
          }
          map[place] = value;
          count += 1;
        }
      }
    voxels.set(value, voxels.get(value)! + count);
  }
  return { nifti, voxels, overlapping };
}
