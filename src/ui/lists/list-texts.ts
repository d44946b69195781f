import { t } from '#language/t.ts';
import { formatCount, formatTime } from '#ui/format.ts';

/** A list from this device, with the time of its data. */
export const asOfText = (at: number): string => t('list as of {time}', { time: formatTime(at, { seconds: false }) });

export const LIST_TEXTS = {
  reload: t('Reload'),
  clearFilters: t('Clear filters'),
  filters: t('Filters'),
  filter: t('Filter'),
  find: t('Find'),
  nothingToChoose: t('There is nothing to choose from.'),
  notFound: t('Nothing has this name.'),
  apply: t('Apply'),
  columns: t('Columns'),
  columnsNote: t('Only for you, on this device'),
  reset: t('Reset'),
  automaticWidth: t('automatic'),
  selectAll: t('Select all on this page'),
  clearSelection: t('Clear the selection'),
  showSelection: t('Show'),
  remove: t('Remove'),
  alwaysShown: t('always shown'),
  needsServer: t('The server cannot be reached'),
} as const;

/** `Without the modality MR 86 match`. */
export const withoutText = (filter: string, total: number): string =>
  t('{total, plural, one {Without {filter} # matches} other {Without {filter} # match}}', { filter, total });

export const removeFilterText = (filter: string): string => t('Remove the filter {filter}', { filter });

export const moveColumnUpText = (column: string): string => t('Move {column} up', { column });
export const moveColumnDownText = (column: string): string => t('Move {column} down', { column });

export const widthText = (column: string): string => t('Width of {column}', { column });

export const selectedText = (selected: number, total: number): string =>
  t('{selected} of {total} selected', { selected: formatCount(selected), total: formatCount(total) });

export function selectedPlacesText(onPage: number, selected: number): string {
  const elsewhere = selected - onPage;
  return elsewhere === 0
    ? ''
    : t('{onPage} on this page, {elsewhere} elsewhere', { onPage: formatCount(onPage), elsewhere: formatCount(elsewhere) });
}

/** The search and the page of a list, for `narrowed` of `ListPage`. */
export function narrowedBy({ search = '', page }: { search?: string; page: number }, filters: readonly string[] = []): string[] {
  return [...(search === '' ? [] : [t('“{search}”', { search })]), ...filters, ...(page > 1 ? [t('Page {page}', { page })] : [])];
}

/** For `ListStates`: the page is not on this device. */
export const PAGE_OFFLINE = {
  offline: t('This page is not available offline'),
  offlineWhy: t('You are offline, and this page is not on this device. It loads when the network is back.'),
} as const;
