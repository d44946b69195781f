import type { NoVolume } from '#contract/grids.ts';
import type { AsideReason } from '#contract/mask-operations.ts';
import { noPlanesText } from '#features/annotator/texts.ts';
import { formatDecimal } from '#language/numbers.ts';
import { t } from '#language/t.ts';
import type { MaskStatus } from './mask-store.ts';
import type { PolygonMode } from './mask-tools.ts';

export const MASK_TEXTS = {
  tab: t('Segments'),
  segmentation: t('Segmentation'),
  newSegmentation: t('New segmentation'),
  none: t('No segmentations yet'),
  noneWhy: t('A segmentation marks a structure in the images of this study, in one or more segments.'),
  loading: t('Loading segmentations'),
  failed: t('The segmentations could not be loaded'),
  failedWhy: t('The server answered with an error.'),
  offline: t('The segmentations of this study are not on this device'),
  offlineWhy: t('The server cannot be reached.'),
  noMask: t('Nothing can be drawn before it is known on which series.'),
  startHere: t('Draw on this series'),
  gridWaits: t('The server has not read this series yet, so nothing can be drawn on it.'),
  gridOffline: t('Where the slices of this series are is not on this device. The server cannot be reached.'),
  gridFailed: t('Where the slices of this series are could not be loaded.'),
  retry: t('Try again'),
  segments: t('Segments'),
  exclusive: t('Segments may not overlap: a stroke clears the others under it.'),
  overlapping: t('Segments may overlap.'),
  noSegments: t('No segments yet. Add one to draw it.'),
  addSegment: t('Add segment'),
  newPart: t('New part'),
  waits: t('waits for its number'),
  readOnly: t('You can look at this segmentation, but not change it.'),
  look: t('How it is drawn'),
  tool: t('Tool'),
  shape: t('Shape of the brush'),
  disc: t('Disc'),
  sphere: t('Sphere'),
  radius: t('Radius'),
  onlyValues: t('Only values'),
  lowest: t('Lowest value'),
  highest: t('Highest value'),
  mode: t('What the polygon does'),
  polygonHint: t('Click corners and then the first one again, or draw around it.'),
  middle: t('Go to its middle'),
  empty: t('empty'),
  decide: t('Places to decide'),
  decideWhy: t('Somebody else drew on the same voxels. Nothing was overwritten.'),
  outcomeNote: t('Previews: nothing is changed yet. Stripes are yours, dots theirs. The choice can be undone.'),
  show: t('Go to place'),
  asideWhy: t(
    'It is not lost: the server keeps it, and so does this device. Only you and the administrators of the team may read it there.',
  ),
} as const;

export const MODE_NAMES: Record<PolygonMode, string> = {
  'fill-inside': t('Fill'),
  'erase-inside': t('Erase inside'),
  'erase-outside': t('Erase outside'),
};

const STATUS: Record<Exclude<MaskStatus, 'none' | 'open'>, string> = {
  opening: t('Opening what was drawn'),
  grid: t('What was drawn belongs to other slices than this series has now. It is shown nowhere, and nothing can be drawn.'),
  damaged: t('Something that was drawn cannot be read, so it is not known what the segments are. Nothing can be drawn.'),
  failed: t('What was drawn could not be opened.'),
};

/** Why nothing can be drawn in an open segmentation; null: it can. */
export function statusText(status: MaskStatus): string | null {
  return status === 'open' || status === 'none' ? null : STATUS[status];
}

const REFUSED = {
  'no-room': t('This device is full. Nothing was drawn.'),
  locked: t('A locked segment would have changed. Nothing was changed.'),
  closed: t('The segmentation was closed. Nothing was drawn.'),
  earlier: t('An earlier state is shown. Go back to now to draw.'),
  failed: t('It could not be stored on this device. Nothing was drawn.'),
  'no-volume': t('The slices of this series make no volume, so this tool cannot be used. Nothing was changed.'),
  'no-values': t('This tool needs all values of the series, in full resolution and not in colour. Nothing was changed.'),
  'no-place': t('That place is not on the slices of the segmentation, or they differ in size. Nothing was changed.'),
  'not-positive': t('There is no value above 0 around that place. Nothing was changed.'),
  'too-large': t('There are too many voxels for this device to compute with. Nothing was changed.'),
  'over-limit': t('The region is larger than its limit. Choose fewer values, or raise the limit. Nothing was changed.'),
  'too-much': t('The result is too large to be stored in one piece. Choose a smaller range. Nothing was changed.'),
} as const;

export function refusedText(why: keyof typeof REFUSED): string {
  return REFUSED[why];
}

const ASIDE: Record<AsideReason, string> = {
  access: t('You may not draw there any more.'),
  segment: t('Its segment was deleted.'),
  grid: t('It was drawn on other slices.'),
};

export function asideText(reason: AsideReason): string {
  return ASIDE[reason];
}

/** Slices are drawn on one by one, whatever keeps them from making a volume. */
export function bySliceText(why: NoVolume): string {
  return `${noPlanesText(why)} ${t('Draw slice by slice with a disc.')}`;
}

export const lockedText = (name: string): string => t('{name} is locked. Unlock it to draw.', { name });
export const hiddenText = (name: string): string => t('{name} is hidden. Show it to draw.', { name });
export const sparedText = (count: number): string =>
  t('{count, plural, one {# voxel} other {# voxels}} of locked segments stayed as they are.', { count });
export const nameOf = (title: string | null): string => title ?? MASK_TEXTS.newPart;
/** What leaves in files or is stored has the same words in every language. */
export const storedNameOf = (title: string | null): string => title ?? 'New part';
export const strokesText = (count: number): string => t('{count, plural, one {# stroke} other {# strokes}}', { count });
export const strokesOnDeviceText = (count: number): string =>
  t('{count, plural, one {# stroke} other {# strokes}} on this device', { count });
export const onDeviceText = (count: number): string => t('{count} on this device', { count });
export const asideCountText = (count: number): string => t('Kept aside by the server: {count}.', { count });
export const decideText = (count: number): string => t('{count, plural, one {# place} other {# places}} to decide', { count });
/** Of the places to decide, with the name of the segment. */
export function placeText({ at, count, segment, voxels }: { at: number; count: number; segment: string; voxels: number }): string {
  return [t('{at} of {count}', { at, count }), segment, voxelsText(voxels)].join(' · ');
}

export const voxelsText = (count: number): string => t('{count, plural, one {# voxel} other {# voxels}}', { count });
export const mlText = (ml: number): string => `${formatDecimal(ml, ml < 10 ? 2 : 1)} ml`;
