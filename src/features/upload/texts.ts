import type { LeftOff } from '#contract/entities.ts';
import { ANONYMOUS, isOfBoxes, type BoxesRefusal, type DeidentifyRefusal } from '#model/deidentified.ts';
import { patientNameToText } from '#model/patient-name.ts';
import type { SeriesView } from '#model/upload-view.ts';
import { formatBytes, formatBytesOf, formatCount, formatCountOf, formatDuration } from '#ui/format.ts';
import type { KnownChoice, KnownStudy } from './known-study.ts';

/** Words of the upload page. Those marked `given` are the specification's, to the letter. */
export const TEXTS = {
  title: 'Upload',
  steps: { ready: 'Ready', preview: 'Preview', upload: 'Upload', converting: 'Converting', finished: 'Finished' },

  /** given (UPL2-001). */
  configure: 'Configure upload',
  configureShort: 'Configure',
  bodyPart: 'Body part',
  proposed: 'proposed',
  decided: 'decided by a person',
  setForAll: 'Set for all',
  bodyPartsUnknown: 'The list of body parts comes from the server. It was not read on this device yet.',
  rulesUnknown: 'How your team takes out patient data was never read on this device. Go online once, or untick ‘anonymize’',
  cannotDeidentify: 'Patient data cannot be taken out of this series. Deselect it, or untick ‘anonymize’ for its study',
  notDeidentified: 'Patient data is not taken out of every series yet',
  rulesUnknownWhy:
    'How your team does it was never read on this device. Open this page once with a network, or untick ‘anonymize’ and send with patient data.',
  anonymize: 'anonymize',
  anonymizeAnyway: 'anonymize anyway',
  anonymizeAll: 'anonymize all',
  withoutPatientData: 'Files leave without patient data',
  withoutPatientDataWhy:
    'Names, identifiers and other tags are taken out on this device. Pictures stay as they are, dot for dot, but for what you black out.',
  withoutPatientDataThere: 'Studies go to your team without patient data',
  withoutPatientDataThereWhy:
    'From what the server opened it is taken out there, before any file of it is part of a study; from all else on this device. Pictures stay as they are, dot for dot, but for what you black out.',
  withPatientData: 'Files are sent with patient data',
  withPatientDataWhy: 'Names, dates and all other tags go to the server of your team as they are in the files.',
  room: 'Room on this device',
  freePinned: 'Choose what to let go of',
  leaveOut: 'Leave them out',
  kept: 'The browser keeps what is here until it is sent or cleared.',
  notKept: 'The browser may remove it when the disk is full. Install the app to have it kept.',
  evictedWhy:
    'It was short of space and cleared what this site had stored here. What had reached the server is safe there; choose the others again. Your own files were not touched.',
  understood: 'Understood',

  /** given (LEG-005, UPL2-004). */
  drop: 'Drag and drop single files or folders here OR be smart and upload a single zip',
  dropTitle: 'Drop files or folders',
  dropNow: 'Drop to read on this device',
  browseFiles: 'Browse files',
  browseFolder: 'Browse folder',
  copiedFirst: 'Files are copied to this device first. You never select them twice.',
  toLegacy: 'Rar, or archives that the server is to open',
  addMore: 'Add more files',

  /** given (FILE-009). */
  unsupported: 'This file type is not supported. Try different format.',
  nothingInIt: 'There are no files in it.',
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
    'The server looks at codes and numbers of the headers, and at one slice of each MR series. No name and no description leaves this device.',
  recognisingWaits: 'Waiting for network',
  recognisingWaitsWhy:
    'What this device recognised stands. The server is asked as well once it can be reached; you can choose by hand and go on.',
  cancelRecognising: 'Cancel the recognition',
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
  noneOfIt: 'no series of it here',
  isSelected: 'selected',
  notSelected: 'not selected',
  nothingToSelect: 'None of them has a series here that could be selected.',
  /** given (LEG-022). */
  studyExists: 'This study already exists',
  skipKnown: 'Skip it',
  addMissing: 'Add what is missing',
  sendAnew: 'Send it anew',
  sendHereToo: 'Send it here too',
  versionsGo:
    'They have the SOP Instance UID of another file here, and other bytes. All of them go: look at the slices before you send them.',
  /** given (UPL2-012). */
  restore: 'restore',
  nameStaysHere: 'Only you see this name, here. The list of your team shows ‘Anonymous’ and a number.',
  nameIsOfTheList: 'The list of your team shows this name. The files keep theirs.',
  nameRequired: 'A study needs a name here. Esc brings the last one back.',
  nameStays: 'A study needs a name: the last one stays.',
  editName: 'Edit the name (E)',
  reference: 'Reference series',
  moveToStudy: 'Move to study',
  noTarget: 'No other study of this modality is here.',
  undo: 'Undo',
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
  clearWhy: 'Everything that was read for it is removed from this device. Your own files stay where they are.',
  clearSentWhy: 'What waits on this device is removed and will not be sent. Studies that are on the server whole stay there.',
  keep: 'Keep',

  sent: 'Sent',
  rate: 'Rate',
  timeLeft: 'Time left',
  proved: 'Proved',
  mayClose: 'You can close this tab',
  mayCloseConverting: 'Every file is on the server and proved identical. The server converts them with or without this page.',
  keptHere: 'What is not on the server stays on this device.',
  tryAgain: 'Try again',

  signIn: 'Sign in to continue',
  signInAct: 'Sign in',
  allProvedWhy: 'Each file was hashed here before sending and again on the server. The hashes are equal, byte for byte.',
  someFailed: 'Some series could not become a volume. Their files are on the server.',

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
    ? 'One file was here already, byte for byte. It is not taken a second time.'
    : `${formatCount(count)} files were here already, byte for byte. They are not taken a second time.`;
}

