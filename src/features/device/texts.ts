import { formatBytes, formatBytesOf, formatCount, formatCountOf, formatDateTime, formatTime } from '#ui/format.ts';
import type { KeptOfStudy } from '#localdb/kept-copies/pins.ts';
import type { PinState } from '#model/offline/pin-state.ts';

/** Texts of the data kept on this device. */
export const TEXTS = {
  title: 'On this device',
  uploads: 'Uploads',
  waiting: 'Waiting for the server',
  waitingNote: 'This may be the only copy, so nothing deletes it. It is deleted after the server has verified it.',
  nothingWaits: 'Nothing is waiting. Every file that was sent is verified.',
  toUpload: 'To the upload',
  proved: 'Copies of verified files',
  provedNote: 'Kept for a day in case the server is restored from a backup. They are deleted automatically when space is needed.',
  nothingProved: 'There are none.',
  studies: 'Offline studies',
  noStudies: 'No offline studies',
  noStudiesWhy: 'Open a study and choose “Keep on this device” to read it without a network.',
  models: 'Models for offline studies',
  modelsNote: 'They propose segments without a network. A model is deleted with the last study that it suits.',
  toStudies: 'To the studies',
  seen: 'Cached images',
  seenNote: 'The least recently used are deleted first. All of them are deleted before an upload runs out of space.',
  seenHere: 'Shown immediately, also offline',
  nothingSeen: 'There are none',
  browser: 'This browser',
  room: 'Storage space',
  noName: 'No patient name',
  promised: 'Storage is persistent',
  promisedNote: 'Only you can delete it: here, by signing out, or by clearing the site data.',
  notPromised: 'The browser may delete this data',
  notPromisedNote: 'This can happen when the disk is nearly full. Browsers keep data of apps that are installed or used often.',
  promiseUnknown: 'The browser does not say whether it may delete this data',
  ask: 'Ask for persistent storage',
  askedInVain: 'The browser has not granted it yet. It decides by how often you use this app and whether it is installed.',
  unpin: 'Unpin',
  retryNow: 'Try now',
  keep: 'Keep on this device',
  keepShort: 'Keep',
  keepNeedsServer: 'Studies are downloaded to this device with the network',
  notKept: 'This could not be saved on this device. Free up space and try again.',
  mark: 'Kept on this device',
  markComing: 'Downloading to this device',
  markFailed: 'Not completely on this device',
} as const;

type Pin = NonNullable<KeptOfStudy['pin']>;
type Failure = NonNullable<Pin['failure']>;

/** The progress of a pinned study, in one sentence. */
export function pinText({ bytes, imageBytes }: Pick<KeptOfStudy, 'bytes' | 'imageBytes'>, pin: Pin): string {
  if (pin.state === 'wanted') return 'Waiting';
  if (pin.state === 'keeping') return pin.total === null ? 'Contacting the server' : `${formatBytesOf(imageBytes, pin.total)} fetched`;
  if (pin.state === 'failed' && pin.failure) return failureText(pin.failure);
  return `${TEXTS.mark}, ${formatBytes(bytes)}`;
}

function failureText({ why, status, until }: Failure): string {
  const next = `Next try at ${formatTime(until, { seconds: false })}.`;
  switch (why) {
    case 'network':
      return `There is no network. What was downloaded is kept, and the rest follows. ${next}`;
    case 'sign-in':
      return 'Sign in to continue. What was downloaded is kept.';
    case 'refused':
      return `You no longer have access to this study, so it is not kept here. ${next}`;
    case 'gone':
      return `The server no longer has this study, so it is not kept here. ${next}`;
    case 'room':
      return `There is not enough space on this device. Free up space. ${next}`;
    case 'server':
      return `The server could not send it${status === null ? '' : ` (${status})`}. What was downloaded is kept. ${next}`;
  }
}

export const keptAllText = (studies: number): string =>
  `${formatCountOf(studies, 'study is', 'studies are')} kept on this device and downloaded now`;

export const notKeptAllText = (kept: number, wanted: number): string =>
  `${formatCount(kept)} of ${formatCountOf(wanted, 'study', 'studies')} can be kept: this device has no space for more. Free up space and try again.`;

/** In a list row. */
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
  return `This app uses ${formatBytes(usage)} of the ${formatBytes(quota)} that the browser offers. The disk may have less.`;
}
