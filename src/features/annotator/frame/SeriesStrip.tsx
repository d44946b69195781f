import type { ComponentType } from 'react';
import type { Series } from '#contract/study-detail.ts';
import { sourceSeries } from '#model/computed/recipe.ts';
import { OverlaySeriesList } from '#features/annotator/overlays/OverlaySeriesList.tsx';
import { seriesName, TEXTS } from '#features/annotator/texts.ts';
import { usePaneSeries, useStation } from '#features/annotator/workstation.ts';
import classes from './SeriesStrip.module.css';

/** The middle slice of a series; another feature, passed in by the route. */
export type Thumbnail = ComponentType<{ studyUuid: string; series: { uuid: string; state: string }; size: 'list' }>;

/** The series of one study, under its date. */
export interface StudyOfStrip {
  uuid: string;
  date: string;
  /** `this study`, or `earlier`. */
  words: string;
  /** In a pane, where panes show several studies: 'current', or how long before that it was. */
  paneWords: string;
  series: readonly Series[];
  /** Series that are drawn over the others. */
  overlays: readonly Series[];
}

interface SeriesStripProps {
  studies: readonly StudyOfStrip[];
  Thumbnail: Thumbnail;
  onChoose: (series: Series) => void;
  /** The series while it is dragged, then null. */
  onDrag: (series: Series | null) => void;
}

/** Series to choose from: a click shows one in the active pane, a drag in any pane. */
export function SeriesStrip({ studies, Thumbnail, onChoose, onDrag }: SeriesStripProps) {
  // Of a computed series, the one that it is computed from.
  const shown = usePaneSeries().map((series) => series && sourceSeries(series));
  const active = useStation((now) => now.active);
  const current = shown[active];
  return (
    <nav className={classes.strip} aria-label={TEXTS.series} data-dims>
      {studies.map(({ uuid, date, words, series, overlays }) => (
        <section key={uuid} aria-label={`${date} ${words}`}>
          <h2 className={classes.date}>
            {date} <span className={classes.words}>{words}</span>
            <span className={classes.count}>{series.length}</span>
          </h2>
          <ul className={classes.list}>
            {series.map((one) => (
              <li key={one.uuid}>
                <button
                  type="button"
                  className={classes.series}
                  data-series={one.uuid}
                  aria-current={one.uuid === current || undefined}
                  data-shown={shown.includes(one.uuid) || undefined}
                  onClick={() => onChoose(one)}
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'copy';
                    onDrag(one);
                  }}
                  onDragEnd={() => onDrag(null)}
                >
                  <Thumbnail studyUuid={uuid} series={one} size="list" />
                  <span className={classes.about}>
                    <span className={classes.head}>
                      <span className={classes.chip} data-decided={one.acquisition_code !== null || undefined}>
                        {one.acquisition_code ?? one.modalityCode}
                      </span>
                      <span className={classes.count}>{imagesOf(one)}</span>
                    </span>
                    <bdi className={classes.name}>{seriesName(one)}</bdi>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {overlays.length > 0 && <OverlaySeriesList series={overlays} />}
        </section>
      ))}
    </nav>
  );
}

function imagesOf({ reading, cnt, numberOfFrames }: Series): number {
  return reading?.facts?.slices ?? Math.max(cnt, numberOfFrames);
}
