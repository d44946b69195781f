import { TEXTS } from './texts.ts';

/** What `ListPage` shows if nothing matches the filters of a log. */
export function narrowed(isNarrowed: boolean, onClear: () => void) {
  return isNarrowed ? { title: TEXTS.nothingFound, by: [TEXTS.nothingFoundWhy], onClear } : null;
}
