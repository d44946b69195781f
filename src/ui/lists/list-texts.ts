import { formatCount, formatTime } from '#ui/format.ts';

/** A list from this device, with the time of its data. */
export const asOfText = (at: number): string => `list as of ${formatTime(at, { seconds: false })}`;

export const LIST_TEXTS = {
  reload: 'Reload',
  clearFilters: 'Clear filters',
  filters: 'Filters',
  filter: 'Filter',
  find: 'Find',
  nothingToChoose: 'There is nothing to choose from.',
  notFound: 'Nothing has this name.',
  apply: 'Apply',
  columns: 'Columns',
  columnsNote: 'Only for you, on this device',
  reset: 'Reset',
  automaticWidth: 'automatic',
  selectAll: 'Select all on this page',
  clearSelection: 'Clear the selection',
  showSelection: 'Show',
  remove: 'Remove',
  alwaysShown: 'always shown',
  needsServer: 'The server cannot be reached',
} as const;

/** `Without the modality MR 86 match`. */
export const withoutText = (filter: string, total: number): string =>
  `Without ${filter} ${formatCount(total)} ${total === 1 ? 'matches' : 'match'}`;

export const removeFilterText = (filter: string): string => `Remove the filter ${filter}`;

export const moveColumnUpText = (column: string): string => `Move ${column} up`;
export const moveColumnDownText = (column: string): string => `Move ${column} down`;

export const widthText = (column: string): string => `Width of ${column}`;

export const selectedText = (selected: number, total: number): string => `${formatCount(selected)} of ${formatCount(total)} selected`;

export function selectedPlacesText(onPage: number, selected: number): string {
  const elsewhere = selected - onPage;
  return elsewhere === 0 ? '' : `${formatCount(onPage)} on this page, ${formatCount(elsewhere)} elsewhere`;
}

/** The search and the page of a list, for `narrowed` of `ListPage`. */
export function narrowedBy({ search = '', page }: { search?: string; page: number }, filters: readonly string[] = []): string[] {
  return [...(search === '' ? [] : [`“${search}”`]), ...filters, ...(page > 1 ? [`Page ${page}`] : [])];
}

/** For `ListStates`: the page is not on this device. */
export const PAGE_OFFLINE = {
  offline: 'This page is not available offline',
  offlineWhy: 'You are offline, and this page is not on this device. It loads when the network is back.',
} as const;
