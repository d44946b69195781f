import type { StudyState } from '#contract/entities.ts';
import type { Infer, InferState } from '#contract/infers.ts';
import type { StudyOrder } from '#contract/study-filters.ts';
import type { ApiFailure } from '#api/result.ts';
import { formatBytes, formatCount, formatCountOf, formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the studies list. */
export const TEXTS = {
  title: 'Studies',
  search: 'Search name, ID or description',
  columns: {
    picture: 'Picture',
    modality: 'Modality',
    patient: 'Patient',
    labels: 'Labels',
    folder: 'Folder',
    projects: 'Projects',
    bodyPart: 'Body part',
    studyDate: 'Study date',
    series: 'Series',
    size: 'Size',
    status: 'Status',
    passage: 'Progress',
    created: 'Created',
  },
  /** Filters, under their names in the address. */
  fields: {
    modality: 'Modality',
    body_part: 'Body part',
    filter_id: 'Label',
    project: 'Project',
    folder: 'Folder',
    dataset: 'Dataset',
    segmented: 'Has segmentation',
    finding: 'Quality',
    state: 'Status',
    user: 'Uploaded by',
    date_from: 'Study date from',
    date_to: 'Study date until',
    patient: 'Studies of one patient',
    bupload_id: 'Studies of one upload',
  },
  /** In `Without the modality MR 86 match`. */
  theFilter: {
    search: 'the search',
    modality: 'the modality',
    body_part: 'the body part',
    filter_id: 'the label',
    project: 'the project',
    folder: 'the folder',
    dataset: 'the dataset',
    segmented: 'the filter for segmentations',
    finding: 'the quality',
    state: 'the status',
    user: 'the uploader',
    date_from: 'the date from',
    date_to: 'the date until',
    patient: 'the patient',
    bupload_id: 'the upload',
  },
  yes: 'Yes',
  anyFinding: 'Any warning or error',
  order: 'Order',
  folder: {
    none: 'No folder',
    leave: 'Leave the folder',
    actions: 'Folder actions',
    rename: 'Rename folder',
    name: 'Name',
    nameNeeded: 'A folder needs a name',
    save: 'Save folder',
    remove: 'Delete folder',
    removeWhy: 'Its studies are not deleted. They are in no folder then.',
    keep: 'Keep folder',
    notDeletable: 'Only a team administrator or the person who created it can delete it.',
  },
  views: {
    title: 'View',
    none: 'All studies',
    ofTeam: 'team',
    isOpen: 'open',
    changed: 'View changed',
    saveChanges: 'Save changes',
    saveAs: 'Save view as',
    saved: 'View saved',
    remove: 'Delete view',
    deleted: 'View deleted',
    name: 'Name',
    nameNote: 'Filters, search and order are saved under this name.',
    nameNeeded: 'A view needs a name',
    forTeam: 'For the whole team',
    forTeamNote: 'Every member sees it. It replaces the present view of the team.',
    save: 'Save view',
  },
  selection: {
    label: 'Label',
    project: 'Project',
    folder: 'Folder',
    remove: 'remove',
    export: 'Export',
    exportOriginals: 'Export originals',
    findLabel: 'Find a label',
    findProject: 'Find a project',
    findFolder: 'Find or create a folder',
  },
  cancel: 'Cancel',
  needsServer: 'The server cannot be reached',
  noName: 'No patient name',
  empty: 'No studies yet',
  emptyWhy: 'Studies appear here when their first file is on the server.',
  upload: 'Upload',
  nothingFound: 'No study matches',
  failed: 'The list could not be loaded',
  failedWhy: 'Uploads and studies on this device are not affected.',
  offline: 'This list is not available offline',
  offlineWhy: PAGE_OFFLINE.offlineWhy,
  noPicture: 'No picture',
  detail: {
    /** given (ORG-001). */
    organize: 'Organize',
    studyDate: 'Study date',
    sex: 'Sex',
    bodyPart: 'Body part',
    patient: 'Patient',
    allOfPatient: 'All studies',
    series: 'Series',
    noDescription: 'No description',
    actions: 'Study actions',
    history: 'History',
    openInXr: 'Open in XR',
    downloads: 'Downloads',
    ofStudy: 'Study',
    originals: 'Original DICOM (ZIP)',
    originalsNifti: 'Original files (ZIP)',
    receipt: 'Receipt',
    nifti: 'NIfTI',
    notWhole: 'Some files are not on the server yet.',
    noVolume: 'This series has no volume.',
    otherGrid:
      'The geometry read here differs from what the device read. The server’s geometry is used. Compare the slices and sizes with the original ' +
      'files before you measure or draw. If they differ, upload the series again.',
    offlineDownloads: 'Downloads need the network.',
    failed: 'The study could not be loaded',
    failedWhy: 'No data is lost.',
    gone: 'Study not found',
    goneWhy: 'It was deleted, or it belongs to another team.',
    offline: 'This study is not available offline',
    offlineWhy: 'You are offline, and this study is not on this device. It loads when the network is back.',
  },
  choose: {
    search: 'Search name, ID or description',
    nothing: 'No study matches',
    cancel: 'Cancel',
    needsServer: 'The server cannot be reached',
  },
  patients: 'Patients',
  keptAside: 'Kept aside',
} as const;

/** As the status filter names them. */
export const STATE_TEXTS: Record<StudyState, string> = {
  receiving: 'Receiving',
  proved: 'Verified',
  converting: 'Converting',
  converted: 'Converted',
  error: 'Failed',
};

export const ORDER_TEXTS: Record<StudyOrder, string> = {
  '-created': 'Newest first',
  created: 'Oldest first',
  '-date': 'Latest study date first',
  date: 'Earliest study date first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
};

/** Names no patient. */
export const studyNumberText = (id: number): string => `Study ${id}`;

export const organizeText = (name: string): string => `${TEXTS.detail.organize}: ${name}`;

export const selectText = (name: string): string => `Select ${name}`;

export const createFolderText = (name: string): string => `Create “${name}”`;

export function changedText(changed: number, missing: number): string {
  const gone = missing === 0 ? '' : `. ${formatCountOf(missing, 'study was', 'studies were')} deleted in the meantime`;
  return `${formatCountOf(changed, 'study', 'studies')} changed${gone}`;
}

export function seriesText(series: number): string {
  return formatCountOf(series, 'series', 'series');
}

export function seriesName(series: { seriesNumber: string | number; seriesDescription: string }): string {
  return [String(series.seriesNumber), series.seriesDescription || TEXTS.detail.noDescription].filter((part) => part !== '').join(' ');
}

export const moveUpText = (series: string): string => `Move ${series} up`;

export const moveDownText = (series: string): string => `Move ${series} down`;

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

export const exportTitle = (studies: number): string => `Export the originals of ${formatCountOf(studies, 'study', 'studies')}?`;

export const exportWhy = (studies: number, bytes: number): string =>
  `${formatCountOf(studies, 'ZIP file', 'ZIP files')} with ${formatBytes(bytes)} in total. The browser may ask whether this page can download several files.`;

export const downloadingText = (started: number, wanted: number): string =>
  `${formatCount(started)} of ${formatCountOf(wanted, 'download', 'downloads')} started`;

export const downloadsStartedText = (started: number): string => `${formatCountOf(started, 'download', 'downloads')} started`;

/** With the reason of the first that failed. */
export function downloadsFailedText({ started, wanted, failure }: { started: number; wanted: number; failure: ApiFailure }): string {
  return `${downloadingText(started, wanted)}. ${downloadFailedText(failure)}`;
}

export function downloadFailedText(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The download could not start: the server cannot be reached.';
  if (failure.kind === 'refused' && failure.code === 'series_incomplete') return `The download could not start. ${TEXTS.detail.notWhole}`;
  return `The download could not start: ${failure.status}.`;
}
