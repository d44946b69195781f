import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import { CALLS } from '#contract/calls.ts';
import type { Finding } from '#contract/quality.ts';
import type { Series } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { formatCount } from '#ui/format.ts';
import { useSession } from '#ui/session-context.tsx';
import { showFailure } from '#ui/toasts.ts';
import { rowAfterKey } from './row-keys.ts';
import { SeriesItem } from './SeriesItem.tsx';
import { inAcquisitionOrder, movedTo, seriesOfAcquisition } from './series-order.ts';
import classes from './StudyPanel.module.css';
import { TEXTS } from './texts.ts';

interface SeriesListProps {
  studyUuid: string;
  series: readonly Series[];
  /** Of the study and of its series. */
  findings: readonly Finding[];
  current: string | null;
  onChoose: (uuid: string) => void;
}

/** All series of a study. Those of one acquisition are moved by dragging, by buttons and by Alt with the arrow keys (LIST-015, LIST-016). */
export function SeriesList({ studyUuid, series: unordered, findings, current, onChoose }: SeriesListProps) {
  const { serverReachable, permissions } = useSession<Session>();
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const series = inAcquisitionOrder(unordered);
  const mayMove = serverReachable && permissions.has('r:studies:detail');

  async function move(each: Series, place: number) {
    const own = seriesOfAcquisition(series, each);
    if (place < 0 || place >= own.length || own[place]?.uuid === each.uuid) return;
    const body = { series: movedTo(own, each.uuid, place), acquisitionCode: each.acquisition_code ?? '' };
    const answer = await callApi(CALLS.sortSeries, { body });
    if (!answer.ok) showFailure(changeFailureText(answer.failure));
    await client.invalidateQueries({ queryKey: ['study-series'] });
  }

  function press(event: KeyboardEvent<HTMLButtonElement>, each: Series) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && step !== undefined && mayMove) {
      event.preventDefault();
      const own = seriesOfAcquisition(series, each);
      return void move(each, own.findIndex(({ uuid }) => uuid === each.uuid) + step);
    }
    const next = rowAfterKey(event, { rows: series.length, row: series.findIndex(({ uuid }) => uuid === current) });
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
        {series.map((each) => {
          const own = seriesOfAcquisition(series, each);
          const place = own.findIndex(({ uuid }) => uuid === each.uuid);
          return (
            <SeriesItem
              key={each.uuid}
              studyUuid={studyUuid}
              series={each}
              findings={findings.filter((finding) => finding.series === each.uuid)}
              isCurrent={each.uuid === current}
              onChoose={() => onChoose(each.uuid)}
              onKeyDown={(event) => press(event, each)}
              place={own.length === 0 || !mayMove ? null : { isFirst: place === 0, isLast: place === own.length - 1 }}
              onMove={(step) => void move(each, place + step)}
              onDrag={setDragged}
              isTarget={dragged !== null && dragged !== each.uuid && own.some(({ uuid }) => uuid === dragged)}
              onDrop={() => {
                const from = series.find(({ uuid }) => uuid === dragged);
                setDragged(null);
                if (from !== undefined) void move(from, place);
              }}
            />
          );
        })}
      </ul>
    </section>
  );
}
