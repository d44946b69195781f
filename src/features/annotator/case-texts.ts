import { t } from '#language/t.ts';

/** Texts of the way to a case. */
export const TEXTS = {
  toStudies: t('Go to studies'),
  toDashboard: t('Go to the dashboard'),
  retry: t('Try again'),
  finding: t('Finding the case…'),
  gone: t('Case not found'),
  goneWhy: t('Its study was deleted, or it belongs to another team.'),
  notAllowed: t('You may not open this case'),
  notAllowedWhy: t('Your role no longer includes studies. A team administrator can change that.'),
  offline: t('This case cannot be opened offline'),
  offlineWhy: t('You are offline, and its study is not on this device. It opens when the network is back.'),
  failed: t('The case could not be opened'),
  failedWhy: t('No data is lost.'),
} as const;
