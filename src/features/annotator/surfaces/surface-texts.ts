import { t } from '#language/t.ts';
import type { NoSurface, ShownSurface } from './surface-store.ts';

export const SURFACE_TEXTS = {
  name: t('Segments in 3D'),
  chip: '3D',
  show: t('Show in 3D'),
  close: t('Close 3D'),
  help: t('Drag turns · wheel zooms'),
  trust: t('surface of segments · smoothed'),
  reading: t('Computing surfaces'),
  none: t('No visible segment has voxels.'),
  closed: t('No segmentation is open.'),
  loading: t('Loading 3D'),
  retry: t('Try again'),
  noWebgl: t('This browser cannot draw in 3D here.'),
  noWebglWhy: t(
    'WebGL is missing or turned off. Turn on hardware acceleration in the settings of the browser, or use another one. Slices and segments work as before.',
  ),
  lost: t('The graphics of this device have stopped.'),
  lostWhy: t('It may be short of memory. Nothing that was drawn is lost. Close other tabs, and try again.'),
  failed: t('The part of Lightship that draws in 3D could not be loaded.'),
  failedWhy: t('Try again when the server can be reached.'),
} as const;

export const CUT_TEXTS = {
  cut: t('Cut from here'),
  cutAgain: t('Cut from here again'),
  uncut: t('Whole again'),
  depth: t('Depth of the cut'),
} as const;

const MISSING: Record<NoSurface, (name: string) => string> = {
  'no-volume': (name) => t('{name}: its slices make no volume.', { name }),
  'too-large': (name) => t('{name}: it is too large for a surface on this device.', { name }),
  failed: (name) => t('{name}: its surface could not be computed.', { name }),
};

export const countText = (count: number): string => t('{count, plural, one {# surface} other {# surfaces}}', { count });

/** Segments that are missing in the picture, and why. */
export function missingTexts(shown: readonly ShownSurface[]): string[] {
  return shown.flatMap(({ name, problem }) => (problem === null ? [] : [MISSING[problem](name)]));
}

/** What a screen reader says of the picture. */
export function spokenText(shown: readonly ShownSurface[], side: string): string {
  const names = shown.filter(({ surface }) => surface !== null).map(({ name }) => name);
  return names.length === 0 ? SURFACE_TEXTS.none : t('{names}. Seen {side}.', { names: names.join(', '), side });
}

/** Instead of the picture. */
export function noPictureText(hasMask: boolean, surfaces: number): string | null {
  if (!hasMask) return SURFACE_TEXTS.closed;
  return surfaces === 0 ? SURFACE_TEXTS.none : null;
}
