import { inContext, t } from '#language/t.ts';
import { formatBytes, formatBytesOf, formatCount, formatDateTime, formatTime } from '#ui/format.ts';
import type { KeptOfStudy } from '#localdb/kept-copies/pins.ts';
import type { PinState } from '#model/offline/pin-state.ts';

/** Texts of the data kept on this device. */
export const TEXTS = {
  title: t('On this device'),
  uploads: t('Uploads'),
  waiting: t('Waiting for the server'),
  waitingNote: t('This may be the only copy, so nothing deletes it. It is deleted after the server has verified it.'),
  nothingWaits: t('Nothing is waiting. Every file that was sent is verified.'),
  toUpload: t('To the upload'),
  proved: t('Copies of verified files'),
  provedNote: t('Kept for a day in case the server is restored from a backup. They are deleted automatically when space is needed.'),
  nothingProved: t('There are none.'),
  studies: t('Offline studies'),
  noStudies: t('No offline studies'),
  noStudiesWhy: t('Open a study and choose “Keep on this device” to read it without a network.'),
  models: t('Models for offline studies'),
  modelsNote: t('They propose segments without a network. A model is deleted with the last study that it suits.'),
  toStudies: t('To the studies'),
  seen: t('Cached images'),
  seenNote: t('The least recently used are deleted first. All of them are deleted before an upload runs out of space.'),
  seenHere: t('Shown immediately, also offline'),
  nothingSeen: t('There are none'),
  browser: t('This browser'),
  room: t('Storage space'),
  noName: t('No patient name'),
  promised: t('Storage is persistent'),
  promisedNote: t('Only you can delete it: here, by signing out, or by clearing the site data.'),
  notPromised: t('The browser may delete this data'),
  notPromisedNote: t('This can happen when the disk is nearly full. Browsers keep data of apps that are installed or used often.'),
  promiseUnknown: t('The browser does not say whether it may delete this data'),
  ask: t('Ask for persistent storage'),
  askedInVain: t('The browser has not granted it yet. It decides by how often you use this app and whether it is installed.'),
  unpin: t('Unpin'),
  retryNow: t('Try now'),
  keep: t('Keep on this device'),
  keepShort: inContext('on this device', 'Keep'),
  keepNeedsServer: t('Studies are downloaded to this device with the network'),
  notKept: t('This could not be saved on this device. Free up space and try again.'),
  mark: t('Kept on this device'),
  markComing: t('Downloading to this device'),
  markFailed: t('Not completely on this device'),
} as const;

type Pin = NonNullable<KeptOfStudy['pin']>;
type Failure = NonNullable<Pin['failure']>;

/** The progress of a pinned study, in one sentence. */
export function pinText({ bytes, imageBytes }: Pick<KeptOfStudy, 'bytes' | 'imageBytes'>, pin: Pin): string {
  if (pin.state === 'wanted') return t('Waiting');
  if (pin.state === 'keeping')
    return pin.total === null ? t('Contacting the server') : t('{size} fetched', { size: formatBytesOf(imageBytes, pin.total) });
  if (pin.state === 'failed' && pin.failure) return failureText(pin.failure);
  return t('Kept on this device, {size}', { size: formatBytes(bytes) });
}

function failureText({ why, status, until }: Failure): string {
  const next = t('Next try at {time}.', { time: formatTime(until, { seconds: false }) });
  switch (why) {
    case 'network':
      return t('There is no network. What was downloaded is kept, and the rest follows. {next}', { next });
    case 'sign-in':
      return t('Sign in to continue. What was downloaded is kept.');
    case 'refused':
      return t('You no longer have access to this study, so it is not kept here. {next}', { next });
    case 'gone':
      return t('The server no longer has this study, so it is not kept here. {next}', { next });
    case 'room':
      return t('There is not enough space on this device. Free up space. {next}', { next });
    case 'server':
      return status === null
        ? t('The server could not send it. What was downloaded is kept. {next}', { next })
        : t('The server could not send it ({status}). What was downloaded is kept. {next}', { status, next });
  }
}

export const keptAllText = (studies: number): string =>
  t('{count, plural, one {# study is} other {# studies are}} kept on this device and downloaded now', { count: studies });

export const notKeptAllText = (kept: number, wanted: number): string =>
  t(
    '{kept} of {wanted, plural, one {# study} other {# studies}} can be kept: this device has no space for more. Free up space and try again.',
    { kept: formatCount(kept), wanted },
  );

/** In a list row. */
export function markText(state: PinState | null): string {
  if (state === null) return TEXTS.keep;
  if (state === 'kept') return TEXTS.mark;
  return state === 'failed' ? TEXTS.markFailed : TEXTS.markComing;
}

export function unpinText(bytes: number): string {
  return bytes > 0 ? t('Unpin, free {size}', { size: formatBytes(bytes) }) : TEXTS.unpin;
}

export function keptAtText(at: number): string {
  return t('as of {date}', { date: formatDateTime(at, { seconds: false }) });
}

export function freeText(bytes: number): string {
  return t('Free {size}', { size: formatBytes(bytes) });
}

export function waitingText(studies: number): string {
  return t('Waiting for the server: {count, plural, one {# study} other {# studies}}', { count: studies });
}

export function grantedText(usage: number, quota: number): string {
  return t('This app uses {usage} of the {quota} that the browser offers. The disk may have less.', {
    usage: formatBytes(usage),
    quota: formatBytes(quota),
  });
}
