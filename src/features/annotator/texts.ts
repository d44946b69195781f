import { inContext, t } from '#language/t.ts';
import type { NoPlanes } from '#workers/voxels/types.ts';

export const TEXTS = {
  name: t('Annotator'),
  study: t('Study'),
  series: inContext('plural', 'Series'),
  layout: t('Layout'),
  keys: inContext('keyboard', 'Keys'),
  back: t('Studies'),
  tools: t('Tools'),
  panel: t('Segments, view, measure and tags'),
  emptyPane: t('Drag a series here, or choose one from the list.'),
  reading: t('Reading slices'),
  failed: t('This series could not be opened.'),
  valueWaits: t('Value waits for the full resolution'),
  notForDiagnosis: t('not for diagnosis'),
  noImages: t('This study has no images that can be shown.'),
  imagesComing: t('The images of this study are still arriving. They open here as soon as the server has read them.'),
  loading: t('Loading the study'),
  gone: t('This study does not exist'),
  goneWhy: t('It may have been deleted, or it belongs to another team.'),
  unloaded: t('The study could not be loaded'),
  unloadedWhy: t('The server answered with an error.'),
  offline: t('This study is not on this device'),
  offlineWhy: t('The server cannot be reached. Pin a study to keep it on the device for work without a network.'),
  noDescription: t('no description'),
  noName: t('No patient name'),
} as const;

const WHY_NO_PLANES: Record<NoPlanes, string> = {
  'single-slice': t('There is only one slice.'),
  'no-position': t('The header gives no position of the slices.'),
  mosaic: t('The slices are tiles of one image.'),
  size: t('Slices differ in their size.'),
  spacing: t('Slices differ in their pixel spacing.'),
  orientation: t('Slices differ in their orientation.'),
  'frame-of-reference': t('Slices differ in their frame of reference.'),
  repeated: t('Several slices share a position, as in a series over time.'),
  gap: t('The distances between slices differ. A slice may be missing.'),
  shifted: t('The slices do not lie in a straight row.'),
  missing: t('Some slices could not be read.'),
  'too-large': t('The series is too large for the memory of this device.'),
  colour: t('The series is in colour.'),
  values: t('Slices differ in the kind of their values.'),
  order: t('The slices are not in the order of their positions.'),
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
