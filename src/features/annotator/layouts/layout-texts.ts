import type { LayoutContent, SeriesOfLayout } from '#contract/layouts.ts';

export const LAYOUT_TEXTS = {
  saved: 'Saved',
  ofTeam: 'team',
  own: 'only you',
  waits: 'waits on this device',
  save: 'Save this layout',
  forMe: 'for me',
  forTeam: 'for the team',
  all: 'Saved layouts',
  none: 'No layout is saved yet.',
  saveForMe: 'Save this layout for me',
  saveForTeam: 'Save this layout for the team',
  name: 'Name',
  nameNeeded: 'Enter a name.',
  onlyBodyPart: 'Only studies of this body part',
  whoMay: 'Every member without an own layout opens studies in it that have these series. Administrators of the team can change it.',
  whoMayMe: 'Studies that have these series open in it, on all your devices.',
  keep: 'Save',
  cancel: 'Cancel',
  rename: 'Rename',
  replace: 'Replace',
  remove: 'Delete',
  replaceWhy: 'Replace with the panes as they are now',
  sure: 'Delete it?',
  failed: 'The layout could not be stored on this device.',
} as const;

/** T2W, or the name of a series without an acquisition. */
export function seriesText({ acquisition, modality, description }: SeriesOfLayout): string {
  return acquisition ?? (description.trim() || modality);
}

/** A name to begin with: 'Prostate: T2W, ADC, DWI'. */
export function nameOfLayout({ modality, bodyPart, series }: Pick<LayoutContent, 'modality' | 'bodyPart' | 'series'>): string {
  const names = [...new Set(series.map(seriesText))].join(', ');
  return `${bodyPart?.title ?? modality}${names === '' ? '' : `: ${names}`}`.slice(0, 60);
}

/** Whose it is and which studies it is for: 'team · MR, prostate'. */
export function aboutLayout({ modality, bodyPart, of_team, waits }: LayoutContent & { of_team: boolean; waits: boolean }): string {
  const studies = bodyPart === null ? modality : `${modality}, ${bodyPart.title.toLowerCase()}`;
  return [of_team ? LAYOUT_TEXTS.ofTeam : LAYOUT_TEXTS.own, studies, ...(waits ? [LAYOUT_TEXTS.waits] : [])].join(' · ');
}

/** Which of its series a study does not have. */
export function missingText(missing: readonly SeriesOfLayout[]): string {
  return `not in this study: ${missing.map(seriesText).join(', ')}`;
}
