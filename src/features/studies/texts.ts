import type { StudyState } from '#contract/entities.ts';
import type { Infer, InferState } from '#contract/infers.ts';
import type { StudyFilterName, StudyOrder } from '#contract/study-filters.ts';
import type { ApiFailure } from '#api/result.ts';
import { inContext, t } from '#language/t.ts';
import { formatBytes, formatCount, formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the studies list. */
export const TEXTS = {
  title: t('Studies'),
  search: t('Search name, ID or description'),
  columns: {
    picture: t('Picture'),
    modality: t('Modality'),
    patient: t('Patient'),
    labels: t('Labels'),
    folder: t('Folder'),
    projects: t('Projects'),
    bodyPart: t('Body part'),
    studyDate: t('Study date'),
    series: inContext('several', 'Series'),
    size: t('Size'),
    status: t('Status'),
    passage: t('Progress'),
    created: t('Created'),
  },
  /** Filters, under their names in the address. */
  fields: {
    modality: t('Modality'),
    body_part: t('Body part'),
    filter_id: t('Label'),
    project: t('Project'),
    folder: t('Folder'),
    dataset: t('Dataset'),
    segmented: t('Has segmentation'),
    finding: t('Quality'),
    state: t('Status'),
    user: t('Uploaded by'),
    date_from: t('Study date from'),
    date_to: t('Study date until'),
    patient: t('Studies of one patient'),
    bupload_id: t('Studies of one upload'),
  },
  /** In `Without the modality MR 86 match`. */
  yes: t('Yes'),
  anyFinding: t('Any warning or error'),
  order: t('Order'),
  folder: {
    none: t('No folder'),
    leave: t('Leave the folder'),
    actions: t('Folder actions'),
    rename: t('Rename folder'),
    name: t('Name'),
    nameNeeded: t('A folder needs a name'),
    save: t('Save folder'),
    remove: t('Delete folder'),
    removeWhy: t('Its studies are not deleted. They are in no folder then.'),
    keep: t('Keep folder'),
    notDeletable: t('Only a team administrator or the person who created it can delete it.'),
  },
  views: {
    none: t('All studies'),
    ofTeam: t('team'),
    isOpen: inContext('view', 'open'),
    changed: t('View changed'),
    saveChanges: t('Save changes'),
    saveAs: t('Save view as'),
    saved: t('View saved'),
    remove: t('Delete view'),
    deleted: t('View deleted'),
    name: t('Name'),
    nameNote: t('Filters, search and order are saved under this name.'),
    nameNeeded: t('A view needs a name'),
    forTeam: t('For the whole team'),
    forTeamNote: t('Every member sees it. It replaces the present view of the team.'),
    save: t('Save view'),
  },
  selection: {
    label: t('Label'),
    project: t('Project'),
    folder: t('Folder'),
    remove: t('remove'),
    export: t('Export'),
    exportOriginals: t('Export originals'),
    intoFiles: t('Into files'),
    putIntoFiles: t('Put originals into the files of the team'),
    findLabel: t('Find a label'),
    findProject: t('Find a project'),
    findFolder: t('Find or create a folder'),
  },
  cancel: t('Cancel'),
  needsServer: t('The server cannot be reached'),
  noName: t('No patient name'),
  empty: t('No studies yet'),
  emptyWhy: t('Studies appear here when their first file is on the server.'),
  upload: inContext('verb', 'Upload'),
  nothingFound: t('No study matches'),
  failed: t('The list could not be loaded'),
  failedWhy: t('Uploads and studies on this device are not affected.'),
  offline: t('This list is not available offline'),
  offlineWhy: PAGE_OFFLINE.offlineWhy,
  noPicture: t('No picture'),
  detail: {
    /** given (ORG-001). */
    organize: t('Organize'),
    studyDate: t('Study date'),
    sex: t('Sex'),
    bodyPart: t('Body part'),
    patient: t('Patient'),
    allOfPatient: t('All studies'),
    series: inContext('several', 'Series'),
    noDescription: t('No description'),
    actions: t('Study actions'),
    history: t('History'),
    openInXr: t('Open in XR'),
    downloads: t('Downloads'),
    ofStudy: t('Study'),
    originals: t('Original DICOM (ZIP)'),
    originalsNifti: t('Original files (ZIP)'),
    receipt: t('Receipt'),
    notWhole: t('Some files are not on the server yet.'),
    noVolume: t('This series has no volume.'),
    otherGrid: t(
      'The geometry read here differs from what the device read. The server’s geometry is used. Compare the slices and sizes with ' +
        'the original files before you measure or draw. If they differ, upload the series again.',
    ),
    offlineDownloads: t('Downloads need the network.'),
    failed: t('The study could not be loaded'),
    failedWhy: t('No data is lost.'),
    gone: t('Study not found'),
    goneWhy: t('It was deleted, or it belongs to another team.'),
    offline: t('This study is not available offline'),
    offlineWhy: t('You are offline, and this study is not on this device. It loads when the network is back.'),
  },
  choose: {
    search: t('Search name, ID or description'),
    nothing: t('No study matches'),
    cancel: t('Cancel'),
    needsServer: t('The server cannot be reached'),
  },
  patients: t('Patients'),
  keptAside: t('Kept aside'),
} as const;

/** As the status filter names them. */
export const STATE_TEXTS: Record<StudyState, string> = {
  receiving: t('Receiving'),
  proved: t('Verified'),
  converting: inContext('state', 'Converting'),
  converted: t('Converted'),
  error: t('Failed'),
};

export const ORDER_TEXTS: Record<StudyOrder, string> = {
  '-created': t('Newest first'),
  created: t('Oldest first'),
  '-date': t('Latest study date first'),
  date: t('Earliest study date first'),
  name: t('Name, A to Z'),
  '-name': t('Name, Z to A'),
};

/** Names no patient. */
/** For `Without {filter} 86 match`: the filter with its value. */
const THE_FILTER: Record<StudyFilterName, (value: string) => string> = {
  search: (name) => t('the search “{name}”', { name }),
  modality: (name) => t('the modality {name}', { name }),
  body_part: (name) => t('the body part {name}', { name }),
  filter_id: (name) => t('the label {name}', { name }),
  project: (name) => t('the project {name}', { name }),
  folder: (name) => t('the folder {name}', { name }),
  dataset: (name) => t('the dataset {name}', { name }),
  segmented: () => t('the filter for segmentations'),
  finding: (name) => t('the quality {name}', { name }),
  state: (name) => t('the status {name}', { name }),
  user: (name) => t('the uploader {name}', { name }),
  date_from: (name) => t('the date from {name}', { name }),
  date_to: (name) => t('the date until {name}', { name }),
  patient: () => t('the patient'),
  bupload_id: () => t('the upload'),
};

export const theFilterText = (filter: StudyFilterName, value: string): string => THE_FILTER[filter](value).trim();

/** A name of a format. */
export const NIFTI = 'NIfTI';

export const viewText = (name: string): string => t('View: {name}', { name });

export const deleteFolderTitle = (name: string): string => t('Delete folder “{name}”?', { name });

export const studyNumberText = (id: number): string => t('Study {id}', { id });

export const organizeText = (name: string): string => `${TEXTS.detail.organize}: ${name}`;

export const selectText = (name: string): string => t('Select {name}', { name });

export const createFolderText = (name: string): string => t('Create “{name}”', { name });

export function changedText(changed: number, missing: number): string {
  return missing === 0
    ? t('{changed, plural, one {# study} other {# studies}} changed', { changed })
    : t(
        '{changed, plural, one {# study} other {# studies}} changed. {missing, plural, one {# study was} other {# studies were}} ' +
          'deleted in the meantime',
        { changed, missing },
      );
}

export function seriesText(series: number): string {
  return t('{series, plural, one {# series} other {# series}}', { series });
}

export function seriesName(series: { seriesNumber: string | number; seriesDescription: string }): string {
  return [String(series.seriesNumber), series.seriesDescription || TEXTS.detail.noDescription].filter((part) => part !== '').join(' ');
}

export const moveUpText = (series: string): string => t('Move {series} up', { series });

export const moveDownText = (series: string): string => t('Move {series} down', { series });

export function imagesText(images: number): string {
  return t('{images, plural, one {# image} other {# images}}', { images });
}

const INFER_WORDS: Record<InferState, string> = {
  queued: t('waiting for an AI worker'),
  running: t('being processed by an AI worker'),
  done: t('processed by an AI worker'),
  failed: t('failed on an AI worker'),
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
  return t('{verified} of {files, plural, one {# file} other {# files}} verified', { verified: formatCount(proved), files });
}

export function studyAsOfText(at: number): string {
  return t('study as of {at}', { at: formatDateTime(at, { seconds: false }) });
}

export const exportTitle = (studies: number): string =>
  t('Export the originals of {studies, plural, one {# study} other {# studies}}?', { studies });

export const exportWhy = (studies: number, bytes: number): string =>
  t(
    '{studies, plural, one {# ZIP file} other {# ZIP files}} with {bytes} in total. The browser may ask whether this page can ' +
      'download several files.',
    { studies, bytes: formatBytes(bytes) },
  );

export const downloadingText = (started: number, wanted: number): string =>
  t('{started} of {wanted, plural, one {# download} other {# downloads}} started', { started: formatCount(started), wanted });

export const downloadsStartedText = (started: number): string =>
  t('{started, plural, one {# download} other {# downloads}} started', { started });

/** With the reason of the first that failed. */
export function downloadsFailedText({ started, wanted, failure }: { started: number; wanted: number; failure: ApiFailure }): string {
  return `${downloadingText(started, wanted)}. ${downloadFailedText(failure)}`;
}

export function downloadFailedText(failure: ApiFailure): string {
  if (failure.kind === 'network') return t('The download could not start: the server cannot be reached.');
  if (failure.kind === 'refused' && failure.code === 'series_incomplete')
    return t('The download could not start. Some files are not on the server yet.');
  return t('The download could not start: {status}.', { status: failure.status });
}
