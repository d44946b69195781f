import type { Halt } from '#model/halt.ts';
import type { LegacyStep } from '#model/legacy-upload.ts';
import { formatBytes, formatCount, formatCountOf } from '#ui/format.ts';

/** Words of the legacy flow; those of LEG-004 to 032 are given, and stand to the letter. */
export const TEXTS = {
  title: 'Upload',
  drop: 'Drag and drop single files or folders here OR be smart and upload a single zip',
  allowed: 'Allowed files extensions: dcm, zip, rar, tar.gz',
  dropNow: 'Drop to keep on this device',
  browse: 'Browse files',
  addMore: 'Add more files',
  upload: 'Upload',
  asTheyAre:
    'Files are sent as they are, names of patients included, and the server opens them. Where your team sends studies without patient data, it takes it out there.',
  readHere: 'Read them on this device first',
  withNames: 'Send files with patient data',
  withNamesUsual: 'Your team takes patient data out before anything is sent.',
  withNamesUsualWhy: 'These files leave this device as they are, with the names of patients in them: the server takes them out there.',
  withNamesUnheard: 'This device was never told whether your team takes patient data out before anything is sent.',
  withNamesUnheardWhy:
    'These files leave this device as they are, with the names of patients in them. Where your team goes without, the server takes them out there.',
  withNamesAct: 'Send them as they are',
  withNamesKeep: 'Keep them here',
  uploading: 'The upload continues in the background. You can close this tab.',
  proved: 'Files that the server has proved',
  reading: 'The server opens what you sent and sorts it into studies. It goes on without this page.',
  readingOffline: 'The server goes on without this page. What it found is shown when it can be reached again.',
  readingFailed: 'Reading the upload failed',
  readingFailedWhy: 'The server was asked five times what it found. Your files are safe there.',
  tryAgain: 'Try again',
  process: 'Process',
  processOffline: 'Process needs the server. What you choose stays on this device.',
  noAnswer: 'The server did not answer. Nothing is lost: try again.',
  bodyPart: 'Body part',
  duplicate: 'duplicate',
  exists: 'This study already exists',
  missingBodyPart: 'Missing bodypart',
  nothingSelected: 'Nothing selected',
  nothingSelectedWhy: 'Check the series that are to be converted.',
  notOneVolume: 'Not one volume',
  nothingFound: 'Nothing to convert',
  nothingFoundWhy: 'The server found no images in these files.',
  noName: 'No name',
  noPicture: 'No picture',
  checkStudy: (name: string) => `All series of ${name}`,
  bodyPartOf: (name: string) => `Body part of ${name}`,
  bodyPartsUnknown: 'The list was never read on this device.',
  nothingElse: 'No elements found.',
  password: 'Password',
  openArchive: 'Open',
  passwordOf: (name: string) => `Password of ${name}`,
  passwordWrong: 'This password does not open it.',
  passwordNeedsServer: 'The server opens it: it has to be reached first.',
  staysBehind: 'Stays behind',
  converting: 'The server converts one series after the other. It goes on without this page.',
  openStudy: (name: string) => `Open the study of ${name}`,
  edited: 'edited',
  toDone: 'Done',
  done: 'Case(s) converted successfully. Refresh the list of studies to see it.',
  noneConverted: 'No case could be converted.',
  noneConvertedWhy: 'Its page in the list of studies says why.',
  toStudies: 'Studies',
  anew: 'New upload',
  minimise: 'Minimise',
  fullScreen: 'Full screen',
  close: 'Close',
  isSmall: 'The upload is in the corner',
  isSmallWhy: 'It goes on while you work here.',
  closeTitle: 'Upload in progress',
  closeWhy: 'You are about to close upload in progress. Are you sure?',
  closeAct: 'Close the upload',
  keep: 'Keep it',
  understood: 'Understood',
  signIn: 'Sign in to continue',
  signInAct: 'Sign in',
  rights: 'You may not upload to this team now',
  rightsWhy: 'It goes on by itself when you may again.',
  keptHere: 'Everything is kept on this device.',
  away: 'The server cannot be reached',
  goesOn: 'It goes on by itself as soon as it can.',
  tryNow: 'Try now',
  unsupported: 'This file type is not supported. Try different format.',
} as const;

