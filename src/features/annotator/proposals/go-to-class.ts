import { patientToVoxel, voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { goToSlice } from '#features/annotator/masks/go-to.ts';
import type { Workstation } from '#features/annotator/workstation.ts';

/** Shows the slice on which most of a class was proposed. Nothing happens until its series and the proposal are here. */
export function goToClass(workstation: Workstation, series: string, value: number): void {
  const point = workstation.proposals.middleOf(value);
  const grid = workstation.series.peek(series)?.grid ?? null;
  const space = grid === null ? null : voxelSpaceOf(grid);
  if (point === null || space === null) return;
  goToSlice(workstation, series, Math.round(patientToVoxel(space)(point)[2]));
}
