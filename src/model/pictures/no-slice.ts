import { t } from '#language/t.ts';
import type { NoTile } from './no-tile.ts';
import { isVideo } from './video.ts';

/**
 * Why a slice has no image; `unreachable`: the server cannot be reached and there is no copy on this device; `refused`: the server denies access.
 */
export type NoSlice = NoTile | { noPicture: 'unreachable' | 'refused' };

export function isNoSlice(answer: object): answer is NoSlice {
  return 'noPicture' in answer;
}

/** Why a slice is not shown, as a sentence in its place (PREV-016). */
export function noSliceText(answer: NoSlice): string {
  switch (answer.noPicture) {
    case 'transfer-syntax':
      if (isVideo(answer.transferSyntaxUid)) return t('This is a film. Play it or save it to view it.');
      return t('The transfer syntax {transferSyntaxUid} is not supported. The file itself is complete.', {
        transferSyntaxUid: answer.transferSyntaxUid,
      });
    case 'pixels':
      return t('This pixel format is not supported. The file itself is complete.');
    case 'too-large':
      return t('The image is too large to be shown here. The file itself is complete.');
    case 'damaged':
      return t('The pixel data does not match the header.');
    case 'gone':
      return t('The file is no longer on this device.');
    case 'unreachable':
      return t('The server cannot be reached, and there is no copy on this device.');
    case 'refused':
      return t('You do not have access to it.');
  }
}
