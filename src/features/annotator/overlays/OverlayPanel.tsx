import { Button } from '@mantine/core';
import type { StudyDetail } from '#contract/study-detail.ts';
import { EditOverlay } from '#features/annotator/masks/import/EditOverlay.tsx';
import type { OverlayFacts } from '#workers/voxels/types.ts';
import { seriesName } from '#features/annotator/texts.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { LayerRow } from './LayerRow.tsx';
import { canRetry, factsOf, refusalsOf, type OverlaySeries } from './overlay-store.ts';
import { OVERLAY_TEXTS, refusalText } from './overlay-texts.ts';
import classes from './OverlayPanel.module.css';
import { PresentationChoice } from './PresentationChoice.tsx';
import { useOverlays } from './use-overlays.ts';

/** What arrived with the studies on the screen to be shown over their images: a row for each layer. */
export function OverlayPanel({ study }: { study: StudyDetail }) {
  const { overlays } = useWorkstation();
  const { series, areHidden } = useOverlays();
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <Button variant="default" size="xs" aria-keyshortcuts="Q" aria-pressed={areHidden} onClick={() => overlays.hideOrShowAll()}>
          {areHidden ? OVERLAY_TEXTS.showAll : OVERLAY_TEXTS.hideAll}
          <span className={classes.key} aria-hidden>
            Q
          </span>
        </Button>
        {series.some(canRetry) && (
          <Button variant="default" size="xs" onClick={() => overlays.retry()}>
            {OVERLAY_TEXTS.retry}
          </Button>
        )}
      </div>
      {series.map((one) => (
        <SeriesOfOverlays key={one.series.uuid} {...{ study, one }} />
      ))}
    </div>
  );
}

function SeriesOfOverlays({ study, one: { series, opened } }: { study: StudyDetail; one: OverlaySeries }) {
  const { layers } = useOverlays();
  const name = seriesName(series);
  const facts = factsOf(opened);
  const refusals = refusalsOf(opened);
  return (
    <section aria-label={`${series.modalityCode} ${name}`} aria-busy={opened === null}>
      <h2 className={classes.title}>
        <span className={classes.chip}>{series.modalityCode}</span>
        <bdi className={classes.name}>{name}</bdi>
      </h2>
      {opened === null && <p className={classes.note}>{OVERLAY_TEXTS.reading}</p>}
      {refusals.map((refusal) => (
        <p key={refusal} className={classes.note}>
          {refusalText(refusal)}
        </p>
      ))}
      {opened !== null && refusals.length === 0 && facts.every(isEmpty) && <p className={classes.note}>{OVERLAY_TEXTS.nothing}</p>}
      <ul className={classes.list}>
        {facts
          .flatMap((file) => file.layers.map(({ id }) => layers.get(id)))
          .map((layer) => layer && <LayerRow key={layer.id} layer={layer} />)}
      </ul>
      {facts.some(({ kind }) => kind === 'segmentation' || kind === 'structures') && <EditOverlay study={study} series={series.uuid} />}
      {facts.map(({ presentation }, index) => presentation && <PresentationChoice key={index} state={presentation} />)}
    </section>
  );
}

function isEmpty({ layers, presentation }: OverlayFacts): boolean {
  return layers.length === 0 && presentation === null;
}
