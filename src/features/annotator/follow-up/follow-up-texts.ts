import type { LesionKind, LesionState, Response } from '#contract/lesions.ts';
import { t } from '#language/t.ts';
import type { NotMeasured } from '#model/lesions/follow-up-table.ts';
import type { NonTargetResponse } from '#model/lesions/recist.ts';
import { formatDecimal } from '#ui/format.ts';

export const FOLLOW_UP_TEXTS = {
  tab: t('Follow-up'),
  panel: t('Lesions of the patient'),
  add: t('Lesion'),
  addLong: t('Add a lesion'),
  none: t('No lesions yet'),
  noneWhy: t('Measure a lesion here and on the earlier study, and add it: its diameters stand side by side, with what RECIST 1.1 gives.'),
  loading: t('Loading lesions'),
  failed: t('The lesions could not be loaded'),
  failedWhy: t('What you measure and link is kept on this device.'),
  offline: t('The lesions of this patient are not on this device'),
  offlineWhy: t('The server cannot be reached. What you link now is kept here and sent later.'),
  unit: t('mm, longest'),
  sum: t('Sum'),
  sincePrior: t('since prior'),
  title: t('Title'),
  kind: t('Kind'),
  organ: t('Organ'),
  node: t('Lymph node (short axis)'),
  inStudy: t('In this study'),
  delete: t('Delete the lesion'),
  save: t('Add'),
  cancel: t('Cancel'),
  edit: t('Edit'),
  unlink: t('Unlink'),
  needsMeasurement: t('Draw or choose a length, or a bidirectional measurement.'),
  suggests: t('RECIST 1.1 suggests'),
  isBaseline: t('This study is the baseline: there is nothing to compare yet.'),
  laterBaseline: t('The baseline that was chosen is a later study: there is nothing to compare.'),
  baseline: t('Baseline'),
  noDate: t('No date'),
  firstBaseline: t('First with a lesion'),
  accept: t('Accept'),
  change: t('Change'),
  goesOut: t('Table goes out as'),
  exportFailed: t('The table could not be exported.'),
  storeFailed: t('The change could not be stored on this device.'),
  unknownAuthor: t('Deleted account'),
  waits: t('Waits for the server'),
  /** Beside other facts. */
  waitsToo: t('waits for the server'),
} as const;

export const KIND_TEXTS: Record<LesionKind, string> = { target: t('Target'), 'non-target': t('Non-target'), new: t('New') };

export const KIND_HEADINGS: Record<LesionKind, string> = {
  target: t('Target lesions'),
  'non-target': t('Non-target lesions'),
  new: t('New lesions'),
};

export const STATE_TEXTS: Record<LesionState, string> = { present: t('present'), absent: t('absent'), progression: t('progression') };

export const RESPONSE_TEXTS: Record<Response, string> = {
  complete: t('Complete response'),
  partial: t('Partial response'),
  stable: t('Stable disease'),
  progressive: t('Progressive disease'),
  'non-complete': t('Non-CR / non-PD'),
  'not-evaluable': t('Not evaluable'),
};

/** Where somebody has decided otherwise. */
export const SUGGESTED_TEXTS: Record<Response, string> = {
  complete: t('suggested was complete response'),
  partial: t('suggested was partial response'),
  stable: t('suggested was stable disease'),
  progressive: t('suggested was progressive disease'),
  'non-complete': t('suggested was non-cr / non-pd'),
  'not-evaluable': t('suggested was not evaluable'),
};

export const NON_TARGET_TEXTS: Record<NonTargetResponse, string> = {
  complete: t('gone'),
  'non-complete': t('still there'),
  progressive: t('unequivocal progression'),
  'not-evaluable': t('not all evaluated'),
};

export const NOT_MEASURED_TEXTS: Record<NotMeasured, string> = {
  nothing: t('Not measured'),
  gone: t('The measurement was deleted, or has not arrived'),
  loading: t('Loading'),
  pixels: t('In pixels, so not compared'),
  detector: t('On the detector, so not compared'),
  'no-diameter': t('No diameter'),
};

/** With the minus sign of typography. */
export function percentText(percent: number | null): string {
  if (percent === null) return '–';
  const sign = percent > 0 ? '+' : percent < 0 ? '\u2212' : '';
  return `${sign}${Math.abs(percent)} %`;
}

export const mmText = (mm: number): string => formatDecimal(mm, 1);

/** 09.12.25, of a date as in DICOM. */
export function shortDateText(date: string): string {
  const parts = /^\d{2}(\d{2})\.?(\d{2})\.?(\d{2})$/.exec(date.trim());
  return parts === null ? date || t('no date') : `${parts[3]}.${parts[2]}.${parts[1]}`;
}
