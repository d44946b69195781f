import type { LeftOff } from '#contract/entities.ts';
import { ANONYMOUS, isOfBoxes, type BoxesRefusal, type DeidentifyRefusal } from '#model/uploads/deidentified.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { formatBytes, formatBytesOf, formatCount, formatCountOf, formatDuration } from '#ui/format.ts';
import type { KnownChoice, KnownStudy } from './preview/known-study.ts';

/** Texts of the upload page. Those marked `given` are literally from the specification. */
export const TEXTS = {
  title: 'Upload',
  steps: { ready: 'Ready', preview: 'Preview', upload: 'Upload', converting: 'Converting', finished: 'Finished' },

  /** given (UPL2-001). */
  configure: 'Configure upload',
  configureShort: 'Configure',
  bodyPart: 'Body part',
  proposed: 'proposed',
  decided: 'set manually',
  setForAll: 'Set for all',
  bodyPartsUnknown: 'The list of body parts comes from the server and is not on this device yet.',
  rulesUnknown: 'The de-identification settings of your team are not on this device yet. Go online once, or clear ‘anonymize’',
  cannotDeidentify: 'This series cannot be de-identified. Deselect it, or clear ‘anonymize’ for its study',
  notDeidentified: 'Some series are not de-identified yet',
  rulesUnknownWhy:
    'The settings of your team are not on this device yet. Open this page once with a network, or clear ‘anonymize’ and send with patient data.',
  anonymize: 'anonymize',
  anonymizeAnyway: 'anonymize anyway',
  anonymizeAll: 'anonymize all',
  withoutPatientData: 'Files are de-identified before they are sent',
  withoutPatientDataWhy:
    'Names, identifiers and other tags are removed on this device. Pixels are not changed, except where you draw redaction boxes.',
  withoutPatientDataThere: 'Your team receives de-identified studies',
  withoutPatientDataThereWhy:
    'Files that the server unpacked are de-identified there before they become part of a study; all others on this device. Pixels are not changed, except where you draw redaction boxes.',
  withPatientData: 'Files are sent with patient data',
  withPatientDataWhy: 'Names, dates and all other tags are sent to the server unchanged.',
  room: 'Storage on this device',
  freePinned: 'Free up space',
  leaveOut: 'Leave them out',
  kept: 'The browser keeps these files until they are sent or cleared.',
  notKept: 'The browser may delete these files when the disk is full. Install the app to prevent that.',
  evictedWhy:
    'It ran out of space and deleted the data of this site. Files that had reached the server are safe; select the others again. Your own files were not touched.',
  understood: 'Understood',

  /** given (LEG-005, UPL2-004). */
  drop: 'Drag and drop single files or folders here OR be smart and upload a single zip',
  dropTitle: 'Drop files or folders',
  dropNow: 'Drop to read the files on this device',
  browseFiles: 'Browse files',
  browseFolder: 'Browse folder',
  copiedFirst: 'Files are copied to this device first. You never select them twice.',
  toLegacy: 'Upload RAR, or let the server unpack archives',
  addMore: 'Add more files',

  /** given (FILE-009). */
  unsupported: 'This file type is not supported. Try different format.',
  nothingInIt: 'It contains no files.',
  /** given (UPL2-031). */
  emptyStudy: 'This study will not be uploaded since it is empty (not containing any series anymore).',
  /** given (CONV-003, CONV-002). */
  nothingSelected: 'Nothing selected',
  missingBodyPart: 'Missing bodypart',
  /** given (UPL2-022). */
  missingNumber: 'Serie number is required',
  /** given (UPL2-038). */
  missingAcquisition: 'Some selected series are missing the acquisition. Please select it manually.',
  recognising: 'Recognising, about 30 s',
  recognisingWhy:
    'The server examines codes and numbers in the headers, and one slice of each MR series. No names or descriptions leave this device.',
  recognisingWaits: 'Waiting for the network',
  recognisingWaitsWhy:
    'This device has recognised what it could. The server is asked when it can be reached; you can also choose manually and continue.',
  cancelRecognising: 'Cancel recognition',
  cancel: 'Cancel',
  setByServer: 'Recognised by the server',
  acquisition: 'Acquisition',
  chooseAcquisition: 'Select',
  chooseOne: 'choose one',
  setByYou: 'set by you',
  setNone: 'None of them: set NONE',
  project: 'Project',
  pipeline: 'Pipeline',
  noPipeline: 'No pipeline',
  required: 'Required',
  labels: 'Labels',
  allStudies: 'all studies',
  /** given (UPL2-032 to 034). */
  recommendedTitle: 'Recommended MR acquisitions not selected for upload',
  selectRecommended: 'Select recommended series',
  continueAnyway: 'Continue upload anyway',
  noneOfIt: 'no such series',
  isSelected: 'selected',
  notSelected: 'not selected',
  nothingToSelect: 'There is no series of these that could be selected.',
  /** given (LEG-022). */
  studyExists: 'This study already exists',
  skipKnown: 'Skip',
  addMissing: 'Add what is missing',
  sendAnew: 'Upload it again',
  sendHereToo: 'Upload it here too',
  versionsGo: 'They have the SOP Instance UID of another file but different content. All of them are sent: check the slices first.',
  /** given (UPL2-012). */
  restore: 'restore',
  nameStaysHere: 'Only you see this name, on this device. The list of your team shows ‘Anonymous’ and a number.',
  nameIsOfTheList: 'The list of your team shows this name. The names in the files do not change.',
  nameRequired: 'A study needs a name. Press Esc to restore the last one.',
  nameStays: 'A study needs a name. The last one is kept.',
  editName: 'Edit the name (E)',
  reference: 'Reference series',
  moveToStudy: 'Move to study',
  noTarget: 'There is no other study of this modality.',
  /** given (UPL2-070). */
  finished: 'Upload finished!',

  beforeYouProcess: 'Before you process',
  selected: 'Selected',
  toSend: 'To send',
  process: 'Process',
  stillReading: 'Some files are still being read',
  clear: 'Clear',
  newUpload: 'New upload',
  toStudies: 'Open studies',
  dismiss: 'Remove',
  showEach: 'Show each',
  nextSeries: 'Next series',
  previousSeries: 'Previous series',
  closePanel: 'Close the panel',
  noName: 'No patient name',
  noDescription: 'No description',
  selectAll: 'Select all series',
  columns: {
    number: 'No.',
    acquisition: 'Acquisition',
    project: 'Project',
    reference: 'Ref.',
    series: 'Series and slice',
    size: 'Size',
    status: 'Status',
    progress: 'Progress',
    files: 'Files',
    study: 'Study',
    passage: 'How far',
  },

  clearTitle: 'Clear this upload',
  clearWhy: 'All data of this upload is deleted from this device. Your own files are not touched.',
  clearSentWhy: 'Files that are still waiting are deleted and will not be sent. Studies that are completely on the server stay there.',
  keep: 'Keep',

  sent: 'Sent',
  rate: 'Rate',
  timeLeft: 'Time left',
  proved: 'Verified',
  mayClose: 'You can close this tab',
  mayCloseConverting: 'Every file is on the server and verified. The server converts them even when this page is closed.',
  keptHere: 'Everything that is not on the server yet stays on this device.',
  tryAgain: 'Try again',

  signIn: 'Sign in to continue',
  signInAct: 'Sign in',
  allProvedWhy: 'Each file was hashed on this device and again on the server, and the hashes are equal.',
  someFailed: 'Some series could not be converted. Their files are on the server.',

  leaveTitle: 'Upload in progress',
  leave: 'Leave the page',
  stay: 'Stay',
} as const;

