import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { Pane } from '#features/annotator/station/pane.ts';
import { isOpened } from '#features/annotator/station/series-store.ts';
import { usedWays } from '#features/annotator/station/station.ts';
import { planeThrough, wayBetween } from '#features/annotator/station/ways.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import type { WantedFusion } from './fused-picture.ts';

/** The fused series of a pane at the places of its picture. Opens it if necessary; null until it can be shown, and if nothing says where it lies. */
export function wantedFusion({ series, station }: Workstation, pane: Pane, plane: ImagePlane | null): WantedFusion | null {
  const { fused } = pane;
  const base = pane.series === null ? null : series.peek(pane.series);
  if (fused === null || plane === null || base === null) return null;
  const { opened, hasPlanes, frameOfReference, scale } = series.open(fused.series, 0);
  if (!isOpened(opened) || !hasPlanes) return null;
  const from = { series: pane.series!, frameOfReference: base.frameOfReference };
  const way = wayBetween(usedWays(station.read()), from, { series: fused.series, frameOfReference });
  return way && { id: opened.id, plane: planeThrough(way, plane), unit: scale?.unit, window: fused.window };
}
