import type { RigidMatrix } from '#model/registrations/rigid.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { Pane } from '#features/annotator/station/pane.ts';
import { isOpened, loadedPercent, type OpenSeries } from '#features/annotator/station/series-store.ts';
import { usedWays, type Station } from '#features/annotator/station/station.ts';
import { planeThrough, wayBetween, type Space } from '#features/annotator/station/ways.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import type { WantedFusion } from './fused-picture.ts';

/** The fused series of a pane at the places of its picture. Opens it if necessary; null until it can be shown, and if nothing says where it lies. */
export function wantedFusion({ series, station }: Workstation, pane: Pane, plane: ImagePlane | null): WantedFusion | null {
  const { fused } = pane;
  const base = pane.series === null ? null : series.peek(pane.series);
  if (fused === null || plane === null || base === null) return null;
  const open = series.open(fused.series, 0);
  const { opened, hasPlanes, scale } = open;
  if (!isOpened(opened) || !hasPlanes) return null;
  const way = wayToFused(station.read(), base, open);
  return way && { id: opened.id, plane: planeThrough(way, plane), unit: scale?.unit, window: fused.window, loaded: loadedPercent(open) };
}

/** From the points of a picture to those of the series over it; null: nothing says where it lies. */
export function wayToFused(station: Pick<Station, 'registrations'>, base: OpenSeries, fused: OpenSeries): RigidMatrix | null {
  return wayBetween(usedWays(station), spaceOf(base), spaceOf(fused));
}

const spaceOf = ({ uuid: series, frameOfReference }: OpenSeries): Space => ({ series, frameOfReference });
