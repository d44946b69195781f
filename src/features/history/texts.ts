import { failureStatus } from '#api/failure-status.ts';
import { formatCount, formatTime } from '#ui/format.ts';

/** Words of the upload history. */
export const TEXTS = {
  title: 'Upload history',
  reload: 'Reload',
  columns: {
    started: 'Started',
    by: 'By',
    studies: 'Studies',
    series: 'Series',
    size: 'Size',
    status: 'Status and files proved',
    errors: 'Errors',
  },
  openStudies: 'Open its studies',
  acts: 'Receipt and studies',
  receipt: 'Download receipt',
  noReceipt: 'The server did not give the receipt. Only who sent an upload gets it.',
  empty: 'No uploads yet',
  emptyWhy: 'An upload is listed here as soon as it reaches the server.',
  upload: 'Upload',
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

/** What failed, with the server's code where it gave one. */
export function failedText(error: unknown): string {
  const status = failureStatus(error);
  return status === undefined ? TEXTS.failed : `${TEXTS.failed}: ${status}`;
}
