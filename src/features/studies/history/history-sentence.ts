import type { HistoryEntry } from '#contract/study-history.ts';
import { HISTORY_SENTENCES } from '#model/studies/history-sentences.ts';
import { formatCountOf } from '#ui/format.ts';

/** What happened, in plain words. Who did it stands beside it. */
export function historySentence({ kind, counts, reason = '' }: Pick<HistoryEntry, 'kind' | 'counts' | 'reason'>): string {
  const { series, files, volumes } = counts ?? { series: 0, files: 0, volumes: 0 };
  return HISTORY_SENTENCES[kind]
    .replace('{series}', formatCountOf(series, 'series', 'series'))
    .replace('{files}', formatCountOf(files, 'file', 'files'))
    .replace('{volumes}', formatCountOf(volumes, 'volume', 'volumes'))
    .replace('{reason}', () => reason);
}
