import { formatTime } from '#ui/format.ts';

/** A list from this device, with the time of its data. */
export const asOfText = (at: number): string => `list as of ${formatTime(at, { seconds: false })}`;

/** For `ListStates`: the page is not on this device. */
export const PAGE_OFFLINE = {
  offline: 'This page is not available offline',
  offlineWhy: 'You are offline, and this page is not on this device. It loads when the network is back.',
} as const;
