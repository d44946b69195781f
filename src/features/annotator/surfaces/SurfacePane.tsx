import { IconStack2 } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import type { Series } from '#contract/study-detail.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { DropHint, useSeriesDrop } from '#features/annotator/pane/drop-series.tsx';
import classes from '#features/annotator/pane/PaneView.module.css';
import { seriesName, TEXTS } from '#features/annotator/texts.ts';
import { pickVoxel } from '#features/annotator/volume/pick-voxel.ts';
import { useSpaceOf3d } from '#features/annotator/volume/use-space.ts';
import { useShownVolume, useVolumeBox } from '#features/annotator/volume/use-volume.ts';
import { problemText, VOLUME_TEXTS, volumeTrust } from '#features/annotator/volume/volume-texts.ts';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import type { Facing } from '#model/pictures/image-plane.ts';
import { aroundOf, withDepth } from './cut-plane.ts';
import type { SurfaceScene } from './surface-scene.ts';
import { countText, noPictureText, SURFACE_TEXTS } from './surface-texts.ts';
import { SurfaceCell } from './SurfaceCell.tsx';
import { useShownSurfaces } from './use-surfaces.ts';

interface SurfacePaneProps {
  at: number;
  series: ReadonlyMap<string, Series>;
  /** A series that is dragged, to be dropped on a pane. */
  dragged: Series | null;
  onDrop: (at: number) => void;
}

const NONE: ReturnType<typeof useShownSurfaces> = [];

/** One pane that shows the surfaces of all visible segments, and the volume of a series (design.md §19, pictures 45 and 49). */
export function SurfacePane({ at, series, dragged, onDrop }: SurfacePaneProps) {
  const workstation = useWorkstation();
  const { station, masks } = workstation;
  const isActive = useStation(({ active }) => active === at);
  const look = useStation(({ panes }) => panes[at]!.volume);
  const cut3d = useStation(({ panes }) => panes[at]!.cut);
  const maskSeries = useMask(({ mask }) => mask?.series ?? null);
  const facing = useStation(({ panes }) => panes[at]!.facing3d);
  const drop = useSeriesDrop(dragged, () => onDrop(at));
  const made = useShownSurfaces();
  const [scene, setScene] = useState<SurfaceScene | null>(null);
  const state = useVolumeBox(look, scene?.mostVoxels ?? null);
  const volume = useShownVolume(look, state);
  const shown = look === null ? null : (series.get(look.series) ?? null);
  const name = shown === null ? SURFACE_TEXTS.name : t('{series} in 3D', { series: seriesName(shown) });
  const { mark, isElsewhere } = useSpaceOf3d(look, maskSeries);
  const surfaces = isElsewhere ? NONE : made;
  const box = volume?.box;
  const around = useMemo(() => {
    const shapes = surfaces.flatMap(({ surface }) => (surface === null ? [] : [surface]));
    return aroundOf(shapes, box === undefined ? [] : box.corners);
  }, [surfaces, box]);
  const cut = useMemo(() => cut3d && around && withDepth({ normal: cut3d.normal, offsetMm: 0 }, cut3d.depth, around), [cut3d, around]);
  const slices = useOpenSeries(look?.series ?? null)?.slices ?? 0;
  const faced = useCallback((facing: Facing) => station.act({ act: 'turned-3d', pane: at, facing }), [station, at]);
  const goTo = (uuid: string, point: Vector): void => station.act({ act: 'point-in', series: uuid, point });
  const count = surfaces.filter(({ surface }) => surface !== null).length;
  return (
    <section
      className={classes.pane}
      data-active={isActive || undefined}
      data-pane={at}
      aria-label={t('Pane {at}: {name}', { at: at + 1, name })}
    >
      <SurfaceCell
        content={{ surfaces, volume, cut, mark }}
        words={look === null ? noPictureText(maskSeries !== null, surfaces.length) : count === 0 ? problemText(state) : null}
        awaited={look === null ? null : VOLUME_TEXTS.reading}
        name={name}
        head={[shown && seriesName(shown), (shown === null || count > 0) && countText(count)].filter(Boolean).join(' · ')}
        help={SURFACE_TEXTS.help}
        isDimmed={drop.target !== null}
        hasTurns
        facing={facing}
        note={isElsewhere && made.length > 0 ? VOLUME_TEXTS.elsewhere : null}
        onScene={setScene}
        onFacing={faced}
        onPick={(point, line) => {
          const { mask } = masks.read();
          if (point !== null && mask !== null) goTo(mask.series, point);
          else if (volume !== null && line !== null)
            void pickVoxel(workstation, look!.series, { volume, line, cut }).then((found) => found && goTo(look!.series, found));
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
        <span className={classes.line}>
          {[volume && volumeTrust(volume.show, volume.box, slices), (look === null || count > 0) && SURFACE_TEXTS.trust]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={classes.diagnosis}>{TEXTS.notForDiagnosis}</span>
      </p>
    </section>
  );
}
