import type { LeftOff } from '#contract/entities.ts';
import { inContext, t } from '#language/t.ts';
import { ANONYMOUS, isOfBoxes, type BoxesRefusal, type DeidentifyRefusal } from '#model/uploads/deidentified.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { formatBytes, formatBytesOf, formatCount, formatDuration } from '#ui/format.ts';
import type { KnownChoice, KnownStudy } from './preview/known-study.ts';

/** Texts of the upload page. Those marked `given` are literally from the specification. */
export const TEXTS = {
  title: t('Upload'),
  steps: {
    ready: t('Ready'),
    preview: t('Preview'),
    upload: t('Upload'),
    converting: t('Converting'),
    finished: inContext('upload', 'Finished'),
  },

  /** given (UPL2-001). */
  configure: t('Configure upload'),
  configureShort: t('Configure'),
  bodyPart: t('Body part'),
  proposed: t('proposed'),
  decided: t('set manually'),
  setForAll: t('Set for all'),
  bodyPartsUnknown: t('The list of body parts comes from the server and is not on this device yet.'),
  rulesUnknown: t('The de-identification settings of your team are not on this device yet. Go online once, or clear ‘anonymize’'),
  cannotDeidentify: t('This series cannot be de-identified. Deselect it, or clear ‘anonymize’ for its study'),
  notDeidentified: t('Some series are not de-identified yet'),
  rulesUnknownWhy: t(
    'The settings of your team are not on this device yet. Open this page once with a network, or clear ‘anonymize’ and send with patient data.',
  ),
  anonymize: t('anonymize'),
  anonymizeAnyway: t('anonymize anyway'),
  anonymizeAll: t('anonymize all'),
  withoutPatientData: t('Files are de-identified before they are sent'),
  withoutPatientDataWhy: t(
    'Names, identifiers and other tags are removed on this device. Pixels are not changed, except where you draw redaction boxes.',
  ),
  withoutPatientDataThere: t('Your team receives de-identified studies'),
  withoutPatientDataThereWhy: t(
    'Files that the server unpacked are de-identified there before they become part of a study; all others on this device. Pixels are not changed, except where you draw redaction boxes.',
  ),
  withPatientData: t('Files are sent with patient data'),
  withPatientDataWhy: t('Names, dates and all other tags are sent to the server unchanged.'),
  room: t('Storage on this device'),
  freePinned: t('Free up space'),
  leaveOut: t('Leave them out'),
  kept: t('The browser keeps these files until they are sent or cleared.'),
  notKept: t('The browser may delete these files when the disk is full. Install the app to prevent that.'),
  evictedWhy: t(
    'It ran out of space and deleted the data of this site. Files that had reached the server are safe; select the others again. Your own files were not touched.',
  ),
  understood: t('Understood'),

  /** given (LEG-005, UPL2-004). */
  drop: t('Drag and drop single files or folders here OR be smart and upload a single zip'),
  dropTitle: t('Drop files or folders'),
  dropNow: t('Drop to read the files on this device'),
  browseFiles: t('Browse files'),
  browseFolder: t('Browse folder'),
  copiedFirst: t('Files are copied to this device first. You never select them twice.'),
  toLegacy: t('Upload RAR, or let the server unpack archives'),
  addMore: t('Add more files'),

  /** given (FILE-009). */
  unsupported: t('This file type is not supported. Try different format.'),
  nothingInIt: t('It contains no files.'),
  /** given (UPL2-031). */
  emptyStudy: t('This study will not be uploaded since it is empty (not containing any series anymore).'),
  /** given (CONV-003, CONV-002). */
  nothingSelected: t('Nothing selected'),
  missingBodyPart: t('Missing bodypart'),
  /** given (UPL2-022). */
  missingNumber: t('Serie number is required'),
  /** given (UPL2-038). */
  missingAcquisition: t('Some selected series are missing the acquisition. Please select it manually.'),
  recognising: t('Recognising, about 30 s'),
  recognisingWhy: t(
    'The server examines codes and numbers in the headers, and one slice of each MR series. No names or descriptions leave this device.',
  ),
  recognisingWaits: t('Waiting for the network'),
  recognisingWaitsWhy: t(
    'This device has recognised what it could. The server is asked when it can be reached; you can also choose manually and continue.',
  ),
  cancel: t('Cancel'),
  setByServer: t('Recognised by the server'),
  acquisition: t('Acquisition'),
  chooseAcquisition: t('Select'),
  chooseOne: t('choose one'),
  setByYou: t('set by you'),
  setNone: t('None of them: set NONE'),
  project: t('Project'),
  pipeline: t('Pipeline'),
  noPipeline: t('No pipeline'),
  required: t('Required'),
  labels: t('Labels'),
  allStudies: inContext('labels of', 'all studies'),
  /** given (UPL2-032 to 034). */
  recommendedTitle: t('Recommended MR acquisitions not selected for upload'),
  selectRecommended: t('Select recommended series'),
  continueAnyway: t('Continue upload anyway'),
  noneOfIt: t('no such series'),
  isSelected: t('selected'),
  notSelected: t('not selected'),
  nothingToSelect: t('There is no series of these that could be selected.'),
  /** given (LEG-022). */
  studyExists: t('This study already exists'),
  skipKnown: t('Skip'),
  addMissing: t('Add what is missing'),
  sendAnew: t('Upload it again'),
  sendHereToo: t('Upload it here too'),
  versionsGo: t('They have the SOP Instance UID of another file but different content. All of them are sent: check the slices first.'),
  /** given (UPL2-012). */
  restore: t('restore'),
  nameStaysHere: t('Only you see this name, on this device. The list of your team shows ‘Anonymous’ and a number.'),
  nameIsOfTheList: t('The list of your team shows this name. The names in the files do not change.'),
  nameRequired: t('A study needs a name. Press Esc to restore the last one.'),
  nameStays: t('A study needs a name. The last one is kept.'),
  editName: t('Edit the name (E)'),
  reference: t('Reference series'),
  moveToStudy: t('Move to study'),
  noTarget: t('There is no other study of this modality.'),
  /** given (UPL2-070). */
  finished: t('Upload finished!'),

  beforeYouProcess: t('Before you process'),
  selected: t('Selected'),
  toSend: t('To send'),
  process: t('Process'),
  stillReading: t('Some files are still being read'),
  clear: inContext('upload', 'Clear'),
  newUpload: t('New upload'),
  toStudies: t('Open studies'),
  dismiss: t('Remove'),
  showEach: t('Show each'),
  nextSeries: t('Next series'),
  previousSeries: t('Previous series'),
  closePanel: t('Close the panel'),
  noName: t('No patient name'),
  noDescription: t('No description'),
  selectAll: t('Select all series'),
  columns: {
    number: t('No.'),
    acquisition: t('Acquisition'),
    project: t('Project'),
    reference: t('Ref.'),
    series: t('Series and slice'),
    size: t('Size'),
    status: t('Status'),
    progress: t('Progress'),
    files: t('Files'),
    study: t('Study'),
    passage: t('How far'),
  },

  clearTitle: t('Clear this upload'),
  clearWhy: t('All data of this upload is deleted from this device. Your own files are not touched.'),
  clearSentWhy: t('Files that are still waiting are deleted and will not be sent. Studies that are completely on the server stay there.'),
  keep: t('Keep'),

  sent: t('Sent'),
  rate: t('Rate'),
  timeLeft: t('Time left'),
  proved: t('Verified'),
  mayClose: t('You can close this tab'),
  mayCloseConverting: t('Every file is on the server and verified. The server converts them even when this page is closed.'),
  keptHere: t('Everything that is not on the server yet stays on this device.'),
  tryAgain: t('Try again'),

  signIn: t('Sign in to continue'),
  signInAct: t('Sign in'),
  allProvedWhy: t('Each file was hashed on this device and again on the server, and the hashes are equal.'),
  someFailed: t('Some series could not be converted. Their files are on the server.'),

  leaveTitle: t('Upload in progress'),
  leave: t('Leave the page'),
  stay: t('Stay'),
} as const;

