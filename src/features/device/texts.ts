import { formatBytes, formatBytesOf, formatCountOf, formatDateTime, formatTime } from '#ui/format.ts';
import type { KeptOfStudy } from '#localdb/pins.ts';
import type { PinState } from '#model/pin-state.ts';

/** Words of what is kept on this device. */
export const TEXTS = {
  title: 'On this device',
  uploads: 'Uploads',
  waiting: 'Waiting for the server',
  waitingNote: 'It may be here alone, so nothing removes it. It goes when the server has proved it.',
  nothingWaits: 'Nothing waits. Every file that was sent is proved.',
  toUpload: 'To the upload',
  proved: 'Copies of what the server has proved',
  provedNote: 'Kept for a day in case the server is restored from a backup. They give way by themselves when files need the room.',
  nothingProved: 'None are here.',
  studies: 'Studies to read offline',
  noStudies: 'No study is kept',
  noStudiesWhy: 'Open a study and press “Keep on this device”: it can then be read without a network.',
  toStudies: 'To the studies',
  seen: 'Pictures that were looked at',
  seenNote: 'The longest unused go first, and all of them go before files find no room.',
  seenHere: 'Shown again at once, also offline',
  nothingSeen: 'None are here',
  browser: 'This browser',
  room: 'Room',
  noName: 'No patient name',
  promised: 'It has promised to keep all of this',
  promisedNote: 'Only you remove it: here, by signing out, or by clearing the data of this site.',
  notPromised: 'It may remove this by itself',
  notPromisedNote: 'That happens when the disk is nearly full. Browsers promise more to pages that are installed or used often.',
  promiseUnknown: 'It does not say whether it removes this by itself',
  ask: 'Ask it to keep this',
  askedInVain: 'The browser does not promise it yet. It decides by how often this page is used and whether it is installed.',
  unpin: 'Unpin',
  tryNow: 'Try now',
  keep: 'Keep on this device',
  notKept: 'This device could not write that down. Free some room and try again.',
  mark: 'Kept on this device',
  markComing: 'Being fetched to this device',
  markFailed: 'Not whole on this device',
} as const;

type Pin = NonNullable<KeptOfStudy['pin']>;
type Failure = NonNullable<Pin['failure']>;

/** How far a pinned study is, in one sentence. */
export function pinText({ bytes, volumeBytes }: Pick<KeptOfStudy, 'bytes' | 'volumeBytes'>, pin: Pin): string {
  if (pin.state === 'wanted') return 'Waits its turn';
  if (pin.state === 'keeping') return pin.total === null ? 'Asking the server' : `${formatBytesOf(volumeBytes, pin.total)} fetched`;
  if (pin.state === 'failed' && pin.failure) return failureText(pin.failure);
  return `${TEXTS.mark}, ${formatBytes(bytes)}`;
}

function failureText({ why, status, until }: Failure): string {
  const next = `Next try at ${formatTime(until, { seconds: false })}.`;
  switch (why) {
    case 'network':
      return `The network is away. What came stays, and the rest follows. ${next}`;
    case 'sign-in':
      return 'Sign in to continue. What came stays.';
    case 'refused':
      return `You may not see this study any more, so nothing of it is kept here. ${next}`;
    case 'gone':
      return `The server does not have this study any more, so nothing of it is kept here. ${next}`;
    case 'room':
      return `This device has no room for all of it. Free some. ${next}`;
    case 'server':
      return `The server could not give it${status === null ? '' : ` (${status})`}. What came stays. ${next}`;
  }
}

/** On the row of a list. */
export function markText(state: PinState | null): string {
  if (state === null) return TEXTS.keep;
  if (state === 'kept') return TEXTS.mark;
  return state === 'failed' ? TEXTS.markFailed : TEXTS.markComing;
}

export function unpinText(bytes: number): string {
  return bytes > 0 ? `${TEXTS.unpin}, free ${formatBytes(bytes)}` : TEXTS.unpin;
}

export function keptAtText(at: number): string {
  return `as of ${formatDateTime(at, { seconds: false })}`;
}

export function freeText(bytes: number): string {
  return `Free ${formatBytes(bytes)}`;
}

export function waitingText(studies: number): string {
  return formatCountOf(studies, 'study', 'studies');
}

export function grantedText(usage: number, quota: number): string {
  return `It counts ${formatBytes(usage)} for this page and says that it would take up to ${formatBytes(quota)}. What there really is shows only when it refuses.`;
}
