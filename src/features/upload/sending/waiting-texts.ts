import { t } from '#language/t.ts';
import { formatCount, formatDateTime } from '#ui/format.ts';
import type { WaitingUpload } from '#model/uploads/waiting-upload.ts';
import { shownNameText } from '#features/upload/texts.ts';

/** Texts of the list of waiting uploads. */
export const WAITING_TEXTS = {
  title: t('On this device'),
  cleared: t('A cleared upload'),
  clearedWhy: t('It is deleted from this device. The server is notified as soon as it can be reached.'),
  untilSent: t('It waits here until you send it.'),
  itsTurn: t('It is sent as soon as the uploads above it are on the server.'),
  goOn: t('Continue'),
  unsorted: t('Files that the server sorts'),
} as const;

/** The patient of the first study, and the number of the others. */
export function uploadNameTexts({ isLegacy, patientName, studies }: WaitingUpload): { name: string; more: string } {
  if (isLegacy) return { name: WAITING_TEXTS.unsorted, more: '' };
  return {
    name: shownNameText(patientName ?? ''),
    more: studies > 1 ? t('and {count} more', { count: formatCount(studies - 1) }) : '',
  };
}

export function waitsSinceText({ isLegacy, since }: WaitingUpload): string {
  const date = formatDateTime(since, { seconds: false });
  return isLegacy ? t('Not sent yet. Chosen on {date}.', { date }) : t('Not sent yet. Read on {date}.', { date });
}

export function filesProvedText(proved: number, total: number): string {
  return proved === 0
    ? t('{count, plural, one {# file} other {# files}}', { count: total })
    : t('{verified} of {total} verified', { verified: formatCount(proved), total: formatCount(total) });
}
