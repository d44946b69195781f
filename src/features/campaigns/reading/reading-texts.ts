import type { SkipReason } from '#contract/campaigns.ts';
import { t } from '#language/t.ts';
import type { ShownList, ShownRead } from '#model/campaigns/shown-reads.ts';
import { formatCount } from '#ui/format.ts';

export const READING = {
  reading: t('Reading'),
  skip: t('Skip'),
  skipTitle: t('Skip this case'),
  skipWhen: t('It comes back at the end.'),
  skipCase: t('Skip case'),
  cancel: t('Cancel'),
  next: t('Next case'),
  last: t('Finish the last case'),
  allRead: t('All cases are read.'),
  toCampaign: t('To the campaign'),
  finished: t('The campaign has finished. This case can no longer be read.'),
  read: t('This case is read. It can be opened again when the reviewer sends it back.'),
  blinded: t('blinded'),
  blindedWhy: t('You see only what you make in this read. Names and dates are hidden.'),
  sentBack: t('Sent back'),
} as const;

export const SKIP_WORDS: Record<SkipReason, string> = {
  unreadable: t('Images cannot be read'),
  series_missing: t('A series is missing'),
  patient_known: t('I recognise the patient'),
  other: t('Other'),
};

export const caseText = ({ number }: Pick<ShownRead, 'number'>, { reads }: Pick<ShownList, 'reads'>): string =>
  t('Case {number} of {count}', { number: formatCount(number), count: formatCount(reads.length) });

export const guidelineText = (version: number): string => t('Guideline v{version}', { version: formatCount(version) });

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
  return t('{waiting, plural, one {# case} other {# cases}} on this device', { waiting });
}
