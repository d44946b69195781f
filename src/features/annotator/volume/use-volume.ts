import { useEffect, useMemo, useState } from 'react';
import type { VolumeLook } from '#features/annotator/station/pane.ts';
import { isOpened, loadedPercent } from '#features/annotator/station/series-store.ts';
import { useOpenSeries, useWorkstation } from '#features/annotator/workstation.ts';
import { isNoSlice } from '#model/pictures/no-slice.ts';
import { pointsInValues } from '#model/transfer-functions/curve.ts';
import type { NoPlanes } from '#workers/voxels/types.ts';
import { lookTable, type VolumeBox } from '#workers/voxels/handle.ts';
import { useVolumeCurves } from './use-volume-curves.ts';
import type { ShownVolume } from './volume-pass.ts';
import { windowIn } from './window-in.ts';

/** `reading`: it is not here yet. `why`: its slices make no volume. */
export type VolumeState = { box: VolumeBox } | { why: NoPlanes } | 'reading' | 'failed';

interface Made {
  /** The series, in its unit, and whether all of it was there. */
  of: string;
  by: VolumeLook['show'];
  state: VolumeState;
}

const NOTHING: Made = { of: '', by: 'max', state: 'reading' };

/** The voxels of what is shown in 3D; they are asked for again once all of the series is here. `mostVoxels`: null while it is not known. */
export function useVolumeBox(look: VolumeLook | null, mostVoxels: number | null): VolumeState {
  const { series: store, voxels } = useWorkstation();
  const series = look?.series ?? null;
  const by = look?.show ?? 'max';
  const open = useOpenSeries(series);
  useEffect(() => {
    if (series !== null) store.open(series, 0);
  }, [store, series]);
  const id = open !== null && isOpened(open.opened) && open.hasPlanes ? open.opened.id : null;
  const unit = open?.scale?.unit ?? null;
  const isWhole = open !== null && loadedPercent(open) === 100;
  const of = `${series} ${unit} ${isWhole}`;
  const [made, setMade] = useState<Made>(NOTHING);
  const isMade = made.of === of && (made.by === by || !isReduced(made.state));
  useEffect(() => {
    if (id === null || mostVoxels === null || isMade) return;
    let isOver = false;
    voxels.box(id, mostVoxels, by === 'max' ? 'max' : 'mean').then(
      (box) => {
        if (!isOver) setMade({ of, by, state: isNoSlice(box) ? 'failed' : { box } });
      },
      (error: unknown) => {
        reportError(error);
        if (!isOver) setMade({ of, by, state: 'failed' });
      },
    );
    return () => {
      isOver = true;
    };
  }, [voxels, id, mostVoxels, of, by, isMade]);
  if (open === null || open.opened === null) return 'reading';
  if (!isOpened(open.opened)) return 'failed';
  if (open.noPlanes !== null) return { why: open.noPlanes };
  // While the rest of the series is read, what was there before is shown.
  const isOfSeries = made.of.startsWith(`${series} ${unit} `) && (made.by === by || !isReduced(made.state));
  return isOfSeries ? made.state : 'reading';
}

/** Each voxel stands for several: for the largest of them, or for their mean. */
function isReduced(state: VolumeState): boolean {
  return typeof state !== 'string' && 'box' in state && state.box.reducedBy.some((times) => times > 1);
}

/** What is drawn of it. */
export function useShownVolume(look: VolumeLook | null, state: VolumeState): ShownVolume | null {
  const curves = useVolumeCurves(null);
  const factor = useOpenSeries(look?.series ?? null)?.scale?.factor ?? 1;
  const box = typeof state !== 'string' && 'box' in state ? state.box : null;
  return useMemo(() => {
    if (look === null || box === null) return null;
    const curve = look.show === 'max' ? undefined : curves.find(({ id }) => id === look.curve);
    // Curves are in the values of the files.
    const scaled = curve?.unit === 'value' ? curve.points.map((point) => ({ ...point, value: point.value * factor })) : null;
    const points = scaled ?? (curve === undefined ? null : pointsInValues(curve, box.percentiles));
    const { show, density, isInverted, isHot } = look;
    return { box, show, density, table: lookTable(box, { window: windowIn(box, look.window), isInverted, isHot, points }) };
  }, [look, box, curves, factor]);
}
