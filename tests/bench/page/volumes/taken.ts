import type { Glance } from './glance.ts';
import type { Look } from './scene.ts';

/** A picture: ms from the wish until it had been drawn, and what was to be seen. */
export interface Taken extends Glance {
  ms: number;
}

/** What a page offers as its global `contender`. Each page is a new one: what is opened first finds nothing prepared. */
export interface PageContender {
  /** What draws, once something is open. */
  renderer(): string;
  /** A CT, and a PET over it. */
  openFusion(): Promise<void>;
  showFused(look: Look): Promise<Taken>;
  /** From the voxels in memory to the first picture. */
  openVolume(): Promise<Taken>;
  /** Radians about the axis of the body, from the first picture on. Some draw less of it while it moves. */
  turnVolume(angle: number, isMoving: boolean): Promise<Taken>;
}

/** Others have no mask to begin with. */
export interface OwnContender extends PageContender {
  /** From the mask to the first picture of its surface. */
  openSurface(): Promise<Taken & { triangles: number }>;
  turnSurface(angle: number): Promise<Taken>;
}
