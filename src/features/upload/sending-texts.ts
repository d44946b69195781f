import { amountText, type Amount } from '#ui/upload/amount.ts';
import { formatBytes, formatBytesOf, formatCount, formatCountOf, formatDuration } from '#ui/format.ts';
import type { LostRight } from '#model/halt.ts';
import type { LinkQuality } from './link.ts';

/** Words of an upload on its way: how far it is, what keeps it, and what to do about it. */
export const SENDING_TEXTS = {
  link: 'Link',
  notKnown: 'not known yet',
  notMoving: 'nothing is sent',
  tryNow: 'Try now',
  later: 'Later, keep waiting',
  goOn: 'Sign in and go on',
  resumed: 'Resumed when this page was opened',
  tellMe: 'Tell me when it is done',
  willTell: 'This browser tells you when it is done.',
  chooseAgain: 'Choose them again',
  downloadReceipt: 'Download receipt',
  receiptOffline: 'The receipt comes from the server, which is away.',
  noReceipt: 'The server did not give the receipt. Try again.',
} as const;

const LINK_NOTES: Record<LinkQuality, string> = {
  good: 'what is sent is answered evenly',
  slow: 'less than 1 Mbit/s comes through',
  unstable: 'answers stay away at times',
  none: 'nothing comes through',
};

/** What the word for the link rests on. */
export function linkNoteText(quality: LinkQuality, breaks: number): string {
  if (quality === 'unstable' && breaks > 0)
    return breaks === 1 ? 'broke off once in 2 min' : `broke off ${formatCount(breaks)} times in 2 min`;
  return LINK_NOTES[quality];
}

export function linkShortText(quality: LinkQuality): string {
  return quality === 'none' ? 'no link' : `link ${quality}`;
}

/** When the tab may be closed: what then happens, as this browser grants it (three turns: now, after 5 and after 20 minutes). */
export function mayCloseText({ turns, serverReachable }: { turns: boolean; serverReachable: boolean }): string {
  if (!turns) return 'Everything is on this device. It goes on when you open the app again, without selecting a file again.';
  const first = serverReachable ? 'at once' : 'as soon as the network is back';
  return `Everything is on this device. With the tab closed the browser goes on ${first}, and again after 5 and after 20 minutes, for about 2 min 30 s each. What is left then goes on when you open the app.`;
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
  return `${formatCount(provedFiles)} of ${formatCountOf(files, 'file', 'files')} proved before, ${formatBytesOf(confirmedBytes, bytes)} on the server`;
}

export function lostTitle(files: number): string {
  return `${formatCountOf(files, 'file was', 'files were')} removed by this browser before ${files === 1 ? 'it was' : 'they were'} sent`;
}

export function lostText(names: string): string {
  return `${names}. Everything else goes on. Choose the same files again, in any order: they are known by their content and take their place.`;
}

export function signInText(bytesLeft: number, amount: Amount): string {
  const wait = bytesLeft === 0 ? 'Your uploads wait' : `${formatBytes(bytesLeft)} of ${amountText(amount)} wait`;
  return `Your sign-in ended. ${wait} on this device and go on as soon as you are back.`;
}

/** Why an upload waits for somebody else, and what then happens by itself. */
export function rightsText(code: LostRight, bytesLeft: number, amount: Amount): { title: string; text: string } {
  const wait = bytesLeft === 0 ? 'Your uploads wait' : `${formatBytes(bytesLeft)} of ${amountText(amount)} wait`;
  const [title, until] = LOST_RIGHTS[code];
  return { title, text: `${wait} on this device and go on by themselves as soon as ${until}.` };
}

const LOST_RIGHTS: Record<LostRight, [title: string, until: string]> = {
  not_allowed: ['You may not upload to this team at the moment', 'your role lets you upload again'],
  not_a_member: ['You are not a member of this team any more', 'you are one again'],
};

/** What makes the sender pause, by the reason that it writes down, and what ends it besides the next try. */
const WAITING_TEXTS: Record<string, { fact: string; next: string }> = {
  network: { fact: 'The network went away.', next: 'Nothing is sent twice, nothing is selected twice.' },
  server: { fact: 'The server does not answer as it should.', next: 'Nothing is sent twice, nothing is selected twice.' },
  storage_full: {
    fact: 'The server has no room left.',
    next: 'It goes on by itself when room was made there: tell who runs the server.',
  },
  team_suspended: {
    fact: 'This team is suspended: nothing is sent to it for now.',
    next: 'It goes on by itself when the team is reopened: ask who runs the server.',
  },
  too_many: { fact: 'The server is asked by many at once and told this device to wait.', next: 'It goes on by itself.' },
  device: { fact: 'This device could not read what it keeps.', next: 'If it stays so, close other tabs and open the app again.' },
};

export function hasWaitingWords(reason: string): boolean {
  return reason in WAITING_TEXTS;
}

export function waitingText(reason: string, confirmed: number, queued: number): string {
  return `${(WAITING_TEXTS[reason] ?? WAITING_TEXTS['server'])?.fact} ${whereText(confirmed, queued)}`;
}

export function offlineText(confirmed: number, queued: number): string {
  return `The network is away. ${whereText(confirmed, queued)}`;
}

export const GOES_ON_TEXT = 'It goes on by itself when the network is back. Nothing is sent twice, nothing is selected twice.';

function whereText(confirmed: number, queued: number): string {
  return confirmed === 0
    ? 'Everything is on this device.'
    : `${formatBytesOf(confirmed, queued)} are on the server, the rest is on this device.`;
}

/** No pause is as long as this: what says so was written before a clock jumped, and is over. */
const LONGEST_WAIT_S = 600;

export function nextTryText(reason: string, secondsLeft: number): string {
  const next = (WAITING_TEXTS[reason] ?? WAITING_TEXTS['server'])?.next;
  const isOver = secondsLeft <= 0 || secondsLeft > LONGEST_WAIT_S;
  return `${isOver ? 'Trying now' : `Next try in ${formatDuration(secondsLeft)}`}, then for as long as it takes. ${next}`;
}

/**
 * Why an upload stopped until a person tries again, by the code of the fault: the fact, and the next step. A code that is not here has the
 * server's own words.
 */
const FAILED_TEXTS: Record<string, string> = {
  foreign_origin: 'The server does not take uploads from this address. Open the app at the address of your team.',
  malformed: 'The server could not read what this version of the app sent. Reload the page, then try again.',
  invalid:
    'The server did not take a value of this upload. Reload the page, then try again; if it stays so, clear it and drop the files again.',
  missing_bodypart: 'A study has a body part that the team does not have any more. Clear this upload and choose another one.',
  conflict: 'The server has other content under the same place of this upload. Clear it and drop the files again.',
  series_incomplete: 'The server misses files of a series. Try again: they are compared anew.',
  session_closed: 'This upload was closed on the server. Clear it and drop the files again.',
  too_large: 'A part of this upload is larger than the server takes. Ask who runs the server, then try again.',
  checksum_wrong: 'Bytes arrived changed, twice. Something on the way alters them: try another network, then try again.',
  not_found: 'The server does not take this upload.',
};

export function hasFailedWords(code: string): boolean {
  return code in FAILED_TEXTS;
}

export function failedText({ code, message }: { code: string; message: string }): string {
  return FAILED_TEXTS[code] ?? (message || 'The upload stopped.');
}

export function freeText(bytes: number): string {
  return `Free ${formatBytes(bytes)} on this device`;
}

export function keptText(until: string): string {
  return `This device keeps its copy until ${until}, should the server have to be restored from a backup.`;
}
