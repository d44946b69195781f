import { formatCount, formatCountOf, formatDateTime } from '#ui/format.ts';
import type { WaitingUpload } from '#model/uploads/waiting-upload.ts';
import { shownNameText } from '#features/upload/texts.ts';

/** Texts of the list of waiting uploads. */
export const WAITING_TEXTS = {
  title: 'On this device',
  cleared: 'A cleared upload',
  clearedWhy: 'It is deleted from this device. The server is notified as soon as it can be reached.',
  untilSent: 'It waits here until you send it.',
  itsTurn: 'It is sent as soon as the uploads above it are on the server.',
  goOn: 'Continue',
  unsorted: 'Files that the server sorts',
} as const;

/** The patient of the first study, and the number of the others. */
export function uploadNameTexts({ isLegacy, patientName, studies }: WaitingUpload): { name: string; more: string } {
  if (isLegacy) return { name: WAITING_TEXTS.unsorted, more: '' };
  return { name: shownNameText(patientName ?? ''), more: studies > 1 ? `and ${formatCount(studies - 1)} more` : '' };
}

export function waitsSinceText({ isLegacy, since }: WaitingUpload): string {
  return `Not sent yet. ${isLegacy ? 'Chosen' : 'Read'} on ${formatDateTime(since, { seconds: false })}.`;
}

export function filesProvedText(proved: number, total: number): string {
  return proved === 0 ? formatCountOf(total, 'file', 'files') : `${formatCount(proved)} of ${formatCount(total)} verified`;
}
