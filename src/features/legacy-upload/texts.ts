import { inContext, t, translated } from '#language/t.ts';
import type { Halt } from '#model/uploads/halt.ts';
import type { LegacyStep } from '#model/uploads/legacy-upload.ts';
import { formatBytes, formatCount } from '#ui/format.ts';

/** Texts of the legacy flow; those of LEG-004 to 032 are given and literal. */
export const TEXTS = {
  title: t('Upload'),
  drop: t('Drag and drop single files or folders here OR be smart and upload a single zip'),
  allowed: t('Allowed files extensions: dcm, zip, rar, tar.gz'),
  dropNow: t('Drop to keep on this device'),
  browse: t('Browse files'),
  addMore: t('Add more files'),
  upload: inContext('verb', 'Upload'),
  asTheyAre: t(
    'Files are sent unchanged, including patient names, and processed on the server. If your team de-identifies studies, the server does it.',
  ),
  readHere: t('Process them on this device first'),
  withNames: t('Send files with patient data'),
  withNamesUsual: t('Your team removes patient data before upload.'),
  withNamesUsualWhy: t('These files are sent unchanged, including patient names. The server removes the patient data.'),
  withNamesUnheard: t('This device does not know whether your team removes patient data before upload.'),
  withNamesUnheardWhy: t(
    'These files are sent unchanged, including patient names. If your team de-identifies studies, the server removes the patient data.',
  ),
  withNamesAct: t('Send unchanged'),
  withNamesKeep: t('Do not send'),
  uploading: t('The upload continues in the background. You can close this tab.'),
  proved: t('Files that the server has verified'),
  reading: t('The server opens your files and sorts them into studies. You can close this page.'),
  readingOffline: t('The server continues without this page. Its results are shown when it can be reached again.'),
  readingFailed: t('Reading the upload failed'),
  readingFailedWhy: t('The server was asked five times for the result. Your files are safe there.'),
  tryAgain: t('Try again'),
  process: t('Process'),
  processOffline: t('Process needs the server. Your choices stay on this device.'),
  noAnswer: t('The server did not respond. Nothing is lost. Try again.'),
  bodyPart: t('Body part'),
  duplicate: t('duplicate'),
  exists: t('This study already exists'),
  missingBodyPart: t('Missing bodypart'),
  nothingSelected: t('Nothing selected'),
  nothingSelectedWhy: t('Select the series to convert.'),
  notOneVolume: t('Not one volume'),
  nothingFound: t('Nothing to convert'),
  nothingFoundWhy: t('The server found no images in these files.'),
  noName: t('No name'),
  noPicture: t('No picture'),
  checkStudy: (name: string) => t('All series of {name}', { name }),
  bodyPartOf: (name: string) => t('Body part of {name}', { name }),
  bodyPartsUnknown: t('The list is not on this device yet.'),
  nothingElse: t('No elements found.'),
  password: t('Password'),
  openArchive: inContext('verb', 'Open'),
  passwordOf: (name: string) => t('Password of {name}', { name }),
  passwordWrong: t('The password is wrong.'),
  passwordNeedsServer: t('The server opens the archive and cannot be reached now.'),
  staysBehind: t('Stays behind'),
  converting: t('The server converts one series after another. You can close this page.'),
  openStudy: (name: string) => t('Open the study of {name}', { name }),
  edited: t('edited'),
  toDone: t('Done'),
  done: t('Case(s) converted successfully. Refresh the list of studies to see it.'),
  noneConverted: t('No case could be converted.'),
  noneConvertedWhy: t('The study page shows why.'),
  toStudies: t('Studies'),
  anew: t('New upload'),
  minimise: t('Minimise'),
  fullScreen: t('Full screen'),
  close: t('Close'),
  isSmall: t('The upload is in the corner'),
  isSmallWhy: t('It continues while you work here.'),
  closeTitle: t('Upload in progress'),
  closeWhy: t('You are about to close upload in progress. Are you sure?'),
  closeAct: t('Close the upload'),
  keep: t('Keep it'),
  understood: t('Understood'),
  signIn: t('Sign in to continue'),
  signInAct: t('Sign in'),
  rights: t('You may not upload to this team at the moment'),
  rightsWhy: t('The upload resumes when your role allows it.'),
  keptHere: t('Everything is kept on this device.'),
  away: t('The server cannot be reached'),
  goesOn: t('It resumes automatically.'),
  retryNow: t('Try now'),
  unsupported: t('This file type is not supported. Try different format.'),
} as const;

