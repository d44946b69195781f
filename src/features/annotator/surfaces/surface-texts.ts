import type { NoSurface, ShownSurface } from './surface-store.ts';

export const SURFACE_TEXTS = {
  name: 'Segments in 3D',
  chip: '3D',
  show: 'Show in 3D',
  close: 'Close 3D',
  help: 'Drag turns · wheel zooms',
  trust: 'surface of segments · smoothed',
  reading: 'Computing surfaces',
  none: 'No visible segment has voxels.',
  closed: 'No segmentation is open.',
  loading: 'Loading 3D',
  retry: 'Try again',
  noWebgl: 'This browser cannot draw in 3D here.',
  noWebglWhy:
    'WebGL is missing or turned off. Turn on hardware acceleration in the settings of the browser, or use another one. Slices and segments work as before.',
  lost: 'The graphics of this device have stopped.',
  lostWhy: 'It may be short of memory. Nothing that was drawn is lost. Close other tabs, and try again.',
  failed: 'The part of Lightship that draws in 3D could not be loaded.',
  failedWhy: 'Try again when the server can be reached.',
} as const;

const WHY: Record<NoSurface, string> = {
  'no-volume': 'its slices make no volume',
  'too-large': 'it is too large for a surface on this device',
  failed: 'its surface could not be computed',
};

export const countText = (count: number): string => `${count} ${count === 1 ? 'surface' : 'surfaces'}`;

/** Segments that are missing in the picture, and why. */
export function missingTexts(shown: readonly ShownSurface[]): string[] {
  return shown.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${WHY[problem]}.`]));
}

/** What a screen reader says of the picture. */
export function spokenText(shown: readonly ShownSurface[], side: string): string {
  const names = shown.filter(({ surface }) => surface !== null).map(({ name }) => name);
  return names.length === 0 ? SURFACE_TEXTS.none : `${names.join(', ')}. Seen ${side}.`;
}

/** Instead of the picture. */
export function noPictureText(hasMask: boolean, surfaces: number): string | null {
  if (!hasMask) return SURFACE_TEXTS.closed;
  return surfaces === 0 ? SURFACE_TEXTS.none : null;
}
