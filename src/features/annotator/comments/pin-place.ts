import type { CommentPin } from '#contract/comments.ts';
import { isStored } from '#features/annotator/measure/slice-place.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import type { SampledPlane, StoredSlice } from '#workers/voxels/types.ts';

interface Seen {
  picture: StoredSlice | SampledPlane;
  open: Pick<OpenSeries, 'uuid' | 'gridHash' | 'gridSlices' | 'noPlanes'>;
  type: 'dcm' | 'nii';
  /** The study of the series is the one that is open. */
  isOwn: boolean;
}

/** Where a comment on a picture belongs, or why there cannot be one. */
export function pinPlace({ picture, open, type, isOwn }: Seen): Omit<CommentPin, 'point'> | { why: string } {
  if (!isOwn) return { why: 'Comments belong to the study that is open, not to an earlier one.' };
  if (!isStored(picture)) return { why: 'Comment on the stored slices.' };
  if (type === 'dcm' && picture.sop === '')
    return { why: 'This device has only the volume of this series. Comment on its slices when the server can be reached.' };
  const { uuid: series, gridHash: grid, gridSlices, noPlanes } = open;
  const slice = gridSlices?.[picture.slice];
  if (grid === null || slice === undefined)
    return {
      why:
        noPlanes === null
          ? 'A slice can be commented on when all have been read.'
          : 'The slices of this series have no fixed order, so none can be named.',
    };
  return { series, grid, slice, sop: picture.sop, frame: picture.frameInFile };
}
