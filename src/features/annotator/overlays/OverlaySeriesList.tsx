import type { Series } from '#contract/study-detail.ts';
import { seriesName } from '#features/annotator/texts.ts';
import { refusalsOf } from './overlay-store.ts';
import { OVERLAY_TEXTS, refusalText } from './overlay-texts.ts';
import classes from './OverlaySeriesList.module.css';
import { useOverlays } from './use-overlays.ts';

/** Series that no pane shows by itself. They have no slices to choose from, so a reader learns here where they are shown, and which are refused. */
export function OverlaySeriesList({ series }: { series: readonly Series[] }) {
  const overlays = useOverlays();
  return (
    <>
      <h3 className={classes.title}>
        {OVERLAY_TEXTS.name} <span className={classes.count}>{series.length}</span>
      </h3>
      <ul className={classes.list}>
        {series.map((one) => (
          <li key={one.uuid} className={classes.series} data-overlays={one.uuid}>
            <span className={classes.chip}>{one.modalityCode}</span>
            <bdi className={classes.name}>{seriesName(one)}</bdi>
            {refusalsOf(overlays.series.find(({ series: { uuid } }) => uuid === one.uuid)?.opened ?? null).map((refusal) => (
              <span key={refusal} className={classes.reason}>
                {refusalText(refusal)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
