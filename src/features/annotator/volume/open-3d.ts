import type { Series } from '#contract/study-detail.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import { firstLook } from './volume-look.ts';

/**
 * Opens or closes the 3D pane. `volume`: with the volume of the active series; otherwise only if there are no surfaces, because no visible segment has
 * voxels.
 */
export function openOrClose3d({ station, masks }: Workstation, active: Series | null, volume: boolean): void {
  const { panes, active: at } = station.read();
  const { news, hidden } = masks.read();
  const hasSurfaces = news?.segments.some(({ uuid, voxels }) => voxels > 0 && !hidden.has(uuid)) === true;
  station.act({ act: 'show-3d', volume: active === null || (hasSurfaces && !volume) ? null : firstLook(active, panes[at]!) });
}
