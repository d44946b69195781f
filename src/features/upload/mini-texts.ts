import { formatBytes, formatBytesOf, formatCount, formatCountOf, formatDuration, formatRate } from '#ui/format.ts';
import type { PageState } from '#model/status.ts';
import type { Link } from './link.ts';
import type { Standstill } from './standstill.ts';

/** Words of the mini uploader; its header is given (UPL2-006). */
export const MINI_TEXTS = {
  title: 'Upload',
  fullScreen: 'Open the upload page',
  minimise: 'Make the upload small',
  restore: 'Show the upload',
  close: 'Close',
  goOn: 'Continue',
} as const;

export function notSentText(studies: number): string {
  return `${formatCountOf(studies, 'study', 'studies')} on this device, not sent yet`;
}

/** In one line, what a person would look into the small one for; empty where its percentage says it all. */
export function smallText(state: PageState, studies: number, standstill: Standstill | null): string {
  if (state === 'preview') return notSentText(studies);
  if (state === 'finished') return 'finished';
  return standstill === null ? '' : STANDS[standstill.why];
}

const STANDS: Record<Standstill['why'], string> = {
  failed: 'stopped',
  'sign-in': 'Sign in to continue',
  rights: 'waits for your right to upload',
  offline: 'The network is away',
  waiting: 'waits for the server',
};

export function moreText(more: number): string {
  return `and ${formatCount(more)} more`;
}

/** Beside the bytes: what is left of the way, as far as it is known. */
export function linkText({ bytesPerSecond, secondsLeft }: Pick<Link, 'bytesPerSecond' | 'secondsLeft'>): string {
  return [bytesPerSecond !== null && formatRate(bytesPerSecond), secondsLeft !== null && `${formatDuration(secondsLeft)} left`]
    .filter(Boolean)
    .join(' · ');
}

export function sentText(confirmed: number, queued: number): string {
  return confirmed === queued ? `${formatBytes(queued)} on the server` : formatBytesOf(confirmed, queued);
}

export function convertedText(ended: number, total: number): string {
  return `${formatCount(ended)} of ${formatCountOf(total, 'series', 'series')} converted`;
}