export function shownNameText(patientName: string): string {
  return patientNameToText(patientName) || TEXTS.noName;
}

/** given (FILE-015). */
export function noDataPartText(name: string): string {
  return t('File {name} has no data part. Skipped.', { name });
}

/** given text, once per drop, with the number of files it speaks of (FILE-010). */
export function unsupportedText(count: number): string {
  return count === 1
    ? TEXTS.unsupported
    : t('This file type is not supported. Try different format. ({count} files)', { count: formatCount(count) });
}

export function duplicatesText(count: number): string {
  return t(
    '{count, plural, one {One file is identical to a file that is already here. It was skipped.} other {# files are identical to files that are already here. They were skipped.}}',
    { count },
  );
}

export function unreadableText(count: number): string {
  return t('{count, plural, one {# file} other {# files}} could not be opened by the browser. The others were read.', { count });
}

export function noRoomTitle(waiting: number, bytes: number): string {
  return t('Not enough space on this device for {count, plural, one {# file} other {# files}}: {size} more needed', {
    count: waiting,
    size: formatBytes(bytes),
  });
}

/** What is safe, what happens next, and what is needed (design.md §11). */
export function noRoomText(names: readonly string[], sending: boolean): string {
  const wayOut = sending
    ? t('They are copied automatically as the current upload frees up space.')
    : t('Upload what is here, or free up space on this device: then they are copied automatically.');
  return t('Not copied: {names}. Files that are already on this device are safe. {wayOut} Keep this tab open.', {
    names: namesText(names),
    wayOut,
  });
}

