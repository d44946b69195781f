export const TEXTS = {
  tags: 'Tags',
  playFilm: 'Play film',
  saveFilm: 'Save film',
  film: 'Film',
  closeFilm: 'Close film',
  filmNotPlayed: 'This browser cannot play this video format. Save the file to play it elsewhere.',
  opening: 'Loading slices',
  noSlices: 'There are no slices to show.',
  failed: 'This slice could not be shown. You can view the other slices.',
} as const;
