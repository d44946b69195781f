import type { UploadRow } from '#contract/entities.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatCount, formatCountOf, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the upload history. */
export const TEXTS = {
  title: 'Upload history',
  search: 'Search name or session',
  byMe: 'By me',
  status: 'Status',
  anyStatus: 'Any status',
  columns: {
    started: 'Started',
    upload: 'Upload',
    by: 'By',
    studies: 'Studies',
    files: 'Files',
    size: 'Size',
    took: 'Took',
    rate: 'Mean rate',
    status: 'Status and verified files',
  },
  noName: 'No patient name',
  noStudies: 'No studies yet',
  openStudies: 'Open its studies',
  actions: 'Receipt',
  receipt: 'Download receipt',
  noReceipt: 'The receipt is not available. Only the sender of an upload can download it.',
  receiptOffline: 'The server cannot be reached.',
  empty: 'No uploads yet',
  emptyWhy: 'An upload is listed here as soon as it reaches the server.',
  upload: 'Upload',
  nothingFound: 'No upload matches',
  failed: 'The history could not be loaded',
  failedWhy: 'Uploads on this device continue.',
  ...PAGE_OFFLINE,
} as const;

export function provedText(proved: number, files: number): string {
  return `${formatCount(proved)} of ${formatCount(files)}`;
}

export function failedSeriesText(errors: number): string {
  return `${formatCountOf(errors, 'series', 'series')} failed`;
}

export function tookText(seconds: number): string {
  return seconds < 1 ? '< 1\u00a0s' : formatDuration(seconds);
}

/** The patient of the first study and the number of the others; users who may not see patients get the start of the session id. */
export function uploadNameTexts({ name, studies, session }: Pick<UploadRow, 'name' | 'studies' | 'session'>): {
  name: string;
  more: string;
  isCode: boolean;
} {
  if (name === null) return { name: studies === 0 ? TEXTS.noStudies : session.slice(0, 8), more: '', isCode: studies > 0 };
  return { name: patientNameToText(name) || TEXTS.noName, more: studies > 1 ? `and ${formatCount(studies - 1)} more` : '', isCode: false };
}
