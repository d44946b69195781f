import { TEXTS as STUDIES } from '#features/studies/texts.ts';
import { HISTORY_SERVER } from '#model/studies/history-sentences.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the history of a study. */
export const TEXTS = {
  title: 'History',
  ofStudy: 'Study',
  columns: { time: 'Time', what: 'What happened', who: 'Who', address: 'Address', record: 'Record' },
  server: HISTORY_SERVER,
  search: 'Search what happened or who did it',
  nothingFound: 'No entry matches',
  withViews: 'Show who opened the study',
  newest: 'Newest',
  older: 'Older',
  print: 'Print',
  empty: 'Nothing on this page',
  emptyWhy: 'Older entries may exist in the audit trail.',
  failed: 'The history could not be loaded',
  failedWhy: STUDIES.failedWhy,
  gone: STUDIES.detail.gone,
  goneWhy: STUDIES.detail.goneWhy,
  ...PAGE_OFFLINE,
} as const;