export function pinnedText(bytes: string): string {
  return t('Offline studies take up {size}.', { size: bytes });
}

/** It may be the next upload: the one that freed the space accepts no more files. */
export function waitedText(files: number): string {
  return t('{count, plural, one {The last waiting file is} other {The last # waiting files are}} on this device now.', { count: files });
}

export function copyFaultText(stored: number): string {
  return t('Reading stopped. {count, plural, one {# file is} other {# files are}} on this device; select the others again.', {
    count: stored,
  });
}

/** The first names, and the number of the others: `a, b, c and 12 more`. */
export function namesText(names: readonly string[]): string {
  const shown = names.length <= NAMES_SHOWN + 1 ? names : names.slice(0, NAMES_SHOWN);
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : t('{names} and {count} more', { names: shown.join(', '), count: formatCount(more) });
}

const NAMES_SHOWN = 3;

export function leftBehindTitle(files: number): string {
  return t('{count, plural, one {# file was} other {# files were}} not copied before the browser was closed', { count: files });
}

export function leftBehindText(paths: readonly string[]): string {
  return t(
    '{names}. Choose {count, plural, one {it} other {them}} again, or the folder: files that are already on this device are skipped.',
    { names: namesText(paths), count: paths.length },
  );
}

export function evictedTitle(files: number): string {
  return t('The browser removed up to {count, plural, one {# file that was} other {# files that were}} not sent yet', { count: files });
}

export function keepOpenText(read: number, picked: number, secondsLeft: number | null): string {
  const files = { read: formatCount(read), total: picked };
  return secondsLeft === null
    ? t('Keep this tab open, {read} of {total, plural, one {# file is} other {# files are}} read', files)
    : t('Keep this tab open for {time}, {read} of {total, plural, one {# file is} other {# files are}} read', {
        ...files,
        time: formatDuration(Math.max(1, secondsLeft)),
      });
}

export function roomText(freeBytes: number, totalBytes: number): string {
  return formatBytesOf(freeBytes, totalBytes);
}

