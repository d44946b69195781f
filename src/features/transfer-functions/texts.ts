import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { TransferFunction, TransferUnit } from '#contract/transfer-functions.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the pages of transfer functions. */
export const TEXTS = {
  /** given (SIDE-23). */
  transferFunctions: 'Transfer functions',
  search: 'Search name',
  newFunction: 'New transfer function',
  /** Beside the title of the list, where the longer one does not fit on a phone. */
  newShort: 'New function',
  columns: { name: 'Name', colours: 'Colours', values: 'Values', default: 'Default of', origin: 'Origin' },
  shipped: 'Shipped',
  nothingFound: 'No transfer function matches',
  empty: 'No transfer functions',
  emptyWhy: 'They give the values of a series colours and opacity.',
  failed: 'The transfer functions could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  notFound: 'Transfer function not found',
  notFoundWhy: 'It may have been deleted.',
  shippedWhy: 'Came with the product. It cannot be changed. Copy it to make your own.',
  /** Form. */
  name: 'Name',
  unit: 'Unit of the values',
  unitNote: 'Percent: 0 is the 1st and 100 the 99th percentile of the series. Use it where values have no fixed meaning, as in MR.',
  modality: 'Default of',
  modalityNote: 'Series of this modality open with it. A modality has one default in a team.',
  noModality: 'No modality',
  curve: 'Curve',
  curveNote:
    'Drag a point, or move it with the arrow keys: left and right change the value, up and down the opacity. Shift moves ten times as far.',
  points: 'Points',
  point: 'Point',
  value: 'Value',
  colour: 'Colour',
  opacity: 'Opacity, %',
  addPoint: 'Add point',
  removePoint: 'Remove point',
  needed: 'This field is required',
  valueWrong: 'Enter a number',
  percentWrong: 'Enter a number from 0 to 100',
  notIncreasing: 'Values must increase from row to row',
  save: 'Save transfer function',
  create: 'Create transfer function',
  cancel: 'Cancel',
  copy: 'Copy',
  delete: 'Delete transfer function',
  deleteWhy: 'Viewers that use it go back to grayscale. This cannot be undone.',
  keep: 'Keep transfer function',
  notDeletable: 'Only a team administrator or the person who created it can delete it.',
  /** Histogram. */
  chooseSeries: 'Show values of a series',
  otherSeries: 'Show another series',
  hideSeries: 'Hide values',
  findStudy: 'Search studies',
  studies: 'Studies',
  series: 'Series',
  noStudy: 'No study matches',
  noSeries: 'This study has no series that can be read.',
  counting: 'Counting values',
  notCounted: 'The values of this series could not be read.',
  studiesFailed: 'The studies could not be loaded.',
} as const;

export const UNITS: readonly { value: TransferUnit; label: string }[] = [
  { value: 'value', label: 'As stored (HU for CT)' },
  { value: 'percent', label: 'Percent' },
];

export const originText = ({ shipped, created_by: by }: TransferFunction): string => (shipped ? TEXTS.shipped : (by ?? ''));

/** `-150 to 1800`, or in percent. */
export function rangeText({ unit, points }: Pick<TransferFunction, 'unit' | 'points'>): string {
  const range = `${signed(points[0]!.value)} to ${signed(points.at(-1)!.value)}`;
  return unit === 'percent' ? `${range} %` : range;
}

const signed = (value: number): string => String(value).replace('-', '\u2212');

export const copyName = (name: string): string => `Copy of ${name}`.slice(0, 100);

export const pointText = (index: number, value: string, opacity: string): string =>
  `${TEXTS.point} ${index + 1}, value ${value}, opacity ${opacity} %`;

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: TEXTS.notDeletable,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? `A team can have at most ${failure.limit.max} transfer functions. Delete one first.`
        : undefined,
  });