export function unreadableText(count: number): string {
  return `${formatCountOf(count, 'file', 'files')} could not be opened by the browser. The others are read.`;
}

export function noRoomTitle(waiting: number, bytes: number): string {
  return `No room on this device for ${formatCountOf(waiting, 'file', 'files')}: ${formatBytes(bytes)} are missing`;
}

/** What is safe, what happens next, and what it takes (design.md §11). */
export function noRoomText(names: readonly string[], sending: boolean): string {
  const wayOut = sending
    ? 'As the upload that is on its way makes room, they are taken by themselves, in order.'
    : 'Upload what is here, or free space on this device: then they are taken by themselves, in order.';
  return `Not copied: ${namesText(names)}. What is on this device stays. ${wayOut} Keep this tab open for that.`;
}

export function pinnedText(bytes: string): string {
  return `Studies that are kept to be read offline take ${bytes}.`;
}

/** It may be the upload after the one that is shown: the one that made room for them takes no more. */
export function waitedText(files: number): string {
  return files === 1
    ? 'The last file that waited for room is on this device now.'
    : `The last ${formatCount(files)} files that waited for room are on this device now.`;
}

export function copyFaultText(stored: number): string {
  return `Reading stopped. ${formatCountOf(stored, 'file is', 'files are')} on this device; select the others again.`;
}

/** The first names, and how many more: `a, b, c and 12 more`. */
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
  return `${namesText(paths)}. Choose ${paths.length === 1 ? 'it' : 'them'} again, or the folder: what is on this device already is recognised and not taken twice.`;
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

/** What the rest of the room is good for, in studies that people know the size of. */
export function roomInStudiesText(freeBytes: number): string {
  const [mr, ct] = [Math.floor(freeBytes / PROSTATE_MR_BYTES), Math.floor(freeBytes / CHEST_CT_BYTES)];
  return mr === 0
    ? 'not enough for one more study'
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
  return `${formatCount(proved)} of ${formatCountOf(total, 'file', 'files')} proved identical`;
}

export function provedShortText(proved: number, total: number): string {
  return `${formatCount(proved)} of ${formatCount(total)} files proved`;
}

export function identicalText(proved: number, total: number): string {
  return `${formatCount(proved)} of ${formatCount(total)} identical`;
}

export function goToText(name: string): string {
  return `Go to ${name}`;
}

/** What goes where when it is moved, and what that does to it (UPL2-062). */
/** `over`: so many more than a study takes are selected. */

export function movedText(series: number, name: string): string {
  return series === 1
    ? `One series was moved to ${name}. It is deselected now.`
    : `${formatCount(series)} series were moved to ${name}. They are deselected now.`;
}

export function restoreText(name: string): string {
  return `restore the name of the files: ${name}`;
}

/** A series as it is spoken of: its number where it has one, and what it is. */
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

/** Of the acquisitions that are recommended for an MR study. */
export function goesWithoutText(patientName: string, codes: readonly string[]): string {
  return `${shownNameText(patientName)} goes without ${joined(codes)}.`;
}

/** Files of which another has the SOP Instance UID. */
export function versionsText(files: number): string {
  return `${formatCountOf(files, 'file is a version', 'files are versions')} of an image that is here more than once`;
}

/** FILE-013: the flag that decides nothing. */
export function sameNameText(files: number): string {
  return `${formatCountOf(files, 'file has', 'files have')} the name and size of another. Their bytes differ, so none is a duplicate.`;
}

/** Where a study is already, and how much of it. Only this team says which files it has. */
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

/** Under what a study leaves as; one that was edited is asked about in the words that are given (UPL2-013). */
export function anonymizeText(isEdited: boolean): string {
  return isEdited ? TEXTS.anonymizeAnyway : TEXTS.anonymize;
}

/** READ-019: no number is told before the server has given it. */
export function leavesAsText(anonymousName: string | null): string {
  return `In the list of your team: ${anonymousName ?? `${ANONYMOUS}, and a number that the server gives`}`;
}

export function refusalText(refusal: DeidentifyRefusal): string {
  if (isOfBoxes(refusal)) return BOXES_REFUSALS[refusal];
  return `Patient data cannot be taken out: ${REFUSALS[refusal]}. It stays on this device unless its study is sent with patient data.`;
}

/** Whoever drew the boxes saw something there: they lead to leaving the series out, not to sending it as it is. */
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
