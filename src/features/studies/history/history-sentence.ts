import type { HistoryEntry, HistoryKind } from '#contract/study-history.ts';
import { t, translated } from '#language/t.ts';
import { HISTORY_SENTENCES } from '#model/studies/history-sentences.ts';

type Told = Pick<HistoryEntry, 'kind' | 'counts' | 'reason'>;

/** What happened, in plain words. Who did it stands beside it. */
export function historySentence({ kind, counts, reason = '' }: Told): string {
  const values = { ...(counts ?? { series: 0, files: 0, volumes: 0 }), reason };
  return WITH_VALUES[kind]?.(values) ?? translated(HISTORY_SENTENCES[kind]);
}

interface Values {
  series: number;
  files: number;
  volumes: number;
  reason: string;
}

/** The same words as `HISTORY_SENTENCES`, with numbers and their nouns. */
const WITH_VALUES: Readonly<Partial<Record<HistoryKind, (values: Values) => string>>> = {
  arrived: ({ series, files }) =>
    t('Started uploading {series, plural, one {# series} other {# series}}, {files, plural, one {# file} other {# files}}', {
      series,
      files,
    }),
  verified: ({ files }) =>
    t('Verified {files, plural, one {# file} other {# files}}: the content is the same as on the sending device', { files }),
  converted: ({ series, volumes }) =>
    t('Converted {series, plural, one {# series} other {# series}} to {volumes, plural, one {# volume} other {# volumes}}', {
      series,
      volumes,
    }),
  review_changes: ({ reason }) => t('Asked for changes in a review: {reason}', { reason }),
};
