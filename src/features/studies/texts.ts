import { failureStatus } from '#api/failure-status.ts';
import { formatCount, formatCountOf, formatTime } from '#ui/format.ts';

/** Words of the studies list. */
export const TEXTS = {
  title: 'Studies',
  search: 'Search patient name',
  reload: 'Reload',
  columns: {
    patient: 'Patient',
    bodyPart: 'Body part',
    series: 'Series',
    files: 'Files',
    size: 'Size',
    status: 'Status',
    created: 'Created',
  },
  noName: 'No patient name',
  empty: 'No studies yet',
  emptyWhy: 'Studies appear here as soon as their first file is on the server.',
  upload: 'Upload',
  nothingFound: 'No study matches',
  clearFilters: 'Clear filters',
  failed: 'The list could not be read',
  failedWhy: 'Uploads and studies on this device are not touched by it.',
  offline: 'This list was not opened before',
  offlineWhy: 'The network is away and the page is not on this device. It is read as soon as the network is back.',
  ofOneUpload: 'Studies of one upload',
  allStudies: 'Show all studies',
} as const;

export function asOfText(at: number): string {
  return `list as of ${formatTime(at, { seconds: false })}`;
}

export function searchedText(search: string): string {
  return `Patient name “${search}”`;
}

export function provedFilesText(proved: number, files: number): string {
  return proved === files ? formatCount(files) : `${formatCount(proved)} of ${formatCount(files)}`;
}

export function seriesText(series: number): string {
  return formatCountOf(series, 'series', 'series');
}

/** What failed, with the server's code where it gave one. */
export function failedText(error: unknown): string {
  const status = failureStatus(error);
  return status === undefined ? TEXTS.failed : `${TEXTS.failed}: ${status}`;
}
