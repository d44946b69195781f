/** Texts of the way to a case. */
export const TEXTS = {
  toStudies: 'Go to studies',
  toDashboard: 'Go to the dashboard',
  retry: 'Try again',
  finding: 'Finding the case…',
  gone: 'Case not found',
  goneWhy: 'Its study was deleted, or it belongs to another team.',
  notAllowed: 'You may not open this case',
  notAllowedWhy: 'Your role no longer includes studies. A team administrator can change that.',
  offline: 'This case cannot be opened offline',
  offlineWhy: 'You are offline, and its study is not on this device. It opens when the network is back.',
  failed: 'The case could not be opened',
  failedWhy: 'No data is lost.',
} as const;