/** How many typical studies fit into the free space. */
export function roomInStudiesText(freeBytes: number): string {
  const [mr, ct] = [Math.floor(freeBytes / PROSTATE_MR_BYTES), Math.floor(freeBytes / CHEST_CT_BYTES)];
  return mr === 0
    ? t('not enough for another study')
    : t('about {mr} prostate MR or {ct} chest CT', { mr: formatCount(roughly(mr)), ct: formatCount(roughly(ct)) });
}

const PROSTATE_MR_BYTES = 15_000_000;
const CHEST_CT_BYTES = 220_000_000;

/** Two figures are enough for an estimate: 513 → 510. */
function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.floor(count / unit) * unit;
}

export function selectedText(selected: number, total: number): string {
  return t('{selected} of {total} series selected', { selected: formatCount(selected), total: formatCount(total) });
}

export function selectedSeriesText(selected: number, total: number, studies: number): string {
  return t('{selected} of {total} series · {studies, plural, one {# study} other {# studies}}', {
    selected: formatCount(selected),
    total: formatCount(total),
    studies,
  });
}

export function contentText(files: number, studies: number, bytes: number): string {
  return t('{files, plural, one {# file} other {# files}} · {studies, plural, one {# study} other {# studies}} · {size}', {
    files,
    studies,
    size: formatBytes(bytes),
  });
}

export function sliceSpoken(position: number, slices: number): string {
  return t('slice {position} of {slices}', { position, slices });
}

export function provedText(proved: number, total: number): string {
  return t('{verified} of {total, plural, one {# file} other {# files}} verified', { verified: formatCount(proved), total });
}

export function provedShortText(proved: number, total: number): string {
  return t('{verified} of {total} files verified', { verified: formatCount(proved), total: formatCount(total) });
}

export function identicalText(proved: number, total: number): string {
  return t('{verified} of {total} identical', { verified: formatCount(proved), total: formatCount(total) });
}

export function goToText(name: string): string {
  return t('Go to {name}', { name });
}

export function goToSeriesText(name: string): string {
  return t('Go to series {name}', { name });
}

/** What is moved where, and the consequences (UPL2-062). */
export function movedText(series: number, name: string): string {
  return t(
    '{count, plural, one {One series was moved to {name}. It is deselected now.} other {# series were moved to {name}. They are deselected now.}}',
    { count: series, name },
  );
}

export function restoreText(name: string): string {
  return t('restore the name in the files: {name}', { name });
}

/** The display name of a series: its number if it has one, and its description. */
export function seriesName({ number, facts }: Pick<SeriesView, 'number' | 'facts'>): string {
  return [number, facts.seriesDescription || TEXTS.noDescription].filter((part) => part !== null).join(' ');
}

/** given (UPL2-040). `place`: of the study in the list, from 1. */
export function missingForPipelineText(place: number, patientName: string, codes: readonly string[]): string {
  return t('Study {place} ({patientName}) is missing required acquisitions for pipeline: {codes}', {
    place,
    patientName: shownNameText(patientName),
    codes: codes.join(', '),
  });
}

export function setNoneText(series: number): string {
  return series === 1 ? TEXTS.setNone : t('None of them: set NONE for all {count}', { count: formatCount(series) });
}

/** For the recommended acquisitions of an MR study. */
export function goesWithoutText(patientName: string, codes: readonly string[]): string {
  return t('{patientName} goes without {codes}.', { patientName: shownNameText(patientName), codes: joined(codes) });
}

/** Files that share their SOP Instance UID. */
export function versionsText(files: number): string {
  return t('{count, plural, one {# file is a version} other {# files are versions}} of an image that is here more than once', {
    count: files,
  });
}

/** FILE-013: only informative. */
export function sameNameText(files: number): string {
  return t(
    '{count, plural, one {# file has} other {# files have}} the name and size of another. Their bytes differ, so none is a duplicate.',
    { count: files },
  );
}

