import type { NoTile } from '#model/no-tile.ts';
import type { FrameRefusal } from './dicom/stored-frame.ts';

/** What a person can make of a frame that was refused: many reasons of a decoder are one to whoever looks for a picture. */
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
