import { t } from '#language/t.ts';

export const TEXTS = {
  tags: t('Tags'),
  playFilm: t('Play film'),
  saveFilm: t('Save film'),
  film: t('Film'),
  closeFilm: t('Close film'),
  filmNotPlayed: t('This browser cannot play this video format. Save the file to play it elsewhere.'),
  opening: t('Loading slices'),
  noSlices: t('There are no slices to show.'),
  failed: t('This slice could not be shown. You can view the other slices.'),
} as const;
