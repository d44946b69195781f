import type { ByteSource } from '#imaging/byte-source.ts';
import { floatHead } from '#imaging/deidentify/nifti/plain-head.ts';
import type { Samples } from '#imaging/frame.ts';
import { linearValueAt, toSize } from '#imaging/linear-value.ts';
import { patientToVoxel, voxelToPatient, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { HEADER_BYTES, parseNiftiHeader, type NiftiHeader } from './parse-header.ts';
import { unpackVoxels } from './unpack-voxels.ts';
import { volumeSpaceOf } from './volume-space.ts';

/** Of the volume that is written, at a time. */
const SLAB_VOXELS = 4 * 1024 * 1024;

/** Whether some voxel of one lies in the other: the boxes of both, along the axes of the other. */
export function doOverlap(space: VoxelSpace, other: VoxelSpace): boolean {
  const { least, most } = extentIn(other, space, 0, space.size[2] - 1);
  return least.every((low, axis) => low <= other.size[axis]! - 0.5 && most[axis]! >= -0.5);
}

/**
 * A volume on the voxels of another one, as a NIfTI file of float32 with values of the modality: linear between voxel centres, with the edge value outside. Both are NIfTI,
 * not compressed. Read and written slab by slab; of the volume, as many slices as a slab needs are in memory. Null before the first bytes if one of them cannot be read.
 */
export async function resampleVolume(
  volume: ByteSource,
  reference: ByteSource,
  { slabVoxels = SLAB_VOXELS } = {},
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>> | null> {
  const [from, to] = [await opened(volume), await opened(reference)];
  return from === null || to === null ? null : slabsOf(volume, from, to, slabVoxels);
}

interface Opened {
  head: Uint8Array;
  header: NiftiHeader;
  space: VoxelSpace;
}

async function opened(source: ByteSource): Promise<Opened | null> {
  const head = await source.read(0, Math.min(source.size, HEADER_BYTES));
  const parsed = parseNiftiHeader(head);
  if (!parsed.ok) return null;
  const { header } = parsed;
  const space = volumeSpaceOf(header);
  if (space === null || header.volumes !== 1 || header.datatype.samplesPerVoxel !== 1 || header.isPair) return null;
  return header.voxelOffset + header.voxelBytes > source.size ? null : { head, header, space };
}

async function* slabsOf(volume: ByteSource, from: Opened, to: Opened, slabVoxels: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield floatHead(to.head, to.header);
  const [columns, rows, slices] = to.space.size;
  const deep = Math.max(1, Math.floor(slabVoxels / (columns * rows)));
  const size = from.space.size;
  const read = { first: -1, last: -1, samples: new Float32Array() as Samples };
  for (let start = 0; start < slices; start += deep) {
    const end = Math.min(slices, start + deep);
    const { least, most } = extentIn(from.space, to.space, start, end - 1);
    const first = Math.floor(toSize(least[2], size[2]));
    const last = Math.ceil(toSize(most[2], size[2]));
    // The next slab may need the same slices.
    if (read.first !== first || read.last !== last)
      Object.assign(read, { first, last, samples: await readSlices(volume, from.header, first, last) });
    const values = slabValues(read.samples, { from: from.space, first, count: last - first + 1 }, to.space, start, end);
    const { slope, intercept } = from.header;
    const bytes = new Uint8Array(values.length * 4);
    const view = new DataView(bytes.buffer);
    for (const [at, value] of values.entries()) view.setFloat32(at * 4, value * slope + intercept, to.header.isLittleEndian);
    yield bytes;
  }
}

/** Where the centres of slices of a space lie in another one, in its voxels. */
function extentIn(other: VoxelSpace, space: VoxelSpace, first: number, last: number): { least: Voxel; most: Voxel } {
  const toOther = patientToVoxel(other);
  const [columns, rows] = space.size;
  const corners = [0, columns - 1].flatMap((column) =>
    [0, rows - 1].flatMap((row) => [first, last].map((slice) => toOther(voxelToPatient(space, [column, row, slice])))),
  );
  const along = (axis: 0 | 1 | 2): number[] => corners.map((corner) => corner[axis]);
  return {
    least: [Math.min(...along(0)), Math.min(...along(1)), Math.min(...along(2))],
    most: [Math.max(...along(0)), Math.max(...along(1)), Math.max(...along(2))],
  };
}

async function readSlices(volume: ByteSource, header: NiftiHeader, first: number, last: number): Promise<Samples> {
  const { voxelOffset, columns, rows, datatype, isLittleEndian } = header;
  const sliceBytes = columns * rows * datatype.bytesPerVoxel;
  const bytes = await volume.read(voxelOffset + first * sliceBytes, (last - first + 1) * sliceBytes);
  // Typed arrays begin at multiples of their width.
  return unpackVoxels(bytes.slice(), datatype, isLittleEndian);
}

function slabValues(
  samples: Samples,
  { from, first, count }: { from: VoxelSpace; first: number; count: number },
  to: VoxelSpace,
  start: number,
  end: number,
): Float32Array {
  const toFrom = patientToVoxel(from);
  const placeOf = (voxel: Voxel): Voxel => toFrom(voxelToPatient(to, voxel));
  const size: Voxel = [from.size[0], from.size[1], count];
  const [columns, rows] = to.size;
  const [origin, next] = [placeOf([0, 0, start]), placeOf([1, 0, start])];
  const step = [next[0] - origin[0], next[1] - origin[1], next[2] - origin[2]] as const;
  const values = new Float32Array(columns * rows * (end - start));
  let at = 0;
  for (let slice = start; slice < end; slice += 1)
    for (let row = 0; row < rows; row += 1) {
      const [x, y, z] = placeOf([0, row, slice]);
      for (let column = 0; column < columns; column += 1, at += 1) {
        // At the edges of the slices that were read the volume ends, or nothing beyond them is needed.
        values[at] = linearValueAt(samples, size, x + step[0] * column, y + step[1] * column, z + step[2] * column - first);
      }
    }
  return values;
}
