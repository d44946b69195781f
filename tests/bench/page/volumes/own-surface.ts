import { SurfaceScene } from '#features/annotator/surfaces/surface-scene.ts';
import type { ShownSurface } from '#features/annotator/surfaces/surface-store.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { straightGrid } from '#tests/fixtures/mask-device.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import { smoothSurface } from '#workers/surfaces/smooth-surface.ts';
import { canvasOfPage, drawTurned } from './own-scene.ts';
import type { Taken } from './taken.ts';

/** Runs in a page of its own: surfaces of a mask of 200³ voxels, in the scene of the annotator. */

const MASK = 200;
/** For 200,000 triangles. */
const RADIUS = 70;
let scene: SurfaceScene | null = null;

export async function openSurface(): Promise<Taken & { triangles: number }> {
  const grid = straightGrid(MASK, MASK, MASK);
  const bits = bitsWhere([MASK, MASK, MASK], isInOrgan);
  const startedMs = performance.now();
  const made = smoothSurface({ bits, space: voxelSpaceOf(grid) });
  if (!made.ok) throw new Error(`No surface: ${made.why}`);
  scene = new SurfaceScene(canvasOfPage());
  const surface: ShownSurface = {
    ...{ segment: 'organ', name: 'Organ', colour: '#e0b050', opacity: 1 },
    ...{ surface: made.surface, problem: null },
  };
  scene.show([surface], null);
  return { ...drawTurned(scene, startedMs, 0, false), triangles: made.surface.triangles.length / 3 };
}

/** As while somebody turns it: a machine without a graphics processor draws at half the size then. */
export async function turnSurface(angle: number): Promise<Taken> {
  return drawTurned(scene!, performance.now(), angle, true);
}

/** A ball with bumps. */
function isInOrgan(column: number, row: number, slice: number): boolean {
  const [x, y, z] = [column - MASK / 2, row - MASK / 2, slice - MASK / 2];
  const bumps = 6 * Math.sin(x / 5) * Math.sin(y / 6) * Math.sin(z / 7);
  return x * x + y * y + z * z < (RADIUS + bumps) ** 2;
}
