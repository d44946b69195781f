import { inContext, t, translated } from '#language/t.ts';
import { amountText, type Amount } from '#ui/upload/amount.ts';
import { formatBytes, formatBytesOf, formatCount, formatDuration } from '#ui/format.ts';
import type { LostRight } from '#model/uploads/halt.ts';
import type { LinkQuality } from './link-quality.ts';

/** Texts of an upload being sent: its progress, why it is stalled, and what to do about it. */
export const SENDING_TEXTS = {
  link: inContext('network', 'Link'),
  notKnown: t('not known yet'),
  notMoving: t('nothing is sent'),
  retryNow: t('Try now'),
  later: t('Later, keep waiting'),
  goOn: t('Sign in and continue'),
  resumed: t('Resumed when this page was opened'),
  tellMe: t('Notify me when it is done'),
  willTell: t('You will be notified when it is done.'),
  chooseAgain: t('Choose them again'),
  downloadReceipt: t('Download receipt'),
  receiptOffline: t('The receipt comes from the server, which cannot be reached.'),
  noReceipt: t('The server could not send the receipt. Try again.'),
} as const;

export const LINK_TEXTS: Record<LinkQuality, string> = {
  good: inContext('link', 'good'),
  slow: inContext('link', 'slow'),
  unstable: inContext('link', 'unstable'),
  none: inContext('link', 'none'),
};

const LINK_SHORT_TEXTS: Record<LinkQuality, string> = {
  good: t('link good'),
  slow: t('link slow'),
  unstable: t('link unstable'),
  none: t('no link'),
};

const LINK_NOTES: Record<LinkQuality, string> = {
  good: t('steady responses'),
  slow: t('less than 1 Mbit/s'),
  unstable: t('responses are missing at times'),
  none: t('no response'),
};

/** The reason for the link quality. */
export function linkNoteText(quality: LinkQuality, breaks: number): string {
  if (quality === 'unstable' && breaks > 0) return t('lost {count, plural, one {once} other {# times}} in 2 min', { count: breaks });
  return LINK_NOTES[quality];
}

export function linkShortText(quality: LinkQuality): string {
  return LINK_SHORT_TEXTS[quality];
}

/** When the tab may be closed: what then happens in this browser (three background syncs: now, after 5 and after 20 minutes). */
export function mayCloseText({ turns, serverReachable }: { turns: boolean; serverReachable: boolean }): string {
  if (!turns) return t('Everything is on this device. The upload resumes when you open the app again; you need not select any file again.');
  return serverReachable
    ? t(
        'Everything is on this device. With the tab closed, the browser continues immediately, and again after 5 and 20 minutes, for about 2 min 30 s each time. The rest follows when you open the app.',
      )
    : t(
        'Everything is on this device. With the tab closed, the browser continues as soon as the network is back, and again after 5 and 20 minutes, for about 2 min 30 s each time. The rest follows when you open the app.',
      );
}

export function resumedText({
  provedFiles,
  files,
  confirmedBytes,
  bytes,
}: {
  provedFiles: number;
  files: number;
  confirmedBytes: number;
  bytes: number;
}): string {
  return t('{verified} of {total, plural, one {# file} other {# files}} verified before, {size} on the server', {
    verified: formatCount(provedFiles),
    total: files,
    size: formatBytesOf(confirmedBytes, bytes),
  });
}

export function lostTitle(files: number): string {
  return t(
    '{count, plural, one {# file was removed by this browser before it was sent} other {# files were removed by this browser before they were sent}}',
    { count: files },
  );
}

export function lostText(names: string): string {
  return t('{names}. Everything else continues. Select the same files again, in any order: they are recognised by their content.', {
    names,
  });
}

export function signInText(bytesLeft: number, amount: Amount): string {
  return bytesLeft === 0
    ? t('Your sign-in has ended. Your uploads wait on this device and resume as soon as you sign in.')
    : t('Your sign-in has ended. {size} of {amount} wait on this device and resume as soon as you sign in.', {
        size: formatBytes(bytesLeft),
        amount: amountText(amount),
      });
}

/** Why an upload waits for somebody else, and what then happens automatically. */
export function rightsText(code: LostRight, bytesLeft: number, amount: Amount): { title: string; text: string } {
  const { title, all, some } = LOST_RIGHTS[code];
  return { title, text: bytesLeft === 0 ? all : some({ size: formatBytes(bytesLeft), amount: amountText(amount) }) };
}

interface LostRightTexts {
  title: string;
  all: string;
  /** The rest of an upload that has begun. */
  some: (values: { size: string; amount: string }) => string;
}

