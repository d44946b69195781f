import type { CommentPin } from '#contract/comments.ts';
import { isStored } from '#features/annotator/measure/slice-place.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import { t } from '#language/t.ts';
import { isComputed } from '#model/computed/recipe.ts';
import type { AnyPicture } from '#workers/voxels/types.ts';

interface Seen {
  picture: AnyPicture;
  open: Pick<OpenSeries, 'uuid' | 'gridHash' | 'gridSlices' | 'noPlanes'>;
  type: 'dcm' | 'nii';
  /** The study of the series is the one that is open. */
  isOwn: boolean;
}

/** Where a comment on a picture belongs, or why there cannot be one. */
export function pinPlace({ picture, open, type, isOwn }: Seen): Omit<CommentPin, 'point'> | { why: string } {
  if (!isOwn) return { why: t('Comments belong to the study that is open, not to an earlier one.') };
  if (isComputed(open.uuid)) return { why: t('Nothing is stored on a computed series. Comment on the series that it is computed from.') };
  if (!isStored(picture)) return { why: t('Comment on the stored slices.') };
  if (type === 'dcm' && picture.sop === '')
    return { why: t('This device has only the volume of this series. Comment on its slices when the server can be reached.') };
  const { uuid: series, gridHash: grid, gridSlices, noPlanes } = open;
  const slice = gridSlices?.[picture.slice];
  if (grid === null || slice === undefined)
    return {
      why:
        noPlanes === null
          ? t('A slice can be commented on when all have been read.')
          : t('The slices of this series have no fixed order, so none can be named.'),
    };
  return { series, grid, slice, sop: picture.sop, frame: picture.frameInFile };
}
