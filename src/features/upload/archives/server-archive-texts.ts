import type { OpeningView, StudyView } from '#model/uploads/upload-view.ts';
import { formatBytesOf, formatCountOf } from '#ui/format.ts';

export const SERVER_ARCHIVE_TEXTS = {
  openOnServer: 'Open on the server',
  /** What that means, wherever it is offered. */
  means:
    'It is sent as it is: its files leave this device before anybody has looked at them here, with the names of patients in them. The server takes them out of every study that is to go without.',
  serverOpens: 'Let the server open archives',
  serverOpensWhy:
    'For archives that this device has no room for, or cannot open (rar). They are sent as they are, with the names of patients in them; the server takes them out of every study that is to go without.',
  /** For an archive without space here: its unpacked files have to be deleted first. */
  lessRoom:
    'An archive takes less room where the server opens it: press ‘Clear’, tick ‘Let the server open archives’ and choose it again. It leaves as it is then, with the names of patients in it.',
  withNames: 'Send an archive with patient data',
  withNamesWhy:
    'Your team removes patient data before upload. An archive that the server opens leaves this device as it is, with the names of patients in it: the server takes them out there, when you press Process.',
  withNamesAct: 'Let the server open it',
  withNamesKeep: 'Keep it here',
  /** For an archive being uploaded. */
  takeBack: 'Take back',
  password: 'Password',
  unlock: 'Open',
  wrongPassword: 'This password did not open it. Nothing is lost: try another one.',
  noServer: 'The server cannot be reached. The archive waits there, and the password is asked for again.',
  reading: 'The server tries the password.',
  blocker: 'The server still opens an archive.',
} as const;

function namesOf({ archives }: OpeningView): string {
  const [only] = archives;
  return archives.length === 1 && only !== undefined ? only.name : formatCountOf(archives.length, 'archive', 'archives');
}

export function openingTitle(opening: OpeningView): string {
  return opening.phase === 'archive-reading' ? `The server opens ${namesOf(opening)}` : `${namesOf(opening)} on the way to the server`;
}

/** Announced at the end: what the upload contains now. */
export function openedText(studies: readonly Pick<StudyView, 'series'>[]): string {
  const series = studies.reduce((sum, study) => sum + study.series.filter(({ location }) => location === 'server').length, 0);
  return `The server has opened what it was given: ${formatCountOf(series, 'series', 'series')} of it on the page`;
}

export function openingText({ phase, bytes }: OpeningView): string {
  const after = 'What is in it appears below as soon as it is open; until then you can arrange the rest.';
  if (phase === 'archive-reading') return `All of it is on the server. ${after}`;
  return `${formatBytesOf(bytes.confirmed, bytes.total)} are on the server, the rest is on this device: you can close this tab. ${after}`;
}

export function passwordLabel(name: string): string {
  return `Password of ${name}`;
}
