import { failureStatus } from '#api/failure-status.ts';
import type { Infer, InferState } from '#contract/infers.ts';
import type { ApiFailure } from '#api/result.ts';
import { formatCount, formatCountOf, formatDateTime, formatTime } from '#ui/format.ts';

/** Words of the studies list. */
export const TEXTS = {
  title: 'Studies',
  search: 'Search name, ID or description',
  reload: 'Reload',
  columns: {
    patient: 'Patient',
    labels: 'Labels',
    bodyPart: 'Body part',
    series: 'Series',
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
  ofOneLabel: 'Studies with one label',
  ofOneProject: 'Studies of one project',
  noPicture: 'No picture',
  detail: {
    studyDate: 'Study date',
    sex: 'Sex',
    bodyPart: 'Body part',
    series: 'Series',
    noDescription: 'No description',
    downloads: 'Downloads',
    ofStudy: 'Study',
    originals: 'Original DICOM as zip',
    originalsNifti: 'Original files as zip',
    receipt: 'Receipt',
    nifti: 'NIfTI',
    notWhole: 'Not every file is on the server yet.',
    noVolume: 'No volume was made of this series.',
    offlineDownloads: 'Downloads need the network.',
    failed: 'The study could not be read',
    failedWhy: 'Nothing of it is lost.',
    gone: 'There is no such study',
    goneWhy: 'It was cleared, or it belongs to another team.',
    offline: 'This study was not opened before',
    offlineWhy: 'The network is away and the study is not on this device. It is read as soon as the network is back.',
  },
  allStudies: 'Show all studies',
} as const;

export function asOfText(at: number): string {
  return `list as of ${formatTime(at, { seconds: false })}`;
}

export function searchedText(search: string): string {
  return `“${search}”`;
}

export function seriesText(series: number): string {
  return formatCountOf(series, 'series', 'series');
}

export function seriesName(series: { seriesNumber: string | number; seriesDescription: string }): string {
  return [String(series.seriesNumber), series.seriesDescription || TEXTS.detail.noDescription].filter((part) => part !== '').join(' ');
}

export function imagesText(images: number): string {
  return formatCountOf(images, 'image', 'images');
}

const INFER_WORDS: Record<InferState, string> = {
  queued: 'waiting for an AI worker',
  running: 'an AI worker looks at it',
  done: 'done by an AI worker',
  failed: 'failed at an AI worker',
};

/** A line for each state in which some of the models are. */
export function inferTexts(infers: readonly Infer[]): string[] {
  const byState = Map.groupBy(infers, ({ state }) => state);
  return [...byState].map(([state, own]) => `${own.map(({ model }) => model).join(', ')}: ${INFER_WORDS[state]}`);
}

/** `320 × 320 × 24`, in voxels. */
export function dimsText(dims: readonly number[] | null): string | null {
  return dims === null ? null : dims.join(' × ');
}

export function provedIdenticalText(proved: number, files: number): string {
  return `${formatCount(proved)} of ${formatCountOf(files, 'file', 'files')} proved identical`;
}

export function studyAsOfText(at: number): string {
  return `study as of ${formatDateTime(at, { seconds: false })}`;
}

/** `20240131` → `31.01.2024`; what is no date stays as it was written. */
export function studyDateText(date: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? [];
  return day === undefined ? date : `${day}.${month}.${year}`;
}

export function downloadFailedText(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The download could not begin: the server is not reached.';
  if (failure.kind === 'refused' && failure.code === 'series_incomplete') return `The download could not begin. ${TEXTS.detail.notWhole}`;
  return `The download could not begin: ${failure.status}.`;
}

/** What failed, with the server's code where it gave one. */
export function failedText(error: unknown): string {
  const status = failureStatus(error);
  return status === undefined ? TEXTS.failed : `${TEXTS.failed}: ${status}`;
}
