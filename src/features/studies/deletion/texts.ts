import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { formatBytes, formatCountOf } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts for deleting and restoring studies. */
export const TEXTS = {
  title: 'Deleted studies',
  columns: { study: 'Study', content: 'Content', deleted: 'Deleted', by: 'By', left: 'Days left' },
  delete: 'Delete study',
  keep: 'Keep study',
  deleteSelected: 'Delete',
  keepSelected: 'Keep',
  restore: 'Restore',
  empty: 'No deleted studies',
  emptyWhy: 'To delete a study, open it and choose “Delete study” in its menu. It is listed here for 30 days.',
  toStudies: 'Go to Studies',
  pageEmpty: 'No deleted studies on this page',
  failed: 'The deleted studies could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'Deleting needs the network.',
  restoreNeedsServer: 'Restoring needs the network.',
  someone: 'Account closed',
} as const;

const AFTERWARDS =
  'with labels and projects. Within 30 days this can be undone on the page “Deleted studies”. Then the images are removed from the server for good.';

/** Before one study is deleted. */
export function deleteWhy({ name, series, size }: { name: string; series: number; size: number }): string {
  const what = `${formatCountOf(series, 'series', 'series')}, ${formatBytes(size)}`;
  return `“${name}” (${what}) disappears for everyone in the team, ${AFTERWARDS}`;
}

export const deleteSelectedWhy = (studies: number): string =>
  `${studiesText(studies)} ${studies === 1 ? 'disappears' : 'disappear'} for everyone in the team, ${AFTERWARDS}`;

export const studiesText = (studies: number): string => formatCountOf(studies, 'study', 'studies');

export const quoted = (name: string): string => `“${name}”`;

export const deletedText = (what: string, studies: number): string =>
  `${what} ${studies === 1 ? 'was' : 'were'} deleted. This can be undone for 30 days.`;

export const restoredText = (what: string, studies: number): string => `${what} ${studies === 1 ? 'was' : 'were'} restored.`;

export const daysText = (days: number): string => formatCountOf(days, 'day', 'days');

/** For the name of the button of a row. */
export const restoreText = (name: string): string => `${TEXTS.restore} ${name}`;

export function failureText(failure: ApiFailure): string {
  return changeFailureText(failure, { not_found: 'This study no longer exists.' });
}