export function shownNameText(patientName: string): string {
  return patientNameToText(patientName) || TEXTS.noName;
}

/** given (FILE-015). */
export function noDataPartText(name: string): string {
  return `File ${name} has no data part. Skipped.`;
}

/** given text, once per drop, with the number of files it speaks of (FILE-010). */
export function unsupportedText(count: number): string {
  return count === 1 ? TEXTS.unsupported : `${TEXTS.unsupported} (${formatCount(count)} files)`;
}

export function duplicatesText(count: number): string {
  return count === 1
    ? 'One file is identical to a file that is already here. It was skipped.'
    : `${formatCount(count)} files are identical to files that are already here. They were skipped.`;
}

export function unreadableText(count: number): string {
  return `${formatCountOf(count, 'file', 'files')} could not be opened by the browser. The others were read.`;
}

export function noRoomTitle(waiting: number, bytes: number): string {
  return `Not enough space on this device for ${formatCountOf(waiting, 'file', 'files')}: ${formatBytes(bytes)} more needed`;
}

/** What is safe, what happens next, and what is needed (design.md §11). */
export function noRoomText(names: readonly string[], sending: boolean): string {
  const wayOut = sending
    ? 'They are copied automatically as the current upload frees up space.'
    : 'Upload what is here, or free up space on this device: then they are copied automatically.';
  return `Not copied: ${namesText(names)}. Files that are already on this device are safe. ${wayOut} Keep this tab open.`;
}

