import type { LayoutContent, SeriesOfLayout } from '#contract/layouts.ts';
import { t } from '#language/t.ts';

export const LAYOUT_TEXTS = {
  saved: t('Saved'),
  ofTeam: t('team'),
  own: t('only you'),
  waits: t('waits on this device'),
  save: t('Save this layout'),
  forMe: t('for me'),
  forTeam: t('for the team'),
  all: t('Saved layouts'),
  none: t('No layout is saved yet.'),
  saveForMe: t('Save this layout for me'),
  saveForTeam: t('Save this layout for the team'),
  name: t('Name'),
  nameNeeded: t('Enter a name.'),
  onlyBodyPart: t('Only studies of this body part'),
  whoMay: t('Every member without an own layout opens studies in it that have these series. Administrators of the team can change it.'),
  whoMayMe: t('Studies that have these series open in it, on all your devices.'),
  keep: t('Save'),
  cancel: t('Cancel'),
  rename: t('Rename'),
  replace: t('Replace'),
  remove: t('Delete'),
  replaceWhy: t('Replace with the panes as they are now'),
  sure: t('Delete it?'),
  failed: t('The layout could not be stored on this device.'),
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
  return t('not in this study: {series}', { series: missing.map(seriesText).join(', ') });
}
