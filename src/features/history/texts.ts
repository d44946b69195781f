import type { UploadRow } from '#contract/entities.ts';
import { inContext, t } from '#language/t.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatCount, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the upload history. */
export const TEXTS = {
  title: t('Upload history'),
  search: t('Search name or session'),
  byMe: t('By me'),
  status: t('Status'),
  anyStatus: t('Any status'),
  columns: {
    started: t('Started'),
    upload: inContext('noun', 'Upload'),
    by: t('By'),
    studies: t('Studies'),
    files: t('Files'),
    size: t('Size'),
    took: t('Took'),
    rate: t('Mean rate'),
    status: t('Status and verified files'),
  },
  noName: t('No patient name'),
  noStudies: t('No studies yet'),
  openStudies: t('Open its studies'),
  actions: t('Receipt'),
  receipt: t('Download receipt'),
  noReceipt: t('The receipt is not available. Only the sender of an upload can download it.'),
  receiptOffline: t('The server cannot be reached.'),
  empty: t('No uploads yet'),
  emptyWhy: t('An upload is listed here as soon as it reaches the server.'),
  upload: inContext('verb', 'Upload'),
  nothingFound: t('No upload matches'),
  failed: t('The history could not be loaded'),
  failedWhy: t('Uploads on this device continue.'),
  ...PAGE_OFFLINE,
} as const;

export function provedText(proved: number, files: number): string {
  return t('{count} of {total}', { count: formatCount(proved), total: formatCount(files) });
}

export function failedSeriesText(errors: number): string {
  return t('{errors, plural, one {# series} other {# series}} failed', { errors });
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
  return {
    name: patientNameToText(name) || TEXTS.noName,
    more: studies > 1 ? t('and {count} more', { count: formatCount(studies - 1) }) : '',
    isCode: false,
  };
}
