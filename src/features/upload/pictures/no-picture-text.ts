import { t } from '#language/t.ts';
import { isVideo } from '#model/pictures/video.ts';
import type { NoPreview } from '#workers/preview/types.ts';

/** Why a slice has no picture, and that the upload is not affected (PREV-016). */
export function noPictureText(tile: NoPreview): string {
  switch (tile.noPicture) {
    case 'transfer-syntax':
      if (isVideo(tile.transferSyntaxUid))
        return t('No preview: it is a film. Open it to play or save it. It can be uploaded all the same.');
      return t('No preview: its transfer syntax {transferSyntaxUid} is not decoded here. It can be uploaded all the same.', {
        transferSyntaxUid: tile.transferSyntaxUid,
      });
    case 'pixels':
      return t('No preview: pixels of its kind are not drawn here. It can be uploaded all the same.');
    case 'too-large':
      return t('No preview: one frame of it is too large to be drawn here. It can be uploaded all the same.');
    case 'damaged':
      return t('No preview: its pixels are not as its header says. It can be uploaded all the same.');
    case 'gone':
      return t('No preview: it left this device before it was drawn.');
    case 'away':
      return t('No preview: it lies on the server, which does not give it now. It can be uploaded all the same.');
  }
}