export function pinnedText(bytes: string): string {
  return `Offline studies take up ${bytes}.`;
}

/** It may be the next upload: the one that freed the space accepts no more files. */
export function waitedText(files: number): string {
  return files === 1
    ? 'The last waiting file is on this device now.'
    : `The last ${formatCount(files)} waiting files are on this device now.`;
}

export function copyFaultText(stored: number): string {
  return `Reading stopped. ${formatCountOf(stored, 'file is', 'files are')} on this device; select the others again.`;
}

/** The first names, and the number of the others: `a, b, c and 12 more`. */
export function namesText(names: readonly string[]): string {
  const shown = names.length <= NAMES_SHOWN + 1 ? names : names.slice(0, NAMES_SHOWN);
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${formatCount(more)} more`;
}

const NAMES_SHOWN = 3;

export function leftBehindTitle(files: number): string {
  return `${formatCountOf(files, 'file was', 'files were')} not copied before the browser was closed`;
}

export function leftBehindText(paths: readonly string[]): string {
  return `${namesText(paths)}. Choose ${paths.length === 1 ? 'it' : 'them'} again, or the folder: files that are already on this device are skipped.`;
}

export function evictedTitle(files: number): string {
  return `The browser removed up to ${formatCountOf(files, 'file', 'files')} that ${files === 1 ? 'was' : 'were'} not sent yet`;
}

export function keepOpenText(read: number, picked: number, secondsLeft: number | null): string {
  const files = `${formatCount(read)} of ${formatCountOf(picked, 'file is', 'files are')} read`;
  return secondsLeft === null
    ? `Keep this tab open, ${files}`
    : `Keep this tab open for ${formatDuration(Math.max(1, secondsLeft))}, ${files}`;
}

export function roomText(freeBytes: number, totalBytes: number): string {
  return formatBytesOf(freeBytes, totalBytes);
}

/** How many typical studies fit into the free space. */
export function roomInStudiesText(freeBytes: number): string {
  const [mr, ct] = [Math.floor(freeBytes / PROSTATE_MR_BYTES), Math.floor(freeBytes / CHEST_CT_BYTES)];
  return mr === 0
    ? 'not enough for another study'
    : `about ${formatCount(roughly(mr))} prostate MR or ${formatCount(roughly(ct))} chest CT`;
}

const PROSTATE_MR_BYTES = 15_000_000;
const CHEST_CT_BYTES = 220_000_000;

/** Two figures are enough for an estimate: 513 → 510. */
function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.floor(count / unit) * unit;
}

export function selectedText(selected: number, total: number): string {
  return `${formatCount(selected)} of ${formatCount(total)} series selected`;
}

export function selectedSeriesText(selected: number, total: number, studies: number): string {
  return `${formatCount(selected)} of ${formatCount(total)} series · ${formatCountOf(studies, 'study', 'studies')}`;
}

export function contentText(files: number, studies: number, bytes: number): string {
  return `${formatCountOf(files, 'file', 'files')} · ${formatCountOf(studies, 'study', 'studies')} · ${formatBytes(bytes)}`;
}

export function sliceSpoken(position: number, slices: number): string {
  return `slice ${position} of ${slices}`;
}

export function provedText(proved: number, total: number): string {
  return `${formatCount(proved)} of ${formatCountOf(total, 'file', 'files')} verified`;
}

export function provedShortText(proved: number, total: number): string {
  return `${formatCount(proved)} of ${formatCount(total)} files verified`;
}

export function identicalText(proved: number, total: number): string {
  return `${formatCount(proved)} of ${formatCount(total)} identical`;
}

export function goToText(name: string): string {
  return `Go to ${name}`;
}

/** What is moved where, and the consequences (UPL2-062). */
/** `over`: so many more than a study takes are selected. */

export function movedText(series: number, name: string): string {
  return series === 1
    ? `One series was moved to ${name}. It is deselected now.`
    : `${formatCount(series)} series were moved to ${name}. They are deselected now.`;
}

export function restoreText(name: string): string {
  return `restore the name in the files: ${name}`;
}

/** The display name of a series: its number if it has one, and its description. */
export function seriesName({ number, facts }: Pick<SeriesView, 'number' | 'facts'>): string {
  return [number, facts.seriesDescription || TEXTS.noDescription].filter((part) => part !== null).join(' ');
}

/** given (UPL2-040). `place`: of the study in the list, from 1. */
export function missingForPipelineText(place: number, patientName: string, codes: readonly string[]): string {
  return `Study ${place} (${shownNameText(patientName)}) is missing required acquisitions for pipeline: ${codes.join(', ')}`;
}

export function setNoneText(series: number): string {
  return series === 1 ? TEXTS.setNone : `${TEXTS.setNone} for all ${formatCount(series)}`;
}

/** For the recommended acquisitions of an MR study. */
export function goesWithoutText(patientName: string, codes: readonly string[]): string {
  return `${shownNameText(patientName)} goes without ${joined(codes)}.`;
}

/** Files that share their SOP Instance UID. */
export function versionsText(files: number): string {
  return `${formatCountOf(files, 'file is a version', 'files are versions')} of an image that is here more than once`;
}

/** FILE-013: only informative. */
export function sameNameText(files: number): string {
  return `${formatCountOf(files, 'file has', 'files have')} the name and size of another. Their bytes differ, so none is a duplicate.`;
}

/** Where a study already exists, and how much of it. Only this team lists its files. */
export function knownStudyText(
  { exists, teams }: Pick<KnownStudy, 'exists' | 'teams'>,
  { there, total }: { there: number; total: number },
  choice?: KnownChoice,
): string {
  const here = there === 0 ? 'none of these files is' : `${formatCount(there)} of these ${formatCountOf(total, 'file', 'files')} are`;
  const inTeam = exists ? `This team has it, and ${there === total ? 'all of these files are' : here} there byte for byte.` : '';
  const others = `${joined(teams)} ${teams.length === 1 ? 'has' : 'have'} it`;
  const elsewhere = teams.length === 0 ? '' : exists ? `${others} too.` : `${others}; this team does not.`;
  const joins = choice === 'missing' ? 'What is missing becomes part of that study.' : '';
  return [inTeam, elsewhere, joins].filter((part) => part !== '').join(' ');
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

const LEFT_OFF: Record<LeftOff, string> = {
  labels: 'a label that the team has no more',
  projects: 'a project that takes no more studies, or that you may not select',
  pipeline: 'its pipeline, which is gone',
  acquisitions: 'an acquisition that its modality does not have',
  study: 'the study that it was to join, and stands beside it',
};

export function leftOffText(leftOff: readonly LeftOff[]): string {
  return `It was taken without ${joined(leftOff.map((what) => LEFT_OFF[what]))}.`;
}

/** The name under which a study is sent; an edited one uses the given question (UPL2-013). */
export function anonymizeText(isEdited: boolean): string {
  return isEdited ? TEXTS.anonymizeAnyway : TEXTS.anonymize;
}

/** READ-019: no number is shown before the server has assigned it. */
export function leavesAsText(anonymousName: string | null): string {
  return `In the list of your team: ${anonymousName ?? `${ANONYMOUS}, and a number that the server gives`}`;
}

export function refusalText(refusal: DeidentifyRefusal): string {
  if (isOfBoxes(refusal)) return BOXES_REFUSALS[refusal];
  return `Patient data cannot be taken out: ${REFUSALS[refusal]}. It stays on this device unless its study is sent with patient data.`;
}

/** The user saw something under the boxes, so the texts suggest leaving the series out, not sending it unchanged. */
export const BOXES_REFUSALS: Record<BoxesRefusal, string> = {
  'boxes-compressed': 'Its pictures are compressed: nothing can be blacked out in them. Where a name stands in one, leave this series out.',
  'boxes-layout': 'Its pixels are of a kind in which nothing can be blacked out here. Where a name stands in one, leave this series out.',
};

const REFUSALS: Record<Exclude<DeidentifyRefusal, BoxesRefusal>, string> = {
  directory: 'a file is a directory of others',
  'header-too-long': 'a header is longer than any that can be read',
  'too-many-elements': 'a header has more entries than can be read',
  'too-deep': 'a header is nested deeper than can be read',
  damaged: 'a header is damaged',
  'stream-damaged': 'a compressed volume is damaged',
};