/** Where a study already exists, and how much of it. Only this team lists its files. */
export function knownStudyText(
  { exists, teams }: Pick<KnownStudy, 'exists' | 'teams'>,
  { there, total }: { there: number; total: number },
  choice?: KnownChoice,
): string {
  const inTeam = exists ? inTeamText(there, total) : '';
  const joins = choice === 'missing' ? t('What is missing becomes part of that study.') : '';
  return [inTeam, elsewhereText(exists, teams), joins].filter((part) => part !== '').join(' ');
}

function inTeamText(there: number, total: number): string {
  if (there === total) return t('This team has it, and all of these files are there byte for byte.');
  if (there === 0) return t('This team has it, and none of these files is there byte for byte.');
  return t('This team has it, and {there} of these {total, plural, one {# file} other {# files}} are there byte for byte.', {
    there: formatCount(there),
    total,
  });
}

function elsewhereText(exists: boolean, teams: readonly string[]): string {
  if (teams.length === 0) return '';
  const values = { teams: joined(teams), count: teams.length };
  return exists
    ? t('{teams} {count, plural, one {has} other {have}} it too.', values)
    : t('{teams} {count, plural, one {has} other {have}} it; this team does not.', values);
}

/** Names, or what is one word of a list. */
function joined(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : t('{list} and {last}', { list: words.slice(0, -1).join(', '), last });
}

const LEFT_OFF: Record<LeftOff, string> = {
  labels: t('a label that the team has no more'),
  projects: t('a project that takes no more studies, or that you may not select'),
  pipeline: t('its pipeline, which is gone'),
  acquisitions: t('an acquisition that its modality does not have'),
  study: t('the study that it was to join, and stands beside it'),
};

export function leftOffText(leftOff: readonly LeftOff[]): string {
  return t('It was taken without {list}.', { list: joined(leftOff.map((what) => LEFT_OFF[what])) });
}

/** The name under which a study is sent; an edited one uses the given question (UPL2-013). */
export function anonymizeText(isEdited: boolean): string {
  return isEdited ? TEXTS.anonymizeAnyway : TEXTS.anonymize;
}

/** READ-019: no number is shown before the server has assigned it. */
export function leavesAsText(anonymousName: string | null): string {
  return anonymousName === null
    ? t('In the list of your team: {name}, and a number that the server gives', { name: ANONYMOUS })
    : t('In the list of your team: {name}', { name: anonymousName });
}

export function refusalText(refusal: DeidentifyRefusal): string {
  return isOfBoxes(refusal) ? BOXES_REFUSALS[refusal] : REFUSALS[refusal];
}

/** The user saw something under the boxes, so the texts suggest leaving the series out, not sending it unchanged. */
export const BOXES_REFUSALS: Record<BoxesRefusal, string> = {
  'boxes-compressed': t(
    'Its pictures are compressed: nothing can be blacked out in them. Where a name stands in one, leave this series out.',
  ),
  'boxes-layout': t(
    'Its pixels are of a kind in which nothing can be blacked out here. Where a name stands in one, leave this series out.',
  ),
};

const REFUSALS: Record<Exclude<DeidentifyRefusal, BoxesRefusal>, string> = {
  directory: t(
    'Patient data cannot be taken out: a file is a directory of others. It stays on this device unless its study is sent with patient data.',
  ),
  'header-too-long': t(
    'Patient data cannot be taken out: a header is longer than any that can be read. It stays on this device unless its study is sent with patient data.',
  ),
  'too-many-elements': t(
    'Patient data cannot be taken out: a header has more entries than can be read. It stays on this device unless its study is sent with patient data.',
  ),
  'too-deep': t(
    'Patient data cannot be taken out: a header is nested deeper than can be read. It stays on this device unless its study is sent with patient data.',
  ),
  damaged: t('Patient data cannot be taken out: a header is damaged. It stays on this device unless its study is sent with patient data.'),
  'stream-damaged': t(
    'Patient data cannot be taken out: a compressed volume is damaged. It stays on this device unless its study is sent with patient data.',
  ),
};
