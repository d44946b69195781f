import type { NoVolume } from '#contract/grids.ts';
import type { AsideReason } from '#contract/mask-operations.ts';
import { noPlanesText } from '#features/annotator/texts.ts';
import type { MaskStatus } from './mask-store.ts';
import type { PolygonMode } from './mask-tools.ts';

export const MASK_TEXTS = {
  tab: 'Segments',
  segmentation: 'Segmentation',
  newSegmentation: 'New segmentation',
  none: 'No segmentations yet',
  noneWhy: 'A segmentation marks a structure in the images of this study, in one or more segments.',
  loading: 'Loading segmentations',
  failed: 'The segmentations could not be loaded',
  failedWhy: 'The server answered with an error.',
  offline: 'The segmentations of this study are not on this device',
  offlineWhy: 'The server cannot be reached.',
  noMask: 'Nothing can be drawn before it is known on which series.',
  startHere: 'Draw on this series',
  gridWaits: 'The server has not read this series yet, so nothing can be drawn on it.',
  gridOffline: 'Where the slices of this series are is not on this device. The server cannot be reached.',
  gridFailed: 'Where the slices of this series are could not be loaded.',
  retry: 'Try again',
  segments: 'Segments',
  exclusive: 'Segments may not overlap: a stroke clears the others under it.',
  overlapping: 'Segments may overlap.',
  noSegments: 'No segments yet. Add one to draw it.',
  addSegment: 'Add segment',
  newPart: 'New part',
  waits: 'waits for its number',
  readOnly: 'You can look at this segmentation, but not change it.',
  look: 'How it is drawn',
  tool: 'Tool',
  shape: 'Shape of the brush',
  disc: 'Disc',
  sphere: 'Sphere',
  radius: 'Radius',
  onlyValues: 'Only values',
  lowest: 'Lowest value',
  highest: 'Highest value',
  mode: 'What the polygon does',
  polygonHint: 'Click corners and then the first one again, or draw around it.',
  middle: 'Go to its middle',
  empty: 'empty',
  decide: 'Places to decide',
  decideWhy: 'Somebody else drew on the same voxels. Nothing was overwritten.',
  outcomeNote: 'Previews: nothing is changed yet. Stripes are yours, dots theirs. The choice can be undone.',
  show: 'Go to place',
  aside: 'Kept aside by the server',
  asideWhy: 'It is not lost: the server keeps it, and so does this device. Only you and the administrators of the team may read it there.',
} as const;

export const MODE_NAMES: Record<PolygonMode, string> = {
  'fill-inside': 'Fill',
  'erase-inside': 'Erase inside',
  'erase-outside': 'Erase outside',
};

const STATUS: Record<Exclude<MaskStatus, 'none' | 'open'>, string> = {
  opening: 'Opening what was drawn',
  grid: 'What was drawn belongs to other slices than this series has now. It is shown nowhere, and nothing can be drawn.',
  damaged: 'Something that was drawn cannot be read, so it is not known what the segments are. Nothing can be drawn.',
  failed: 'What was drawn could not be opened.',
};

/** Why nothing can be drawn in an open segmentation; null: it can. */
export function statusText(status: MaskStatus): string | null {
  return status === 'open' || status === 'none' ? null : STATUS[status];
}

const REFUSED = {
  'no-room': 'This device is full. Nothing was drawn.',
  locked: 'A locked segment would have changed. Nothing was changed.',
  closed: 'The segmentation was closed. Nothing was drawn.',
  earlier: 'An earlier state is shown. Go back to now to draw.',
  failed: 'It could not be stored on this device. Nothing was drawn.',
  'no-volume': 'The slices of this series make no volume, so this tool cannot be used. Nothing was changed.',
  'no-values': 'This tool needs all values of the series, in full resolution and not in colour. Nothing was changed.',
  'no-place': 'That place is not on the slices of the segmentation, or they differ in size. Nothing was changed.',
  'too-large': 'There are too many voxels for this device to compute with. Nothing was changed.',
  'over-limit': 'The region is larger than its limit. Lower the tolerance, or raise the limit. Nothing was changed.',
  'too-much': 'The result is too large to be stored in one piece. Choose a smaller range. Nothing was changed.',
} as const;

export function refusedText(why: keyof typeof REFUSED): string {
  return REFUSED[why];
}

const ASIDE: Record<AsideReason, string> = {
  access: 'You may not draw there any more.',
  segment: 'Its segment was deleted.',
  grid: 'It was drawn on other slices.',
};

export function asideText(reason: AsideReason): string {
  return ASIDE[reason];
}

/** Slices are drawn on one by one, whatever keeps them from making a volume. */
export function bySliceText(why: NoVolume): string {
  return `${noPlanesText(why)} Draw slice by slice with a disc.`;
}

export const lockedText = (name: string): string => `${name} is locked. Unlock it to draw.`;
export const hiddenText = (name: string): string => `${name} is hidden. Show it to draw.`;
export const sparedText = (voxels: number): string => `${voxelsText(voxels)} of locked segments stayed as they are.`;
export const nameOf = (title: string | null): string => title ?? MASK_TEXTS.newPart;
export const strokesText = (count: number): string => `${count} ${count === 1 ? 'stroke' : 'strokes'}`;
export const onDeviceText = (count: number): string => `${count} on this device`;
export const decideText = (count: number): string => `${count} ${count === 1 ? 'place' : 'places'} to decide`;
export const voxelsText = (count: number): string => `${count} ${count === 1 ? 'voxel' : 'voxels'}`;
export const mlText = (ml: number): string => `${ml < 10 ? ml.toFixed(2) : ml.toFixed(1)} ml`;