/** given (LEG-003). */
export function sessionText(id: string): string {
  return `Session id ${id}`;
}

const TITLES: Record<Exclude<LegacyStep, 'uploading'>, string> = {
  ready: 'Upload files',
  uploaded: 'Uploaded successfully',
  sorted: 'Select to convert',
  converting: 'Converting',
  organize: 'Organize',
  done: 'Done',
};

/** given (LEG-004, 008 to 010). */
export function stepTitle(step: LegacyStep, files: { proved: number; total: number }): string {
  return step === 'uploading' ? `Uploading ${formatCount(files.proved)} / ${formatCount(files.total)} file(s)` : TITLES[step];
}

/** As styled (LEG-034): what was sorted and what is organized share a place. */
export function stepsOf(step: LegacyStep): { words: string[]; now: number } {
  const isLate = step === 'converting' || step === 'organize' || step === 'done';
  const words = ['uploader', 'files', 'processing', isLate ? 'organize' : 'sorted', 'done'];
  const places: Record<LegacyStep, number> = { ready: 0, uploading: 1, uploaded: 2, sorted: 3, converting: 3, organize: 3, done: 4 };
  return { words, now: places[step] };
}

export function unsupportedText(count: number): string {
  return count === 1 ? TEXTS.unsupported : `${TEXTS.unsupported} (${formatCount(count)} files)`;
}

export function duplicatesText(count: number): string {
  return `${formatCountOf(count, 'file is', 'files are')} here already and ${count === 1 ? 'is' : 'are'} kept once.`;
}

export function unreadableText(count: number): string {
  return `${formatCountOf(count, 'file', 'files')} could not be read. Choose ${count === 1 ? 'it' : 'them'} again.`;
}

export function chosenText(files: number, bytes: number): string {
  return `${formatCountOf(files, 'file', 'files')}, ${formatBytes(bytes)}`;
}

export function moreFilesText(count: number): string {
  return `and ${formatCount(count)} more`;
}

export function copyingText(handled: number, total: number): string {
  return `Keep this tab open: ${formatCount(handled)} of ${formatCount(total)} files are on this device.`;
}

export function noRoomTitle(count: number): string {
  return `No room on this device for ${formatCountOf(count, 'file', 'files')}`;
}

export function lostTitle(count: number): string {
  return `${formatCountOf(count, 'file is', 'files are')} not on this device any more`;
}

export const LOST_WHY = 'The browser removed what it kept. Choose the same files again, and the upload goes on.';

export function leftBehindTitle(count: number): string {
  return `${formatCountOf(count, 'file', 'files')} did not reach this device before the tab was closed`;
}

/** The first names, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const more = names.length - NAMES;
  return names.slice(0, NAMES).join(', ') + (more > 0 ? ` ${moreFilesText(more)}` : '');
}

const NAMES = 3;

export function checkedText(series: number, studies: number): string {
  return `${formatCountOf(series, 'series', 'series')} checked in ${formatCountOf(studies, 'study', 'studies')}`;
}

export function missingText(names: readonly string[]): string {
  return `${names.join('; ')} ${names.length === 1 ? 'has' : 'have'} checked series and no body part.`;
}

export function refusedTitle(count: number): string {
  return formatCountOf(count, 'file stays behind', 'files stay behind');
}

export function unsupportedInsideText(count: number): string {
  return `${formatCountOf(count, 'file', 'files')} of other kinds in archives ${count === 1 ? 'was' : 'were'} passed over.`;
}

export function endedText(ended: number, checked: number): string {
  return `${formatCount(ended)} of ${formatCountOf(checked, 'series', 'series')} have ended`;
}

export function haltTitle(halt: Halt): string {
  if (halt.why === 'sign-in') return TEXTS.signIn;
  return halt.why === 'rights' ? TEXTS.rights : halt.message || 'The server refused the upload';
}
