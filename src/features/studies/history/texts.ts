import { TEXTS as STUDIES } from '#features/studies/texts.ts';
import { t, translated } from '#language/t.ts';
import { HISTORY_SERVER } from '#model/studies/history-sentences.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the history of a study. */
export const TEXTS = {
  title: t('History'),
  ofStudy: t('Study'),
  columns: { time: t('Time'), what: t('What happened'), who: t('Who'), address: t('Address'), record: t('Record') },
  server: translated(HISTORY_SERVER),
  search: t('Search what happened or who did it'),
  nothingFound: t('No entry matches'),
  withViews: t('Show who opened the study'),
  newest: t('Newest'),
  older: t('Older'),
  print: t('Print'),
  empty: t('Nothing on this page'),
  emptyWhy: t('Older entries may exist in the audit trail.'),
  failed: t('The history could not be loaded'),
  failedWhy: STUDIES.failedWhy,
  gone: STUDIES.detail.gone,
  goneWhy: STUDIES.detail.goneWhy,
  ...PAGE_OFFLINE,
} as const;
