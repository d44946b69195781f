import { t } from '#language/t.ts';
import { formatBytes, formatBytesOf, formatCount, formatDuration, formatRate } from '#ui/format.ts';
import type { PageState } from '#model/status.ts';
import type { Link } from '#features/upload/sending/link-quality.ts';
import type { Stall } from '#features/upload/sending/stalled.ts';

/** Texts of the mini uploader; its header is given (UPL2-006). */
export const MINI_TEXTS = {
  title: t('Upload'),
  fullScreen: t('Open the upload page'),
  minimise: t('Minimise'),
  restore: t('Show the upload'),
  close: t('Close'),
  goOn: t('Continue'),
} as const;

export function notSentText(studies: number): string {
  return t('{count, plural, one {# study} other {# studies}} on this device, not sent yet', { count: studies });
}

/** One line for the minimised uploader; empty if the percentage is enough. */
export function smallText(state: PageState, studies: number, stall: Stall | null): string {
  if (state === 'preview') return notSentText(studies);
  if (state === 'finished') return t('finished');
  return stall === null ? '' : STANDS[stall.why];
}

const STANDS: Record<Stall['why'], string> = {
  failed: t('stopped'),
  'sign-in': t('Sign in to continue'),
  rights: t('waiting for permission to upload'),
  offline: t('No network'),
  waiting: t('waiting for the server'),
};

export function moreText(more: number): string {
  return t('and {count} more', { count: formatCount(more) });
}

/** Next to the bytes: the rate and the remaining time, as far as they are known. */
export function linkText({ bytesPerSecond, secondsLeft }: Pick<Link, 'bytesPerSecond' | 'secondsLeft'>): string {
  return [
    bytesPerSecond !== null && formatRate(bytesPerSecond),
    secondsLeft !== null && t('{time} left', { time: formatDuration(secondsLeft) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function sentText(confirmed: number, queued: number): string {
  return confirmed === queued ? t('{size} on the server', { size: formatBytes(queued) }) : formatBytesOf(confirmed, queued);
}

export function convertedText(ended: number, total: number): string {
  return t('{ended} of {total, plural, one {# series} other {# series}} converted', { ended: formatCount(ended), total });
}
