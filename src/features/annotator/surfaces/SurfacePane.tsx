import { IconStack2 } from '@tabler/icons-react';
import type { Series } from '#contract/study-detail.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { DropHint, useSeriesDrop } from '#features/annotator/pane/drop-series.tsx';
import classes from '#features/annotator/pane/PaneView.module.css';
import { TEXTS } from '#features/annotator/texts.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';
import { noPictureText, SURFACE_TEXTS } from './surface-texts.ts';
import { SurfaceCell } from './SurfaceCell.tsx';
import { useShownSurfaces } from './use-surfaces.ts';

interface SurfacePaneProps {
  at: number;
  /** A series that is dragged, to be dropped on a pane. */
  dragged: Series | null;
  onDrop: (at: number) => void;
}

/** One pane that shows the surfaces of all visible segments (design.md §19, picture 45). */
export function SurfacePane({ at, dragged, onDrop }: SurfacePaneProps) {
  const { station, masks } = useWorkstation();
  const isActive = useStation(({ active }) => active === at);
  const hasMask = useMask(({ mask }) => mask !== null);
  const drop = useSeriesDrop(dragged, () => onDrop(at));
  const surfaces = useShownSurfaces();
  return (
    <section
      className={classes.pane}
      data-active={isActive || undefined}
      data-pane={at}
      aria-label={t('Pane {at}: {name}', { at: at + 1, name: SURFACE_TEXTS.name })}
    >
      <SurfaceCell
        surfaces={surfaces}
        words={noPictureText(hasMask, surfaces.length)}
        help={SURFACE_TEXTS.help}
        isDimmed={drop.target !== null}
        onPick={(point) => {
          const { mask } = masks.read();
          if (mask !== null) station.act({ act: 'point-in', series: mask.series, point });
        }}
        more={{
          ...drop.handlers,
          onFocus: () => station.act({ act: 'activate', pane: at }),
          onDoubleClick: () => station.act({ act: 'full' }),
        }}
      >
        {drop.target !== null && <DropHint target={drop.target} />}
      </SurfaceCell>
      <p className={classes.trust}>
        <IconStack2 size={13} stroke={1.75} aria-hidden />
        <span className={classes.line}>{SURFACE_TEXTS.trust}</span>
        <span className={classes.diagnosis}>{TEXTS.notForDiagnosis}</span>
      </p>
    </section>
  );
}
