import { z } from './zod.ts';
import { Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { Colour } from './text.ts';

/** Number of a slice in the grid of the mask. */
const GridSlice = z.number().int().min(0).max(100_000);
const Coordinate = z.number().min(-100_000).max(100_000);

/** That this page has the segmentation open, and on which slice; null: on none of its slices. Said every few seconds. */
export const MaskPresence = z.object({ segmentation: Uuid, slice: GridSlice.nullable() });

/** A part of the way of a pen that is down. What it will draw is not known before its operation arrives. */
export const MaskPen = z.object({
  segmentation: Uuid,
  segment: Uuid,
  /** Of one stroke, from when the pen is put down until it is lifted. */
  stroke: Uuid,
  tool: z.enum(['paint', 'erase']),
  shape: z.enum(['disc', 'sphere']),
  radiusMm: z.number().min(0).max(LIMITS.maskPenRadiusMm),
  /** In voxels of the grid: column, row, slice. They follow those of the part before. */
  points: z.array(z.tuple([Coordinate, Coordinate, Coordinate])).max(LIMITS.maskPenPoints),
  /** The pen was lifted. */
  isEnd: z.boolean(),
});
export type MaskPen = z.infer<typeof MaskPen>;

/** A page that has the segmentation open: one for each connection, with the person whose it is. */
const Follower = z.object({ connection: Uuid, user: z.number().int(), name: z.string(), color: Colour });

export const FollowerPresence = MaskPresence.extend(Follower.shape);
export type FollowerPresence = z.infer<typeof FollowerPresence>;
export const FollowerPen = MaskPen.extend({ connection: Uuid });
export type FollowerPen = z.infer<typeof FollowerPen>;
