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
      if (isVideo(answer.transferSyntaxUid)) return 'This is a film. Play it or save it to view it.';
      return `The transfer syntax ${answer.transferSyntaxUid} is not supported. The file itself is complete.`;
    case 'pixels':
      return 'This pixel format is not supported. The file itself is complete.';
    case 'too-large':
      return 'The image is too large to be shown here. The file itself is complete.';
    case 'damaged':
      return 'The pixel data does not match the header.';
    case 'gone':
      return 'The file is no longer on this device.';
    case 'unreachable':
      return 'The server cannot be reached, and there is no copy on this device.';
    case 'refused':
      return 'You do not have access to it.';
  }
}
