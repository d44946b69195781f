import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { t } from '#language/t.ts';
import { formatBytes } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts for deleting and restoring studies. */
export const TEXTS = {
  title: t('Deleted studies'),
  columns: { study: t('Study'), content: t('Content'), deleted: t('Deleted'), by: t('By'), left: t('Days left') },
  delete: t('Delete study'),
  keep: t('Keep study'),
  deleteSelected: t('Delete'),
  keepSelected: t('Keep'),
  restore: t('Restore'),
  empty: t('No deleted studies'),
  emptyWhy: t('To delete a study, open it and choose “Delete study” in its menu. It is listed here for 30 days.'),
  toStudies: t('Go to Studies'),
  pageEmpty: t('No deleted studies on this page'),
  failed: t('The deleted studies could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('Deleting needs the network.'),
  restoreNeedsServer: t('Restoring needs the network.'),
  someone: t('Account closed'),
} as const;

/** Before one study is deleted. */
export const deleteWhy = ({ name, series, size }: { name: string; series: number; size: number }): string =>
  t(
    '“{name}” ({series, plural, one {# series} other {# series}}, {size}) disappears for everyone in the team, with labels and projects. ' +
      'Within 30 days this can be undone on the page “Deleted studies”. Then the images are removed from the server for good.',
    { name, series, size: formatBytes(size) },
  );

export const deleteSelectedWhy = (studies: number): string =>
  t(
    '{studies, plural, one {# study disappears} other {# studies disappear}} for everyone in the team, with labels and projects. Within ' +
      '30 days this can be undone on the page “Deleted studies”. Then the images are removed from the server for good.',
    { studies },
  );

export const deleteTitle = (): string => t('Delete study?');

export const deleteSelectedTitle = (studies: number): string =>
  t('Delete {studies, plural, one {# study} other {# studies}}?', { studies });

export const deleteSelectedText = (studies: number): string => t('Delete {studies, plural, one {# study} other {# studies}}', { studies });

/** Studies of which one call is about: one with its name, or several with their number. */
export type WhatStudies = { name: string } | { count: number };

export const deletedText = (what: WhatStudies): string =>
  'name' in what
    ? t('“{name}” was deleted. This can be undone for 30 days.', what)
    : t('{count, plural, one {# study was} other {# studies were}} deleted. This can be undone for 30 days.', what);

export const restoredText = (what: WhatStudies): string =>
  'name' in what ? t('“{name}” was restored.', what) : t('{count, plural, one {# study was} other {# studies were}} restored.', what);

export const daysText = (days: number): string => t('{days, plural, one {# day} other {# days}}', { days });

/** For the name of the button of a row. */
export const restoreText = (name: string): string => t('Restore {name}', { name });

export function failureText(failure: ApiFailure): string {
  return changeFailureText(failure, { not_found: t('This study no longer exists.') });
}
