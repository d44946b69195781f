import { IconAlertTriangle } from '@tabler/icons-react';
import type { Series } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import type { FollowUpTable } from '#model/lesions/follow-up-table.ts';

import { formatStudyDate } from '#ui/format.ts';
import { useFollowUp } from './follow-up-context.tsx';
import { NON_TARGET_TEXTS, percentText } from './follow-up-texts.ts';
import classes from './FollowUpPanel.module.css';
import { problemText } from './problem-texts.ts';
import { seriesNotes } from './series-notes.ts';

/** What follows from the table, and what the reader should know before relying on it. */
export function FollowUpFacts({ series }: { series: readonly Series[] }) {
  const { table } = useFollowUp();
  const notes = [...table.problems.map(problemText), ...seriesNotes(table, (uuid) => series.find((one) => one.uuid === uuid) ?? null)];
  return (
    <>
      {table.evaluated !== null && (
        <dl className={classes.facts}>
          {factsOf(table).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {notes.length > 0 && (
        <ul className={classes.warnings}>
          {notes.map((note) => (
            <li key={note}>
              <IconAlertTriangle size={18} stroke={1.5} aria-hidden />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function factsOf({
  columns,
  targets,
  smallest,
  baseline,
  sinceSmallest,
  sinceBaseline,
  evaluated,
  news,
}: FollowUpTable): [string, string][] {
  const dateOf = (at: number) => formatStudyDate(columns[at]!.studyDate);
  const isPrior = smallest === columns.length - 2;
  const sums: [string, string][] = [
    [
      isPrior
        ? t('Since prior, the smallest sum')
        : smallest === null
          ? t('Since the smallest sum')
          : t('Since the smallest sum {date}', { date: dateOf(smallest) }),
      percentText(sinceSmallest),
    ],
    [baseline === null ? t('Since baseline') : t('Since baseline {date}', { date: dateOf(baseline) }), percentText(sinceBaseline)],
  ];
  return [
    ...(targets.length === 0 ? [] : sums),
    [t('New lesions'), evaluated?.hasNew === true ? String(news.length) : t('none')],
    [t('Non-target lesions'), evaluated?.nonTarget == null ? t('none') : NON_TARGET_TEXTS[evaluated.nonTarget]],
  ];
}
