import type { SkipReason } from '#contract/campaigns.ts';
import type { ShownList, ShownRead } from '#model/campaigns/shown-reads.ts';
import { formatCount } from '#ui/format.ts';

export const READING = {
  reading: 'Reading',
  skip: 'Skip',
  skipTitle: 'Skip this case',
  skipWhen: 'It comes back at the end.',
  skipCase: 'Skip case',
  cancel: 'Cancel',
  next: 'Next case',
  last: 'Finish the last case',
  allRead: 'All cases are read.',
  toCampaign: 'To the campaign',
  finished: 'The campaign has finished. This case can no longer be read.',
  read: 'This case is read. It can be opened again when the reviewer sends it back.',
  blinded: 'blinded',
  blindedWhy: 'You see only what you make in this read. Names and dates are hidden.',
  sentBack: 'Sent back',
  onDevice: 'on this device',
} as const;

export const SKIP_WORDS: Record<SkipReason, string> = {
  unreadable: 'Images cannot be read',
  series_missing: 'A series is missing',
  patient_known: 'I recognise the patient',
  other: 'Other',
};

export const caseText = ({ number }: Pick<ShownRead, 'number'>, { reads }: Pick<ShownList, 'reads'>): string =>
  `Case ${formatCount(number)} of ${formatCount(reads.length)}`;

export const guidelineText = (version: number): string => `Guideline v${formatCount(version)}`;

/** `3 min 12 s`; hours without seconds. */
export function spentText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** What the server has not received. */
export function waitingText({ reads }: Pick<ShownList, 'reads'>): string {
  const waiting = reads.filter(({ waits }) => waits).length;
  if (waiting === 0) return '';
  return `${waiting === 1 ? '1 case' : `${formatCount(waiting)} cases`} ${READING.onDevice}`;
}
