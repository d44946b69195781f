import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { decodeNiftiSlice } from '#imaging/nifti/decode-slice.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { slicePosition } from '#imaging/nifti/shown-plane.ts';
import { shownWindow } from '#imaging/nifti/shown-window.ts';
import { marked } from '#language/t.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ReadSlice, SliceReader } from './slice-reader.ts';
import type { SliceField } from './types.ts';

/** Slices of a NIfTI volume in file order. A compressed one is inflated only as far as needed, and kept if it is small. */
export class VolumeSlices implements SliceReader {
  readonly slices: number;
  readonly isCine = false;
  readonly #header: NiftiHeader;
  readonly #voxels: ByteSource;
  readonly #description: InstanceDescription;

  private constructor(header: NiftiHeader, voxels: ByteSource) {
    this.#header = header;
    this.#voxels = voxels;
    this.#description = describeNifti(header, NO_NAME);
    this.slices = header.slices;
  }

  static async open(source: ByteSource | NoSlice): Promise<VolumeSlices | NoSlice> {
    if (isNoSlice(source)) return source;
    const read = await readNifti(source);
    return read.ok ? new VolumeSlices(read.header, read.voxels) : { noPicture: 'damaged' };
  }

  async read(slice: number): Promise<ReadSlice | NoSlice> {
    const decoded = await decodeNiftiSlice(this.#voxels, this.#header, slice);
    if (!decoded.ok) return { noPicture: decoded.why === 'too-large' ? 'too-large' : 'damaged' };
    const { frame } = decoded;
    return {
      frame,
      frameInFile: slice,
      description: describedSlice(this.#header, this.#description, slice),
      startWindow: frame.kind === 'grey' ? shownWindow(this.#header, frame.samples) : null,
    };
  }

  async fields(): Promise<SliceField[]> {
    return niftiFields(this.#header);
  }
}

export const NO_NAME = { name: '', sha256: '0' };

/** `description`: of the volume. */
export function describedSlice(header: NiftiHeader, description: InstanceDescription, slice: number): InstanceDescription {
  const position = slicePosition(header, slice);
  return { ...description, imagePositionPatient: position && [...position] };
}

/** With the names of nifti1.h. */
export function niftiFields(header: NiftiHeader): SliceField[] {
  const { version, datatype, columns, rows, slices, volumes, spacingMm, letters, slope, intercept, shownRange, affine } = header;
  const line = (group: SliceField['group'], code: string, name: string, value: string): SliceField => ({
    group,
    code,
    name,
    value,
    isOurName: true,
  });
  const depth = slices / volumes;
  return [
    line('Image', 'sizeof_hdr', marked('Format'), `NIfTI-${version}`),
    line('Image', 'datatype', marked('Voxels'), datatype.name),
    line('Image', 'scl_slope', marked('Slope'), slope === 1 ? '' : String(slope)),
    line('Image', 'scl_inter', marked('Intercept'), intercept === 0 ? '' : String(intercept)),
    line('Image', 'cal_min, cal_max', marked('Shown range'), shownRange ? `${shownRange.low} to ${shownRange.high}` : ''),
    line('Geometry', 'dim', marked('Size'), [columns, rows, depth, ...(volumes > 1 ? [volumes] : [])].join(' × ')),
    line(
      'Geometry',
      'pixdim',
      marked('Voxel size in mm'),
      spacingMm.includes(null) ? '' : spacingMm.map((mm) => Number(mm?.toPrecision(5))).join(' × '),
    ),
    line('Geometry', 'sform, qform', marked('Axes run towards'), letters),
    line('Geometry', 'qoffset, srow', marked('First voxel in mm'), affine ? affine.origin.map((mm) => mm.toFixed(1)).join(', ') : ''),
  ].filter(({ value }) => value !== '');
}
