import type { Infer, InferState } from '#contract/infers.ts';
import type { ApiFailure } from '#api/result.ts';
import { formatCount, formatCountOf, formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the studies list. */
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
  emptyWhy: 'Studies appear here when their first file is on the server.',
  upload: 'Upload',
  nothingFound: 'No study matches',
  clearFilters: 'Clear filters',
  failed: 'The list could not be loaded',
  failedWhy: 'Uploads and studies on this device are not affected.',
  offline: 'This list is not available offline',
  offlineWhy: PAGE_OFFLINE.offlineWhy,
  ofOneUpload: 'Studies of one upload',
  ofOneLabel: 'Studies with one label',
  ofOneProject: 'Studies of one project',
  noPicture: 'No picture',
  detail: {
    studyDate: 'Study date',
    sex: 'Sex',
    bodyPart: 'Body part',
    patient: 'Patient',
    allOfPatient: 'All studies',
    series: 'Series',
    noDescription: 'No description',
    actions: 'Study actions',
    history: 'History',
    downloads: 'Downloads',
    ofStudy: 'Study',
    originals: 'Original DICOM (ZIP)',
    originalsNifti: 'Original files (ZIP)',
    receipt: 'Receipt',
    nifti: 'NIfTI',
    notWhole: 'Some files are not on the server yet.',
    noVolume: 'This series has no volume.',
    offlineDownloads: 'Downloads need the network.',
    failed: 'The study could not be loaded',
    failedWhy: 'No data is lost.',
    gone: 'Study not found',
    goneWhy: 'It was deleted, or it belongs to another team.',
    offline: 'This study is not available offline',
    offlineWhy: 'You are offline, and this study is not on this device. It loads when the network is back.',
  },
  allStudies: 'Show all studies',
  patients: 'Patients',
} as const;

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
  running: 'being processed by an AI worker',
  done: 'processed by an AI worker',
  failed: 'failed on an AI worker',
};

/** A line for each state that some of the models are in. */
export function inferTexts(infers: readonly Infer[]): string[] {
  const byState = Map.groupBy(infers, ({ state }) => state);
  return [...byState].map(([state, own]) => `${own.map(({ model }) => model).join(', ')}: ${INFER_WORDS[state]}`);
}

/** `320 × 320 × 24`, in voxels. */
export function dimsText(dims: readonly number[] | null): string | null {
  return dims === null ? null : dims.join(' × ');
}

export function provedIdenticalText(proved: number, files: number): string {
  return `${formatCount(proved)} of ${formatCountOf(files, 'file', 'files')} verified`;
}

export function studyAsOfText(at: number): string {
  return `study as of ${formatDateTime(at, { seconds: false })}`;
}

/** `20240131` → `31.01.2024`; an invalid date is unchanged. */
export function studyDateText(date: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? [];
  return day === undefined ? date : `${day}.${month}.${year}`;
}

export function downloadFailedText(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The download could not start: the server cannot be reached.';
  if (failure.kind === 'refused' && failure.code === 'series_incomplete') return `The download could not start. ${TEXTS.detail.notWhole}`;
  return `The download could not start: ${failure.status}.`;
}
