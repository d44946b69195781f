import type { InstanceDescription } from '#model/studies/instance.ts';
import type { DescribedSlice } from './grid.ts';

/** One frame of a file, by the description of its instance with the values of the frame. */
export function toDescribedSlice(description: InstanceDescription, frame: number): DescribedSlice {
  const { rows, columns, instanceNumber, pixelSpacing, imagePositionPatient, imageOrientationPatient } = description;
  return {
    ...{ sop: description.sopInstanceUid, frame, instanceNumber, rows, columns },
    ...{ pixelSpacing, imagePositionPatient, imageOrientationPatient },
    frameOfReference: description.frameOfReferenceUid ?? '',
    isMosaic: description.mosaicTiles !== undefined,
  };
}
