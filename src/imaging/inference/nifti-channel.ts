import type { ByteSource } from '#imaging/byte-source.ts';
import { readNifti, type NiftiRefusal } from '#imaging/nifti/read-nifti.ts';
import { unpackVoxels } from '#imaging/nifti/unpack-voxels.ts';
import { writeNiftiHeader } from '#imaging/nifti/write-nifti.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { length } from '#model/pictures/vector.ts';
import type { ChannelImage } from './grid/resample-image.ts';

export type ChannelRead =
  | { ok: true; image: ChannelImage }
  | NiftiRefusal
  /** `no-place`: it does not say where it lies. `colours`: a voxel has several values. */
  | { ok: false; why: 'no-place' | 'several-volumes' | 'colours' }
  | { ok: false; why: 'too-large-to-read'; bytes: number };

/** A volume as a channel. `mostBytes`: of its voxels, which are read at once. `takesFirst`: of several volumes, the first. */
export async function readChannel(file: ByteSource, mostBytes: number, { takesFirst = false } = {}): Promise<ChannelRead> {
  const read = await readNifti(file);
  if (!read.ok) return read;
  const { header, voxels } = read;
  const { affine, columns, rows, slices, datatype, slope, intercept } = header;
  if (header.volumes !== 1 && !takesFirst) return { ok: false, why: 'several-volumes' };
  if (affine === null) return { ok: false, why: 'no-place' };
  if (datatype.samplesPerVoxel !== 1) return { ok: false, why: 'colours' };
  const ofOne = header.voxelBytes / header.volumes;
  if (ofOne > mostBytes) return { ok: false, why: 'too-large-to-read', bytes: ofOne };
  const bytes = await voxels.read(header.voxelOffset, ofOne);
  if (bytes.length < ofOne) return { ok: false, why: 'cut-off' };
  const [i, j, k] = affine.steps.map(turned) as [Vector, Vector, Vector];
  const space: VoxelSpace = { size: [columns, rows, slices / header.volumes], origin: turned(affine.origin), steps: [i, j, k] };
  return { ok: true, image: { space, samples: unpackVoxels(bytes, datatype, header.isLittleEndian), slope, intercept } };
}

/** Labels of at most 255 as a NIfTI-1 label map, not compressed. */
export function labelsToNifti(labels: Uint8Array, { size, origin, steps }: VoxelSpace): Uint8Array<ArrayBuffer> {
  const [i, j, k, at] = [...steps, origin].map(turned) as [Vector, Vector, Vector, Vector];
  const header = writeNiftiHeader({
    ...{ dims: size, datatype: UINT8, pixdim: steps.map(length), description: 'Lightship' },
    sform: [0, 1, 2].map((axis) => [i[axis]!, j[axis]!, k[axis]!, at[axis]!]),
  });
  const bytes = new Uint8Array(header.length + labels.length);
  bytes.set(header);
  bytes.set(labels, header.length);
  return bytes;
}

/** DT_UINT8 of nifti1.h. */
const UINT8 = 2;

/** Between NIfTI, which counts to the right and to the front, and DICOM, which counts to the left and to the back. */
const turned = ([x, y, z]: Vector): Vector => [0 - x, 0 - y, z];
