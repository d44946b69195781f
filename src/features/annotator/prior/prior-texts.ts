import { inContext, t } from '#language/t.ts';

export const PRIOR_TEXTS = {
  bar: t('Link of the two studies'),
  linked: t('Linked'),
  notLinked: t('Not linked'),
  moved: t('prior is moved by'),
  by: { registration: t('by registration'), frame: t('by frame of reference') },
  here: t('Link here'),
  hereWhy: t('What both panes show now counts as the same place.'),
  less: t('Prior one step back'),
  more: t('Prior one step on'),
  unlink: t('End the link by hand'),
  backToWay: t('Follow registration or frame of reference again'),
} as const;

const DAY_MS = 86_400_000;

/** Midnight in UTC of a date as in DICOM, with or without points; null: there is none. */
function dayOf(date: string): number | null {
  const [, year, month, day] = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(date.trim()) ?? [];
  return day === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day));
}

/** Beside the date of an earlier study: how long before the one that is read it was. */
export function priorWords(date: string, current: string): string {
  const [then, now] = [dayOf(date), dayOf(current)];
  if (then === null || now === null || then > now) return t('prior');
  const days = Math.round((now - then) / DAY_MS);
  return days === 0 ? t('prior, of the same day') : t('prior, {days, plural, one {# day} other {# days}} earlier', { days });
}

export const CURRENT_WORDS = inContext('study', 'current');
