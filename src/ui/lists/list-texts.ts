import { formatTime } from '#ui/format.ts';

/** A list from this device, with the time of its data. */
export const asOfText = (at: number): string => `list as of ${formatTime(at, { seconds: false })}`;

export const LIST_TEXTS = {
  reload: 'Reload',
  clearFilters: 'Clear filters',
} as const;

/** The search and the page of a list, for `narrowed` of `ListPage`. */
export function narrowedBy({ search = '', page }: { search?: string; page: number }, filters: readonly string[] = []): string[] {
  return [...(search === '' ? [] : [`“${search}”`]), ...filters, ...(page > 1 ? [`Page ${page}`] : [])];
}

/** For `ListStates`: the page is not on this device. */
export const PAGE_OFFLINE = {
  offline: 'This page is not available offline',
  offlineWhy: 'You are offline, and this page is not on this device. It loads when the network is back.',
} as const;
