import { isVideo } from '#model/video.ts';
import type { NoSlice } from '#workers/viewer/types.ts';

export const TEXTS = {
  tags: 'Tags',
  playFilm: 'Play film',
  saveFilm: 'Save film',
  film: 'Film',
  closeFilm: 'Close film',
  filmNotPlayed: 'This browser does not play films of its kind. Save it to play it elsewhere.',
  opening: 'Opening the slices',
  noSlices: 'There is no slice to show.',
  failed: 'It could not be drawn. The other slices can be looked at.',
} as const;

/** Why a slice is not shown, as a sentence in its place (PREV-016). */
export function noSliceText(answer: NoSlice): string {
  switch (answer.noPicture) {
    case 'transfer-syntax':
      if (isVideo(answer.transferSyntaxUid)) return 'It is a film, whose pictures are not drawn here. It can be played or saved.';
      return `Its transfer syntax ${answer.transferSyntaxUid} is not decoded here. The file itself is whole.`;
    case 'pixels':
      return 'Pixels of its kind are not drawn here. The file itself is whole.';
    case 'too-large':
      return 'It is too large to be drawn here. The file itself is whole.';
    case 'damaged':
      return 'Its pixels are not as its header says.';
    case 'gone':
      return 'Its bytes are not on this device any more.';
    case 'unreachable':
      return 'The server cannot be reached, and no copy of it is on this device.';
    case 'refused':
      return 'The server does not give it to you.';
  }
}
