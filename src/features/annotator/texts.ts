import type { NoPlanes } from '#workers/voxels/types.ts';

export const TEXTS = {
  name: 'Annotator',
  study: 'Study',
  series: 'Series',
  layout: 'Layout',
  keys: 'Keys',
  back: 'Studies',
  tools: 'Tools',
  panel: 'Segments, view, measure and tags',
  emptyPane: 'Drag a series here, or choose one from the list.',
  reading: 'Reading slices',
  failed: 'This series could not be opened.',
  valueWaits: 'Value waits for the full resolution',
  notForDiagnosis: 'not for diagnosis',
  noImages: 'This study has no images that can be shown.',
  imagesComing: 'The images of this study are still arriving. They open here as soon as the server has read them.',
  loading: 'Loading the study',
  gone: 'This study does not exist',
  goneWhy: 'It may have been deleted, or it belongs to another team.',
  unloaded: 'The study could not be loaded',
  unloadedWhy: 'The server answered with an error.',
  offline: 'This study is not on this device',
  offlineWhy: 'The server cannot be reached. Pin a study to keep it on the device for work without a network.',
  noDescription: 'no description',
  noName: 'No patient name',
} as const;

const WHY_NO_PLANES: Record<NoPlanes, string> = {
  'single-slice': 'There is only one slice.',
  'no-position': 'The header gives no position of the slices.',
  mosaic: 'The slices are tiles of one image.',
  size: 'Slices differ in their size.',
  spacing: 'Slices differ in their pixel spacing.',
  orientation: 'Slices differ in their orientation.',
  'frame-of-reference': 'Slices differ in their frame of reference.',
  repeated: 'Several slices share a position, as in a series over time.',
  gap: 'The distances between slices differ. A slice may be missing.',
  shifted: 'The slices do not lie in a straight row.',
  missing: 'Some slices could not be read.',
  'too-large': 'The series is too large for the memory of this device.',
  colour: 'The series is in colour.',
  values: 'Slices differ in the kind of their values.',
  order: 'The slices are not in the order of their positions.',
};

/** Why planes through a series cannot be shown. */
export function noPlanesText(reason: NoPlanes): string {
  return WHY_NO_PLANES[reason];
}

export function seriesName({ seriesNumber, seriesDescription }: { seriesNumber: string | number; seriesDescription: string }): string {
  return [String(seriesNumber), seriesDescription || TEXTS.noDescription].filter((part) => part !== '').join(' · ');
}

export function sliceText(slice: number, slices: number): string {
  return `${slice} / ${slices}`;
}

/** A date of DICOM, as radiologists write it: 07.07.2011. */
export function dateText(date: string): string {
  const parts = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(date.trim());
  return parts === null ? date : `${parts[3]}.${parts[2]}.${parts[1]}`;
}
