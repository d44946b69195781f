import { describeFrames } from '#imaging/dicom/header/describe-frames.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { slicePosition } from '#imaging/nifti/shown-plane.ts';
import { toDescribedSlice } from '#model/grids/described-slice.ts';
import type { DescribedSlice } from '#model/grids/grid.ts';

/** The slices of a DICOM file, for the grid of its series; none without an image. */
export async function slicesOfInstance(header: ReadHeader): Promise<DescribedSlice[]> {
  const { description } = header;
  if (!description.pixelData) return [];
  const frames = await describeFrames(header);
  return Array.from({ length: description.numberOfFrames }, (_, frame) => toDescribedSlice({ ...description, ...frames?.[frame] }, frame));
}

export function slicesOfVolume(header: NiftiHeader): DescribedSlice[] {
  const description = { ...describeNifti(header, { name: '', sha256: '0' }), sopInstanceUid: '' };
  return Array.from({ length: header.slices }, (_, frame) => ({
    ...toDescribedSlice(description, frame),
    imagePositionPatient: slicePosition(header, frame),
  }));
}
