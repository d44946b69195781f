import type { Series } from '#contract/study-detail.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import { firstLook } from './volume-look.ts';

/** Opens or closes the 3D pane: with the surfaces of what is segmented, and without any, with the volume of the active series. */
export function openOrClose3d({ station, masks }: Workstation, active: Series | null): void {
  const { panes, active: at } = station.read();
  const hasSegments = masks.read().news?.segments.some(({ voxels }) => voxels > 0) === true;
  station.act({ act: 'show-3d', volume: hasSegments || active === null ? null : firstLook(active, panes[at]!) });
}
