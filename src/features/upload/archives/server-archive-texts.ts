import { inContext, t } from '#language/t.ts';
import type { OpeningView, StudyView } from '#model/uploads/upload-view.ts';
import { formatBytesOf } from '#ui/format.ts';

export const SERVER_ARCHIVE_TEXTS = {
  openOnServer: t('Open on the server'),
  /** What that means, wherever it is offered. */
  means: t(
    'It is sent as it is: its files leave this device before anybody has looked at them here, with the names of patients in them. The server takes them out of every study that is to go without.',
  ),
  serverOpens: t('Let the server open archives'),
  serverOpensWhy: t(
    'For archives that this device has no room for, or cannot open (rar). They are sent as they are, with the names of patients in them; the server takes them out of every study that is to go without.',
  ),
  /** For an archive without space here: its unpacked files have to be deleted first. */
  lessRoom: t(
    'An archive takes less room where the server opens it: press ‘Clear’, tick ‘Let the server open archives’ and choose it again. It leaves as it is then, with the names of patients in it.',
  ),
  withNames: t('Send an archive with patient data'),
  withNamesWhy: t(
    'Your team removes patient data before upload. An archive that the server opens leaves this device as it is, with the names of patients in it: the server takes them out there, when you press Process.',
  ),
  withNamesAct: t('Let the server open it'),
  withNamesKeep: t('Keep it here'),
  /** For an archive being uploaded. */
  takeBack: t('Take back'),
  password: t('Password'),
  unlock: inContext('verb', 'Open'),
  wrongPassword: t('This password did not open it. Nothing is lost: try another one.'),
  noServer: t('The server cannot be reached. The archive waits there, and the password is asked for again.'),
  reading: t('The server tries the password.'),
  blocker: t('The server still opens an archive.'),
} as const;

export function openingTitle({ archives, phase }: OpeningView): string {
  const [first] = archives;
  const isReading = phase === 'archive-reading';
  if (archives.length === 1 && first !== undefined) {
    const { name } = first;
    return isReading ? t('The server opens {name}', { name }) : t('{name} on the way to the server', { name });
  }
  const values = { count: archives.length };
  return isReading
    ? t('The server opens {count, plural, one {# archive} other {# archives}}', values)
    : t('{count, plural, one {# archive} other {# archives}} on the way to the server', values);
}

/** Announced at the end: what the upload contains now. */
export function openedText(studies: readonly Pick<StudyView, 'series'>[]): string {
  const series = studies.reduce((sum, study) => sum + study.series.filter(({ location }) => location === 'server').length, 0);
  return t('The server has opened what it was given: {count, plural, one {# series} other {# series}} of it on the page', {
    count: series,
  });
}

export function openingText({ phase, bytes }: OpeningView): string {
  const after = t('What is in it appears below as soon as it is open; until then you can arrange the rest.');
  if (phase === 'archive-reading') return t('All of it is on the server. {after}', { after });
  return t('{size} are on the server, the rest is on this device: you can close this tab. {after}', {
    size: formatBytesOf(bytes.confirmed, bytes.total),
    after,
  });
}

export function passwordLabel(name: string): string {
  return t('Password of {name}', { name });
}

export function openText(name: string): string {
  return t('Open {name}', { name });
}

export function takeBackText(name: string): string {
  return t('Take back {name}', { name });
}
