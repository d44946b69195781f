import type { LeftOut } from '#model/overlays/presentation-state.ts';
import type { LayerOnPlane } from '#workers/voxels/types.ts';
import type { Refusal } from './overlay-store.ts';

export const OVERLAY_TEXTS = {
  name: 'Overlays',
  hideAll: 'Hide all',
  showAll: 'Show all',
  reading: 'Reading…',
  nothing: 'It has nothing that is drawn on images.',
  noName: 'no name',
  here: 'on this slice',
  look: 'How it is drawn',
  opacity: 'Opacity of the fill',
  present: 'Show images this way',
  presentWhy: 'Window, rotation and flip as the presentation state says, for the active pane.',
  otherImages: 'It is for other images than the one in the active pane.',
  retry: 'Try again',
} as const;

const REFUSALS: Record<Refusal, string> = {
  damaged: 'It cannot be shown: the file is damaged.',
  'too-deep': 'It cannot be shown: its content is nested too deeply.',
  'too-many-elements': 'It cannot be shown: it has more elements than this page reads.',
  'no-overlay': 'It is of a kind that this page does not draw.',
  'segmentation-type': 'It cannot be shown: its type of segmentation is unknown.',
  'frames-differ': 'It cannot be shown: the number of its frames and their descriptions differ.',
  'no-such-segment': 'It cannot be shown: a frame names a segment that is not listed.',
  'points-differ': 'It cannot be shown: a contour has another number of points than it says.',
  shape: 'It cannot be shown: it has a shape or unit that is unknown here.',
  gone: 'Its file is no longer on the server.',
  unreachable: 'The server cannot be reached, and this device has no copy of it.',
  'no-access': 'You do not have access to it.',
  failed: 'It could not be opened.',
};

export function refusalText(refusal: Refusal): string {
  return REFUSALS[refusal];
}

const LEFT_OUT: Record<LeftOut, string> = {
  shutter: 'a shutter',
  'voi-lut': 'a lookup table for the window',
  'presentation-lut': 'a presentation lookup table',
  'modality-lut': 'a modality lookup table',
  subtraction: 'a subtraction mask',
  graphic: 'graphics without points',
};

export function leftOutText(leftOut: readonly LeftOut[]): string {
  return `Not shown: ${leftOut.map((part) => LEFT_OUT[part]).join(', ')}.`;
}

/** Why the mask of a layer is not on a plane. */
export function problemText(problem: NonNullable<LayerOnPlane['problem']>): string {
  return problem === 'other-grid'
    ? 'Not shown here: its pixels are not those of this image or plane.'
    : 'Its mask on this slice could not be read.';
}
