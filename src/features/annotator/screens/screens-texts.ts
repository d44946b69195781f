import { t } from '#language/t.ts';

export const WINDOW_TEXTS = {
  open: t('Open a second window'),
  openWhy: t('the same study with a layout of its own; both follow each other'),
  notInRead: t('not in a read of a campaign, whose time would count twice'),
  again: t('The browser has opened no window. Press the button again.'),
} as const;