/** given (LEG-003). */
export function sessionText(id: string): string {
  return t('Session id {id}', { id });
}

const TITLES: Record<Exclude<LegacyStep, 'uploading'>, string> = {
  ready: t('Upload files'),
  uploaded: t('Uploaded successfully'),
  sorted: t('Select to convert'),
  converting: t('Converting'),
  organize: t('Organize'),
  done: t('Done'),
};

/** given (LEG-004, 008 to 010). */
export function stepTitle(step: LegacyStep, files: { proved: number; total: number }): string {
  return step === 'uploading'
    ? t('Uploading {verified} / {total} file(s)', { verified: formatCount(files.proved), total: formatCount(files.total) })
    : TITLES[step];
}

/** The steps as styled (LEG-034): sorted and organized share a position. */
export function stepsOf(step: LegacyStep): { words: string[]; now: number } {
  const isLate = step === 'converting' || step === 'organize' || step === 'done';
  const words = [t('uploader'), t('files'), t('processing'), isLate ? t('organize') : t('sorted'), t('done')];
  const places: Record<LegacyStep, number> = { ready: 0, uploading: 1, uploaded: 2, sorted: 3, converting: 3, organize: 3, done: 4 };
  return { words, now: places[step] };
}

export function unsupportedText(count: number): string {
  return count === 1
    ? TEXTS.unsupported
    : t('This file type is not supported. Try different format. ({count} files)', { count: formatCount(count) });
}

export function duplicatesText(count: number): string {
  return t('{count, plural, one {# file is here already and is} other {# files are here already and are}} kept once.', { count });
}

export function unreadableText(count: number): string {
  return t('{count, plural, one {# file could not be read. Choose it again.} other {# files could not be read. Choose them again.}}', {
    count,
  });
}

export function chosenText(files: number, bytes: number): string {
  return t('{count, plural, one {# file} other {# files}}, {size}', { count: files, size: formatBytes(bytes) });
}

export function moreFilesText(count: number): string {
  return t('and {count} more', { count: formatCount(count) });
}

export function copyingText(handled: number, total: number): string {
  return t('Keep this tab open: {handled} of {total} files are on this device.', {
    handled: formatCount(handled),
    total: formatCount(total),
  });
}

export function noRoomTitle(count: number): string {
  return t('Not enough storage space for {count, plural, one {# file} other {# files}}', { count });
}

export function lostTitle(count: number): string {
  return t('{count, plural, one {# file is} other {# files are}} not on this device any more', { count });
}

export const LOST_WHY = t('The browser removed what it kept. Choose the same files again, and the upload goes on.');

export function leftBehindTitle(count: number): string {
  return t('{count, plural, one {# file} other {# files}} did not reach this device before the tab was closed', { count });
}

/** The first names, and the number of the others. */
export function namesText(names: readonly string[]): string {
  const more = names.length - NAMES;
  const shown = names.slice(0, NAMES).join(', ');
  return more > 0 ? t('{names} and {count} more', { names: shown, count: formatCount(more) }) : shown;
}

const NAMES = 3;

export function checkedText(series: number, studies: number): string {
  return t('{series, plural, one {# series} other {# series}} checked in {studies, plural, one {# study} other {# studies}}', {
    series,
    studies,
  });
}

export function missingText(names: readonly string[]): string {
  return t('{names} {count, plural, one {has} other {have}} checked series and no body part.', {
    names: names.join('; '),
    count: names.length,
  });
}

export function refusedTitle(count: number): string {
  return t('{count, plural, one {# file stays behind} other {# files stay behind}}', { count });
}

export function unsupportedInsideText(count: number): string {
  return t('{count, plural, one {# file of other kinds in archives was} other {# files of other kinds in archives were}} passed over.', {
    count,
  });
}

export function endedText(ended: number, checked: number): string {
  return t('{ended} of {total, plural, one {# series} other {# series}} have ended', { ended: formatCount(ended), total: checked });
}

export function haltTitle(halt: Halt): string {
  if (halt.why === 'sign-in') return TEXTS.signIn;
  return halt.why === 'rights' ? TEXTS.rights : translated(halt.message) || t('The server refused the upload');
}
