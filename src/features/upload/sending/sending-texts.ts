import { amountText, type Amount } from '#ui/upload/amount.ts';
import { formatBytes, formatBytesOf, formatCount, formatCountOf, formatDuration } from '#ui/format.ts';
import type { LostRight } from '#model/uploads/halt.ts';
import type { LinkQuality } from './link-quality.ts';

/** Texts of an upload being sent: its progress, why it is stalled, and what to do about it. */
export const SENDING_TEXTS = {
  link: 'Link',
  notKnown: 'not known yet',
  notMoving: 'nothing is sent',
  retryNow: 'Try now',
  later: 'Later, keep waiting',
  goOn: 'Sign in and continue',
  resumed: 'Resumed when this page was opened',
  tellMe: 'Notify me when it is done',
  willTell: 'You will be notified when it is done.',
  chooseAgain: 'Choose them again',
  downloadReceipt: 'Download receipt',
  receiptOffline: 'The receipt comes from the server, which cannot be reached.',
  noReceipt: 'The server could not send the receipt. Try again.',
} as const;

const LINK_NOTES: Record<LinkQuality, string> = {
  good: 'steady responses',
  slow: 'less than 1 Mbit/s',
  unstable: 'responses are missing at times',
  none: 'no response',
};

/** The reason for the link quality. */
export function linkNoteText(quality: LinkQuality, breaks: number): string {
  if (quality === 'unstable' && breaks > 0) return breaks === 1 ? 'lost once in 2 min' : `lost ${formatCount(breaks)} times in 2 min`;
  return LINK_NOTES[quality];
}

export function linkShortText(quality: LinkQuality): string {
  return quality === 'none' ? 'no link' : `link ${quality}`;
}

/** When the tab may be closed: what then happens in this browser (three background syncs: now, after 5 and after 20 minutes). */
export function mayCloseText({ turns, serverReachable }: { turns: boolean; serverReachable: boolean }): string {
  if (!turns) return 'Everything is on this device. The upload resumes when you open the app again; you need not select any file again.';
  const first = serverReachable ? 'immediately' : 'as soon as the network is back';
  return `Everything is on this device. With the tab closed, the browser continues ${first}, and again after 5 and 20 minutes, for about 2 min 30 s each time. The rest follows when you open the app.`;
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
  return `${formatCount(provedFiles)} of ${formatCountOf(files, 'file', 'files')} verified before, ${formatBytesOf(confirmedBytes, bytes)} on the server`;
}

export function lostTitle(files: number): string {
  return `${formatCountOf(files, 'file was', 'files were')} removed by this browser before ${files === 1 ? 'it was' : 'they were'} sent`;
}

export function lostText(names: string): string {
  return `${names}. Everything else continues. Select the same files again, in any order: they are recognised by their content.`;
}

export function signInText(bytesLeft: number, amount: Amount): string {
  const wait = bytesLeft === 0 ? 'Your uploads wait' : `${formatBytes(bytesLeft)} of ${amountText(amount)} wait`;
  return `Your sign-in has ended. ${wait} on this device and resume as soon as you sign in.`;
}

/** Why an upload waits for somebody else, and what then happens automatically. */
export function rightsText(code: LostRight, bytesLeft: number, amount: Amount): { title: string; text: string } {
  const wait = bytesLeft === 0 ? 'Your uploads wait' : `${formatBytes(bytesLeft)} of ${amountText(amount)} wait`;
  const [title, until] = LOST_RIGHTS[code];
  return { title, text: `${wait} on this device and resume as soon as ${until}.` };
}

const LOST_RIGHTS: Record<LostRight, [title: string, until: string]> = {
  not_allowed: ['You may not upload to this team at the moment', 'your role allows it again'],
  not_a_member: ['You are no longer a member of this team', 'you are a member again'],
};

/** Reasons for which the sender pauses, and what ends the pause other than the next attempt. */
const WAITING_TEXTS: Record<string, { fact: string; next: string }> = {
  network: { fact: 'The network connection was lost.', next: 'You need not select anything again.' },
  server: { fact: 'The server does not respond as expected.', next: 'You need not select anything again.' },
  storage_full: {
    fact: 'The server has no storage space left.',
    next: 'The upload resumes when there is space again: tell the platform administrator.',
  },
  team_suspended: {
    fact: 'This team is suspended and receives nothing for now.',
    next: 'The upload resumes when the team is reopened: ask the platform administrator.',
  },
  too_many: { fact: 'The server is busy and asked this device to wait.', next: 'The upload resumes by itself.' },
  device: { fact: 'This device could not read its stored files.', next: 'If this continues, close other tabs and open the app again.' },
};

export function hasWaitingWords(reason: string): boolean {
  return reason in WAITING_TEXTS;
}

export function waitingText(reason: string, confirmed: number, queued: number): string {
  return `${(WAITING_TEXTS[reason] ?? WAITING_TEXTS['server'])?.fact} ${whereText(confirmed, queued)}`;
}

export function offlineText(confirmed: number, queued: number): string {
  return `There is no network. ${whereText(confirmed, queued)}`;
}

export const GOES_ON_TEXT = 'The upload resumes when the network is back. You need not select anything again.';

function whereText(confirmed: number, queued: number): string {
  return confirmed === 0
    ? 'Everything is on this device.'
    : `${formatBytesOf(confirmed, queued)} are on the server, the rest is on this device.`;
}

/** No pause is this long: a longer one was written before a clock change, and is over. */
const LONGEST_WAIT_S = 600;

export function nextTryText(reason: string, secondsLeft: number): string {
  const next = (WAITING_TEXTS[reason] ?? WAITING_TEXTS['server'])?.next;
  const isOver = secondsLeft <= 0 || secondsLeft > LONGEST_WAIT_S;
  return `${isOver ? 'Trying now' : `Next try in ${formatDuration(secondsLeft)}`}, then for as long as it takes. ${next}`;
}

/**
 * Why an upload stopped until the user retries, by error code: the fact, and the next step. Codes that are not listed use the server's
 * message.
 */
const FAILED_TEXTS: Record<string, string> = {
  foreign_origin: 'The server does not accept uploads from this address. Open the app at the address of your team.',
  malformed: 'The server could not read what this version of the app sent. Reload the page, then try again.',
  invalid:
    'The server rejected a value of this upload. Reload the page, then try again; if this continues, clear it and drop the files again.',
  missing_bodypart: 'A study has a body part that the team no longer has. Clear this upload and choose another one.',
  conflict: 'The server already has different content for a part of this upload. Clear it and drop the files again.',
  series_incomplete: 'Files of a series are missing on the server. Try again: all files are compared again.',
  study_deleted:
    'A study of this upload was deleted from the team. An administrator can restore it. To send it again, clear this upload and drop the files again.',
  session_closed: 'This upload was closed on the server. Clear it and drop the files again.',
  too_large: 'A part of this upload is larger than the server accepts. Ask the platform administrator, then try again.',
  checksum_wrong: 'Data was changed on the way, twice. Something in the network alters it: try another network, then try again.',
  not_found: 'The server does not accept this upload.',
};

export function hasFailedWords(code: string): boolean {
  return code in FAILED_TEXTS;
}

export function failedText({ code, message }: { code: string; message: string }): string {
  return FAILED_TEXTS[code] ?? (message || 'The upload stopped.');
}

export function freeText(bytes: number): string {
  return `Free up ${formatBytes(bytes)} on this device`;
}

export function keptText(until: string): string {
  return `This device keeps its copy until ${until} in case the server must be restored from a backup.`;
}
