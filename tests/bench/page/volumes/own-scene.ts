import type { SurfaceScene } from '#features/annotator/surfaces/surface-scene.ts';
import { FROM_FRONT, turnedView } from '#features/annotator/surfaces/turn-view.ts';
import { createGlance } from './glance.ts';
import { SIDE } from './scene.ts';
import type { Taken } from './taken.ts';

const glance = createGlance();

/** Draws what a scene has, turned from the front by radians about the axis of the body. */
export function drawTurned(scene: SurfaceScene, startedMs: number, angle: number, isMoving: boolean): Taken {
  scene.draw(turnedView(FROM_FRONT, angle, 0), { width: SIDE, height: SIDE }, isMoving);
  const seen = glance(scene.renderer.domElement);
  return { ...seen, ms: seen.atMs - startedMs };
}

export function canvasOfPage(): HTMLCanvasElement {
  return document.querySelector('canvas')!;
}
