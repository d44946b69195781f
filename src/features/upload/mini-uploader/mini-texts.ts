import { formatBytes, formatBytesOf, formatCount, formatCountOf, formatDuration, formatRate } from '#ui/format.ts';
import type { PageState } from '#model/status.ts';
import type { Link } from '#features/upload/sending/link-quality.ts';
import type { Stall } from '#features/upload/sending/stalled.ts';

/** Texts of the mini uploader; its header is given (UPL2-006). */
export const MINI_TEXTS = {
  title: 'Upload',
  fullScreen: 'Open the upload page',
  minimise: 'Minimise',
  restore: 'Show the upload',
  close: 'Close',
  goOn: 'Continue',
} as const;

export function notSentText(studies: number): string {
  return `${formatCountOf(studies, 'study', 'studies')} on this device, not sent yet`;
}

/** One line for the minimised uploader; empty if the percentage is enough. */
export function smallText(state: PageState, studies: number, stall: Stall | null): string {
  if (state === 'preview') return notSentText(studies);
  if (state === 'finished') return 'finished';
  return stall === null ? '' : STANDS[stall.why];
}

const STANDS: Record<Stall['why'], string> = {
  failed: 'stopped',
  'sign-in': 'Sign in to continue',
  rights: 'waiting for permission to upload',
  offline: 'No network',
  waiting: 'waiting for the server',
};

export function moreText(more: number): string {
  return `and ${formatCount(more)} more`;
}

/** Next to the bytes: the rate and the remaining time, as far as they are known. */
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
