import type { NoTile } from '#model/pictures/no-tile.ts';
import type { FrameRefusal } from './dicom/pixels/stored-frame.ts';

/** Why a frame has no image, for the user: many decoder reasons map to one. */
export function refusalToNoTile(refusal: FrameRefusal): NoTile {
  switch (refusal.why) {
    case 'compressed':
      return { noPicture: 'transfer-syntax', transferSyntaxUid: refusal.transferSyntaxUid };
    case 'unknown-process':
    case 'unsupported':
    case 'no-size':
      return { noPicture: 'pixels' };
    case 'too-large':
      return { noPicture: 'too-large' };
    default:
      return { noPicture: 'damaged' };
  }
}
