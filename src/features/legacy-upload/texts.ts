import type { Halt } from '#model/uploads/halt.ts';
import type { LegacyStep } from '#model/uploads/legacy-upload.ts';
import { formatBytes, formatCount, formatCountOf } from '#ui/format.ts';

/** Texts of the legacy flow; those of LEG-004 to 032 are given and literal. */
export const TEXTS = {
  title: 'Upload',
  drop: 'Drag and drop single files or folders here OR be smart and upload a single zip',
  allowed: 'Allowed files extensions: dcm, zip, rar, tar.gz',
  dropNow: 'Drop to keep on this device',
  browse: 'Browse files',
  addMore: 'Add more files',
  upload: 'Upload',
  asTheyAre:
    'Files are sent unchanged, including patient names, and processed on the server. If your team de-identifies studies, the server does it.',
  readHere: 'Process them on this device first',
  withNames: 'Send files with patient data',
  withNamesUsual: 'Your team removes patient data before upload.',
  withNamesUsualWhy: 'These files are sent unchanged, including patient names. The server removes the patient data.',
  withNamesUnheard: 'This device does not know whether your team removes patient data before upload.',
  withNamesUnheardWhy:
    'These files are sent unchanged, including patient names. If your team de-identifies studies, the server removes the patient data.',
  withNamesAct: 'Send unchanged',
  withNamesKeep: 'Do not send',
  uploading: 'The upload continues in the background. You can close this tab.',
  proved: 'Files that the server has verified',
  reading: 'The server opens your files and sorts them into studies. You can close this page.',
  readingOffline: 'The server continues without this page. Its results are shown when it can be reached again.',
  readingFailed: 'Reading the upload failed',
  readingFailedWhy: 'The server was asked five times for the result. Your files are safe there.',
  tryAgain: 'Try again',
  process: 'Process',
  processOffline: 'Process needs the server. Your choices stay on this device.',
  noAnswer: 'The server did not respond. Nothing is lost. Try again.',
  bodyPart: 'Body part',
  duplicate: 'duplicate',
  exists: 'This study already exists',
  missingBodyPart: 'Missing bodypart',
  nothingSelected: 'Nothing selected',
  nothingSelectedWhy: 'Select the series to convert.',
  notOneVolume: 'Not one volume',
  nothingFound: 'Nothing to convert',
  nothingFoundWhy: 'The server found no images in these files.',
  noName: 'No name',
  noPicture: 'No picture',
  checkStudy: (name: string) => `All series of ${name}`,
  bodyPartOf: (name: string) => `Body part of ${name}`,
  bodyPartsUnknown: 'The list is not on this device yet.',
  nothingElse: 'No elements found.',
  password: 'Password',
  openArchive: 'Open',
  passwordOf: (name: string) => `Password of ${name}`,
  passwordWrong: 'The password is wrong.',
  passwordNeedsServer: 'The server opens the archive and cannot be reached now.',
  staysBehind: 'Stays behind',
  converting: 'The server converts one series after another. You can close this page.',
  openStudy: (name: string) => `Open the study of ${name}`,
  edited: 'edited',
  toDone: 'Done',
  done: 'Case(s) converted successfully. Refresh the list of studies to see it.',
  noneConverted: 'No case could be converted.',
  noneConvertedWhy: 'The study page shows why.',
  toStudies: 'Studies',
  anew: 'New upload',
  minimise: 'Minimise',
  fullScreen: 'Full screen',
  close: 'Close',
  isSmall: 'The upload is in the corner',
  isSmallWhy: 'It continues while you work here.',
  closeTitle: 'Upload in progress',
  closeWhy: 'You are about to close upload in progress. Are you sure?',
  closeAct: 'Close the upload',
  keep: 'Keep it',
  understood: 'Understood',
  signIn: 'Sign in to continue',
  signInAct: 'Sign in',
  rights: 'You may not upload to this team at the moment',
  rightsWhy: 'The upload resumes when your role allows it.',
  keptHere: 'Everything is kept on this device.',
  away: 'The server cannot be reached',
  goesOn: 'It resumes automatically.',
  retryNow: 'Try now',
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

/** The steps as styled (LEG-034): sorted and organized share a position. */
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
  return `Not enough storage space for ${formatCountOf(count, 'file', 'files')}`;
}

export function lostTitle(count: number): string {
  return `${formatCountOf(count, 'file is', 'files are')} not on this device any more`;
}

export const LOST_WHY = 'The browser removed what it kept. Choose the same files again, and the upload goes on.';

export function leftBehindTitle(count: number): string {
  return `${formatCountOf(count, 'file', 'files')} did not reach this device before the tab was closed`;
}

/** The first names, and the number of the others. */
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
