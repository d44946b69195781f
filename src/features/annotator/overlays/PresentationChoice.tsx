import { Button } from '@mantine/core';
import { turnsOf } from '#model/overlays/displayed-area.ts';
import type { ImageFrame } from '#model/overlays/image-reference.ts';
import { presentationOf, type PresentationState } from '#model/overlays/presentation-state.ts';
import { isOpened } from '#features/annotator/station/series-store.ts';
import { useStation, useWorkstation, type Workstation } from '#features/annotator/workstation.ts';
import { leftOutText, OVERLAY_TEXTS } from './overlay-texts.ts';
import classes from './OverlayPanel.module.css';

/** Shows the active pane as a presentation state says. Never by itself: a reader who scrolls would see the window change. */
export function PresentationChoice({ state }: { state: PresentationState }) {
  const workstation = useWorkstation();
  const active = useStation((now) => now.active);
  const pane = useStation(({ panes }) => panes[active]!);
  const shown = imageOf(workstation, pane);
  const presented = shown && presentationOf(state, shown.image);

  function present() {
    if (!shown || !presented) return;
    const { window } = presented;
    workstation.station.act({
      act: 'present',
      pane: active,
      look: {
        ...turnsOf(state),
        // Low values are bright in what is stored that way already.
        isInverted: state.isInverted !== shown.isInverted,
        ...(window === null ? {} : { window: { center: window.centre, width: window.width } }),
      },
    });
  }

  return (
    <>
      {state.leftOut.length > 0 && <p className={classes.note}>{leftOutText(state.leftOut)}</p>}
      <p className={classes.note}>{presented ? OVERLAY_TEXTS.presentWhy : OVERLAY_TEXTS.otherImages}</p>
      {presented && (
        <Button variant="default" size="xs" onClick={present}>
          {OVERLAY_TEXTS.present}
        </Button>
      )}
    </>
  );
}

/** The stored image in a pane, if it is on the page. */
function imageOf({ series, pictures }: Workstation, pane: { series: string | null; show: string; slice: number }) {
  const opened = pane.series === null ? null : (series.peek(pane.series)?.opened ?? null);
  const picture = isOpened(opened) && pane.show === 'stored' ? pictures.peek(opened.id, pane.slice) : null;
  if (picture === null) return null;
  const image: ImageFrame = { sop: picture.sop, frame: picture.frameInFile };
  return { image, isInverted: picture.frame.kind === 'grey' && picture.frame.isInverted };
}
