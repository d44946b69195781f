import { t } from '#language/t.ts';
import type { LeftOut } from '#model/overlays/presentation-state.ts';
import type { LayerOnPlane } from '#workers/voxels/types.ts';
import type { Refusal } from './overlay-store.ts';

export const OVERLAY_TEXTS = {
  name: t('Overlays'),
  hideAll: t('Hide all'),
  showAll: t('Show all'),
  reading: t('Reading…'),
  nothing: t('It has nothing that is drawn on images.'),
  noName: t('no name'),
  here: t('on this slice'),
  look: t('How it is drawn'),
  opacity: t('Opacity of the fill'),
  present: t('Show images this way'),
  presentWhy: t('Window, rotation and flip as the presentation state says, for the active pane.'),
  otherImages: t('It is for other images than the one in the active pane.'),
  retry: t('Try again'),
} as const;

const REFUSALS: Record<Refusal, string> = {
  damaged: t('It cannot be shown: the file is damaged.'),
  'too-deep': t('It cannot be shown: its content is nested too deeply.'),
  'too-many-elements': t('It cannot be shown: it has more elements than this page reads.'),
  'no-overlay': t('It is of a kind that this page does not draw.'),
  'segmentation-type': t('It cannot be shown: its type of segmentation is unknown.'),
  'frames-differ': t('It cannot be shown: the number of its frames and their descriptions differ.'),
  'no-such-segment': t('It cannot be shown: a frame names a segment that is not listed.'),
  'points-differ': t('It cannot be shown: a contour has another number of points than it says.'),
  shape: t('It cannot be shown: it has a shape or unit that is unknown here.'),
  gone: t('Its file is no longer on the server.'),
  unreachable: t('The server cannot be reached, and this device has no copy of it.'),
  'no-access': t('You do not have access to it.'),
  failed: t('It could not be opened.'),
};

export function refusalText(refusal: Refusal): string {
  return REFUSALS[refusal];
}

const LEFT_OUT: Record<LeftOut, string> = {
  shutter: t('a shutter'),
  'voi-lut': t('a lookup table for the window'),
  'presentation-lut': t('a presentation lookup table'),
  'modality-lut': t('a modality lookup table'),
  subtraction: t('a subtraction mask'),
  graphic: t('graphics without points'),
};

export function leftOutText(leftOut: readonly LeftOut[]): string {
  return t('Not shown: {parts}.', { parts: leftOut.map((part) => LEFT_OUT[part]).join(', ') });
}

/** Why the mask of a layer is not on a plane. */
export function problemText(problem: NonNullable<LayerOnPlane['problem']>): string {
  return problem === 'other-grid'
    ? t('Not shown here: its pixels are not those of this image or plane.')
    : t('Its mask on this slice could not be read.');
}
