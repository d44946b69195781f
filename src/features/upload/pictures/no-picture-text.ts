import { isVideo } from '#model/pictures/video.ts';
import type { NoPreview } from '#workers/preview/types.ts';

/** Why a slice has no picture, and that the upload is not affected (PREV-016). */
export function noPictureText(tile: NoPreview): string {
  switch (tile.noPicture) {
    case 'transfer-syntax':
      if (isVideo(tile.transferSyntaxUid)) return `No preview: it is a film. Open it to play or save it. ${UPLOADED}`;
      return `No preview: its transfer syntax ${tile.transferSyntaxUid} is not decoded here. ${UPLOADED}`;
    case 'pixels':
      return `No preview: pixels of its kind are not drawn here. ${UPLOADED}`;
    case 'too-large':
      return `No preview: one frame of it is too large to be drawn here. ${UPLOADED}`;
    case 'damaged':
      return `No preview: its pixels are not as its header says. ${UPLOADED}`;
    case 'gone':
      return 'No preview: it left this device before it was drawn.';
    case 'away':
      return `No preview: it lies on the server, which does not give it now. ${UPLOADED}`;
  }
}

const UPLOADED = 'It can be uploaded all the same.';
