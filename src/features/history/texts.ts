import { failureStatus } from '#api/failure-status.ts';
import type { UploadRow } from '#contract/entities.ts';
import { patientNameToText } from '#model/patient-name.ts';
import { formatCount, formatCountOf, formatDuration, formatTime } from '#ui/format.ts';

/** Words of the upload history. */
export const TEXTS = {
  title: 'Upload history',
  reload: 'Reload',
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
    status: 'Status and files proved',
  },
  noName: 'No patient name',
  noStudies: 'No studies yet',
  openStudies: 'Open its studies',
  acts: 'Receipt',
  receipt: 'Download receipt',
  noReceipt: 'The server did not give the receipt. Only who sent an upload gets it.',
  receiptOffline: 'The receipt comes from the server, which is away.',
  empty: 'No uploads yet',
  emptyWhy: 'An upload is listed here as soon as it reaches the server.',
  upload: 'Upload',
  nothingFound: 'No upload matches',
  clearFilters: 'Clear filters',
  failed: 'The history could not be read',
  failedWhy: 'Uploads on this device go on all the same.',
  offline: 'This page was not opened before',
  offlineWhy: 'The network is away and the page is not on this device. It is read as soon as the network is back.',
} as const;

export function asOfText(at: number): string {
  return `list as of ${formatTime(at, { seconds: false })}`;
}

export function provedText(proved: number, files: number): string {
  return `${formatCount(proved)} of ${formatCount(files)}`;
}

export function searchedText(search: string): string {
  return `“${search}”`;
}

export function failedSeriesText(errors: number): string {
  return `${formatCountOf(errors, 'series', 'series')} failed`;
}

export function tookText(seconds: number): string {
  return seconds < 1 ? '< 1\u00a0s' : formatDuration(seconds);
}

/** The patient of the first study and how many more there are; who may not see patients gets the beginning of the session. */
export function uploadNameTexts({ name, studies, session }: Pick<UploadRow, 'name' | 'studies' | 'session'>): {
  name: string;
  more: string;
  isCode: boolean;
} {
  if (name === null) return { name: studies === 0 ? TEXTS.noStudies : session.slice(0, 8), more: '', isCode: studies > 0 };
  return { name: patientNameToText(name) || TEXTS.noName, more: studies > 1 ? `and ${formatCount(studies - 1)} more` : '', isCode: false };
}

/** What failed, with the server's code where it gave one. */
export function failedText(error: unknown): string {
  const status = failureStatus(error);
  return status === undefined ? TEXTS.failed : `${TEXTS.failed}: ${status}`;
}
