import type { LesionKind, LesionState, Response } from '#contract/lesions.ts';
import type { NotMeasured } from '#model/lesions/follow-up-table.ts';
import type { NonTargetResponse } from '#model/lesions/recist.ts';

export const FOLLOW_UP_TEXTS = {
  tab: 'Follow-up',
  panel: 'Lesions of the patient',
  add: 'Lesion',
  addLong: 'Add a lesion',
  none: 'No lesions yet',
  noneWhy: 'Measure a lesion here and on the earlier study, and add it: its diameters stand side by side, with what RECIST 1.1 gives.',
  loading: 'Loading lesions',
  failed: 'The lesions could not be loaded',
  failedWhy: 'What you measure and link is kept on this device.',
  offline: 'The lesions of this patient are not on this device',
  offlineWhy: 'The server cannot be reached. What you link now is kept here and sent later.',
  unit: 'mm, longest',
  sum: 'Sum',
  sincePrior: 'since prior',
  title: 'Title',
  kind: 'Kind',
  organ: 'Organ',
  node: 'Lymph node (short axis)',
  inStudy: 'In this study',
  delete: 'Delete the lesion',
  save: 'Add',
  cancel: 'Cancel',
  edit: 'Edit',
  unlink: 'Unlink',
  needsMeasurement: 'Draw or choose a length, or a bidirectional measurement.',
  suggests: 'RECIST 1.1 suggests',
  isBaseline: 'This study is the baseline: there is nothing to compare yet.',
  laterBaseline: 'The baseline that was chosen is a later study: there is nothing to compare.',
  baseline: 'Baseline',
  noDate: 'No date',
  firstBaseline: 'First with a lesion',
  accept: 'Accept',
  change: 'Change',
  goesOut: 'Table goes out as',
  exportFailed: 'The table could not be exported.',
  storeFailed: 'The change could not be stored on this device.',
  unknownAuthor: 'Deleted account',
  waits: 'Waits for the server',
} as const;

export const KIND_TEXTS: Record<LesionKind, string> = { target: 'Target', 'non-target': 'Non-target', new: 'New' };

export const KIND_HEADINGS: Record<LesionKind, string> = {
  target: 'Target lesions',
  'non-target': 'Non-target lesions',
  new: 'New lesions',
};

export const STATE_TEXTS: Record<LesionState, string> = { present: 'present', absent: 'absent', progression: 'progression' };

export const RESPONSE_TEXTS: Record<Response, string> = {
  complete: 'Complete response',
  partial: 'Partial response',
  stable: 'Stable disease',
  progressive: 'Progressive disease',
  'non-complete': 'Non-CR / non-PD',
  'not-evaluable': 'Not evaluable',
};

export const NON_TARGET_TEXTS: Record<NonTargetResponse, string> = {
  complete: 'gone',
  'non-complete': 'still there',
  progressive: 'unequivocal progression',
  'not-evaluable': 'not all evaluated',
};

export const NOT_MEASURED_TEXTS: Record<NotMeasured, string> = {
  nothing: 'Not measured',
  gone: 'The measurement was deleted, or has not arrived',
  loading: 'Loading',
  pixels: 'In pixels, so not compared',
  detector: 'On the detector, so not compared',
  'no-diameter': 'No diameter',
};

/** With the minus sign of typography. */
export function percentText(percent: number | null): string {
  if (percent === null) return '–';
  const sign = percent > 0 ? '+' : percent < 0 ? '\u2212' : '';
  return `${sign}${Math.abs(percent)} %`;
}

export const mmText = (mm: number): string => mm.toFixed(1);

/** 09.12.25, of a date as in DICOM. */
export function shortDateText(date: string): string {
  const parts = /^\d{2}(\d{2})\.?(\d{2})\.?(\d{2})$/.exec(date.trim());
  return parts === null ? date || 'no date' : `${parts[3]}.${parts[2]}.${parts[1]}`;
}