const LOST_RIGHTS: Record<LostRight, LostRightTexts> = {
  not_allowed: {
    title: t('You may not upload to this team at the moment'),
    all: t('Your uploads wait on this device and resume as soon as your role allows it again.'),
    some: (values) => t('{size} of {amount} wait on this device and resume as soon as your role allows it again.', values),
  },
  not_a_member: {
    title: t('You are no longer a member of this team'),
    all: t('Your uploads wait on this device and resume as soon as you are a member again.'),
    some: (values) => t('{size} of {amount} wait on this device and resume as soon as you are a member again.', values),
  },
};

/** Reasons for which the sender pauses, and what ends the pause other than the next attempt. */
const WAITING_TEXTS: Record<string, { fact: string; next: string }> = {
  network: { fact: t('The network connection was lost.'), next: t('You need not select anything again.') },
  server: { fact: t('The server does not respond as expected.'), next: t('You need not select anything again.') },
  storage_full: {
    fact: t('The server has no storage space left.'),
    next: t('The upload resumes when there is space again: tell the platform administrator.'),
  },
  team_suspended: {
    fact: t('This team is suspended and receives nothing for now.'),
    next: t('The upload resumes when the team is reopened: ask the platform administrator.'),
  },
  too_many: { fact: t('The server is busy and asked this device to wait.'), next: t('The upload resumes by itself.') },
  device: {
    fact: t('This device could not read its stored files.'),
    next: t('If this continues, close other tabs and open the app again.'),
  },
};

export function hasWaitingWords(reason: string): boolean {
  return reason in WAITING_TEXTS;
}

export function waitingText(reason: string, confirmed: number, queued: number): string {
  return `${(WAITING_TEXTS[reason] ?? WAITING_TEXTS['server'])?.fact} ${whereText(confirmed, queued)}`;
}

export function offlineText(confirmed: number, queued: number): string {
  return `${t('There is no network.')} ${whereText(confirmed, queued)}`;
}

export const GOES_ON_TEXT = t('The upload resumes when the network is back. You need not select anything again.');

function whereText(confirmed: number, queued: number): string {
  return confirmed === 0
    ? t('Everything is on this device.')
    : t('{size} are on the server, the rest is on this device.', { size: formatBytesOf(confirmed, queued) });
}

/** No pause is this long: a longer one was written before a clock change, and is over. */
const LONGEST_WAIT_S = 600;

export function nextTryText(reason: string, secondsLeft: number): string {
  const next = (WAITING_TEXTS[reason] ?? WAITING_TEXTS['server'])?.next;
  const isOver = secondsLeft <= 0 || secondsLeft > LONGEST_WAIT_S;
  const first = isOver
    ? t('Trying now, then for as long as it takes.')
    : t('Next try in {time}, then for as long as it takes.', { time: formatDuration(secondsLeft) });
  return `${first} ${next}`;
}

/**
 * Why an upload stopped until the user retries, by error code: the fact, and the next step. Codes that are not listed use the server's
 * message.
 */
const FAILED_TEXTS: Record<string, string> = {
  foreign_origin: t('The server does not accept uploads from this address. Open the app at the address of your team.'),
  malformed: t('The server could not read what this version of the app sent. Reload the page, then try again.'),
  invalid: t(
    'The server rejected a value of this upload. Reload the page, then try again; if this continues, clear it and drop the files again.',
  ),
  missing_bodypart: t('A study has a body part that the team no longer has. Clear this upload and choose another one.'),
  conflict: t('The server already has different content for a part of this upload. Clear it and drop the files again.'),
  series_incomplete: t('Files of a series are missing on the server. Try again: all files are compared again.'),
  study_deleted: t(
    'A study of this upload was deleted from the team. An administrator can restore it. To send it again, clear this upload and drop the files again.',
  ),
  session_closed: t('This upload was closed on the server. Clear it and drop the files again.'),
  too_large: t('A part of this upload is larger than the server accepts. Ask the platform administrator, then try again.'),
  checksum_wrong: t('Data was changed on the way, twice. Something in the network alters it: try another network, then try again.'),
  not_found: t('The server does not accept this upload.'),
};

export function hasFailedWords(code: string): boolean {
  return code in FAILED_TEXTS;
}

export function failedText({ code, message }: { code: string; message: string }): string {
  return FAILED_TEXTS[code] ?? (translated(message) || t('The upload stopped.'));
}

export function freeText(bytes: number): string {
  return t('Free up {size} on this device', { size: formatBytes(bytes) });
}

export function keptText(until: string): string {
  return t('This device keeps its copy until {date} in case the server must be restored from a backup.', { date: until });
}
