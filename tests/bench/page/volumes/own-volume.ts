import { SurfaceScene } from '#features/annotator/surfaces/surface-scene.ts';
import { CT_CURVES } from '#features/annotator/volume/volume-look.ts';
import { isNoSlice } from '#model/pictures/no-slice.ts';
import { createVoxels, lookTable } from '#workers/voxels/handle.ts';
import { canvasOfPage, drawTurned } from './own-scene.ts';
import { openWhole } from './own-series.ts';
import type { Taken } from './taken.ts';

/** Runs in a page of its own: the bones of a CT, drawn as in the 3D pane of the annotator. */

const TRUNK = 2;
let scene: SurfaceScene | null = null;

/** With what the worker makes of the voxels for the graphics. */
export async function openVolume(): Promise<Taken> {
  const voxels = createVoxels(1);
  const id = await openWhole(voxels, TRUNK);
  const startedMs = performance.now();
  scene = new SurfaceScene(canvasOfPage());
  const box = await voxels.box(id, scene.mostVoxels, 'mean');
  if (isNoSlice(box)) throw new Error(`The volume is not there: ${box.noPicture}`);
  const { points } = CT_CURVES.find((curve) => curve.id === 'bone')!;
  const table = lookTable(box, { window: box.window, isInverted: false, isHot: false, points });
  scene.show([], { box, table, show: 'rendered', density: 1 });
  return drawTurned(scene, startedMs, 0, false);
}

export async function turnVolume(angle: number, isMoving: boolean): Promise<Taken> {
  return drawTurned(scene!, performance.now(), angle, isMoving);
}
