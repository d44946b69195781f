import { z } from './zod.ts';

const Vector = z.tuple([z.number(), z.number(), z.number()]);

/**
 * Why the slices of a series make no volume. Slices can still be drawn on one by one.
 * - `single-slice`: there is only one;
 * - `no-position`: a slice has no position, orientation or pixel spacing;
 * - `mosaic`: the slices are tiles of an image;
 * - `size`, `spacing`, `orientation`, `frame-of-reference`: slices differ in it;
 * - `repeated`: slices share a position, as in a series over time;
 * - `gap`: the distances between slices differ, for example because one is missing;
 * - `shifted`: the slices do not lie in a straight row.
 */
export const NoVolume = z.enum([
  ...(['single-slice', 'no-position', 'mosaic', 'size', 'spacing', 'orientation', 'frame-of-reference'] as const),
  ...(['repeated', 'gap', 'shifted'] as const),
]);
export type NoVolume = z.infer<typeof NoVolume>;

/** What slices of one kind have in common. */
export const GridPlane = z.object({
  columns: z.number().int(),
  rows: z.number().int(),
  /** mm between columns, then between rows; null if unknown. */
  spacing: z.tuple([z.number(), z.number()]).nullable(),
  /** Direction of a row, then of a column; null if unknown. */
  orientation: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** UID; empty if unknown. */
  frameOfReference: z.string(),
});
export type GridPlane = z.infer<typeof GridPlane>;

/** Where the voxels of a series are. In mm and in the patient coordinates of DICOM. */
export const Grid = z.object({
  version: z.literal(1),
  planes: z.array(GridPlane).min(1),
  /** In the order of their positions along the normal, where they have one. */
  slices: z
    .array(
      z.object({
        /** SOP instance UID; empty for NIfTI. */
        sop: z.string(),
        /** Number of the frame in the file, from 0. */
        frame: z.number().int(),
        /** Index in `planes`. */
        plane: z.number().int(),
        /** Centre of the first voxel; null if unknown. */
        position: Vector.nullable(),
      }),
    )
    .min(1),
  /** From one slice to the next; null if the slices make no volume. It is not perpendicular to the slices if the gantry was tilted. */
  step: Vector.nullable(),
  noVolume: NoVolume.nullable(),
});
export type Grid = z.infer<typeof Grid>;
