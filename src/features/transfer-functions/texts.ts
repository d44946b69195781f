import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { TransferFunction, TransferUnit } from '#contract/transfer-functions.ts';
import { t } from '#language/t.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import { numberText } from './chart-range.ts';

/** Texts of the pages of transfer functions. */
export const TEXTS = {
  /** given (SIDE-23). */
  transferFunctions: t('Transfer functions'),
  search: t('Search name'),
  newFunction: t('New transfer function'),
  /** Beside the title of the list, where the longer one does not fit on a phone. */
  newShort: t('New function'),
  columns: { name: t('Name'), colours: t('Colours'), values: t('Values'), default: t('Default of'), origin: t('Origin') },
  shipped: t('Shipped'),
  nothingFound: t('No transfer function matches'),
  empty: t('No transfer functions'),
  emptyWhy: t('They give the values of a series colours and opacity.'),
  failed: t('The transfer functions could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  notFound: t('Transfer function not found'),
  notFoundWhy: t('It may have been deleted.'),
  shippedWhy: t('Came with the product. It cannot be changed. Copy it to make your own.'),
  /** Form. */
  name: t('Name'),
  unit: t('Unit of the values'),
  unitNote: t('Percent: 0 is the 1st and 100 the 99th percentile of the series. Use it where values have no fixed meaning, as in MR.'),
  modality: t('Default of'),
  modalityNote: t('Series of this modality open with it. A modality has one default in a team.'),
  noModality: t('No modality'),
  curve: t('Curve'),
  curveNote: t(
    'Drag a point, or move it with the arrow keys: left and right change the value, up and down the opacity. Shift moves ten times as far.',
  ),
  points: t('Points'),
  point: t('Point'),
  value: t('Value'),
  colour: t('Colour'),
  opacity: t('Opacity, %'),
  addPoint: t('Add point'),
  removePoint: t('Remove point'),
  needed: t('This field is required'),
  valueWrong: t('Enter a number'),
  percentWrong: t('Enter a number from 0 to 100'),
  notIncreasing: t('Values must increase from row to row'),
  save: t('Save transfer function'),
  create: t('Create transfer function'),
  cancel: t('Cancel'),
  copy: t('Copy'),
  delete: t('Delete transfer function'),
  deleteWhy: t('Viewers that use it go back to grayscale. This cannot be undone.'),
  keep: t('Keep transfer function'),
  notDeletable: t('Only a team administrator or the person who created it can delete it.'),
  /** Histogram. */
  chooseSeries: t('Show values of a series'),
  otherSeries: t('Show another series'),
  hideSeries: t('Hide values'),
  findStudy: t('Search studies'),
  studies: t('Studies'),
  series: t('Series'),
  noStudy: t('No study matches'),
  noSeries: t('This study has no series that can be read.'),
  counting: t('Counting values'),
  notCounted: t('The values of this series could not be read.'),
  studiesFailed: t('The studies could not be loaded.'),
} as const;

export const UNITS: readonly { value: TransferUnit; label: string }[] = [
  { value: 'value', label: t('As stored (HU for CT)') },
  { value: 'percent', label: t('Percent') },
];

export const originText = ({ shipped, created_by: by }: TransferFunction): string => (shipped ? TEXTS.shipped : (by ?? ''));

/** `-150 to 1800`, or in percent. */
export function rangeText({ unit, points }: Pick<TransferFunction, 'unit' | 'points'>): string {
  const range = t('{low} to {high}', { low: numberText(points[0]!.value), high: numberText(points.at(-1)!.value) });
  return unit === 'percent' ? `${range} %` : range;
}

/** It is stored, so in English. */
export const copyName = (name: string): string => `Copy of ${name}`.slice(0, 100);
export const deleteTitle = (name: string): string => t('Delete transfer function “{name}”?', { name });
export const defaultText = (modality: string): string => t('Default of {modality}', { modality });

export const pointText = (index: number, value: string, opacity: string): string =>
  t('Point {number}, value {value}, opacity {opacity} %', { number: index + 1, value, opacity });

/** Names of the fields and buttons of a point. */
export const POINT_TEXTS = {
  value: (index: number) => t('Value, point {number}', { number: index + 1 }),
  colour: (index: number) => t('Colour, point {number}', { number: index + 1 }),
  opacity: (index: number) => t('Opacity, %, point {number}', { number: index + 1 }),
  remove: (index: number) => t('Remove point {number}', { number: index + 1 }),
} as const;

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: TEXTS.notDeletable,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? t('A team can have at most {max} transfer functions. Delete one first.', { max: failure.limit.max })
        : undefined,
  });
