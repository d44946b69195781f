import { describeFrames } from '#imaging/dicom/header/describe-frames.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { slicePosition } from '#imaging/nifti/shown-plane.ts';
import { toDescribedSlice } from '#model/grids/described-slice.ts';
import type { DescribedSlice } from '#model/grids/grid.ts';

/**
 * A file of small images can hold, or claim, many millions of them, and their description would fill the memory. Such a file gets no grid: the
 * largest series that scanners make have some thousands of slices.
 */
const MOST_SLICES = 100_000;

/** The slices of a DICOM file, for the grid of its series; none without an image, or with more than `MOST_SLICES`. */
export async function slicesOfInstance(header: ReadHeader): Promise<DescribedSlice[]> {
  const { description } = header;
  if (!description.pixelData || description.numberOfFrames > MOST_SLICES) return [];
  const frames = await describeFrames(header);
  return Array.from({ length: description.numberOfFrames }, (_, frame) => toDescribedSlice({ ...description, ...frames?.[frame] }, frame));
}

/** The slices of a NIfTI volume; none with more than `MOST_SLICES`. */
export function slicesOfVolume(header: NiftiHeader): DescribedSlice[] {
  if (header.slices > MOST_SLICES) return [];
  const description = { ...describeNifti(header, { name: '', sha256: '0' }), sopInstanceUid: '' };
  return Array.from({ length: header.slices }, (_, frame) => ({
    ...toDescribedSlice(description, frame),
    imagePositionPatient: slicePosition(header, frame),
  }));
}
