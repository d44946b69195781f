import { useRef, type KeyboardEvent } from 'react';
import type { Series } from '#contract/study-detail.ts';
import { formatCount } from '#ui/format.ts';
import { rowAfterKey } from './row-keys.ts';
import { SeriesItem } from './SeriesItem.tsx';
import classes from './StudyPanel.module.css';
import { TEXTS } from './texts.ts';

interface SeriesListProps {
  studyUuid: string;
  series: readonly Series[];
  current: string | null;
  onChoose: (uuid: string) => void;
}

export function SeriesList({ studyUuid, series, current, onChoose }: SeriesListProps) {
  const list = useRef<HTMLUListElement>(null);

  function walk(event: KeyboardEvent<HTMLButtonElement>) {
    const next = rowAfterKey(event, { rows: series.length, row: series.findIndex((each) => each.uuid === current) });
    const uuid = next === null ? undefined : series[next]?.uuid;
    if (uuid === undefined) return;
    event.preventDefault();
    onChoose(uuid);
    list.current?.querySelector<HTMLElement>(`[data-series="${uuid}"] button`)?.focus();
  }

  return (
    <section className={classes.series} aria-label={TEXTS.detail.series}>
      <h3 className={classes.seriesHead}>
        {TEXTS.detail.series} <span>{formatCount(series.length)}</span>
      </h3>
      <ul ref={list}>
        {series.map((each) => (
          <SeriesItem
            onKeyDown={walk}
            key={each.uuid}
            studyUuid={studyUuid}
            series={each}
            isCurrent={each.uuid === current}
            onChoose={() => onChoose(each.uuid)}
          />
        ))}
      </ul>
    </section>
  );
}
