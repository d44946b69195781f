import { z } from './zod.ts';
import { ListedSeries, ListedStudy, Sha256 } from './entities.ts';
import { Infer } from './infers.ts';
import { SeriesReading } from './series-reading.ts';

/** CALL-078: what the list says, and what else is known of the study. */
export const StudyDetail = ListedStudy.extend({
  meta: z.object({ patientSex: z.string(), studyDate: z.string(), studyTime: z.string(), studyInstanceUid: z.string() }),
});
export type StudyDetail = z.infer<typeof StudyDetail>;

/** A NIfTI of a series. `name` has no extension. `dims`: dim[1..dim[0]] of its header; null where that cannot be read. */
export const Volume = z.object({
  id: z.number().int(),
  name: z.string(),
  size: z.number(),
  dims: z.array(z.number().int()).nullable(),
});
export type Volume = z.infer<typeof Volume>;

/** CALL-079. */
export const Series = ListedSeries.omit({ volumes: true }).extend({
  rows: z.number().int(),
  columns: z.number().int(),
  numberOfFrames: z.number().int(),
  /** Millimetres. */
  sliceThickness: z.number().nullable(),
  type: z.enum(['dcm', 'nii']),
  /** Bytes of its files on the server. */
  bytes: z.number(),
  volumes: z.array(Volume),
  /** Models that look at it, or wait to. A server of before version 21, and what was kept of its answers, says nothing of it. */
  infers: z.array(Infer).optional(),
  /** Null until the server has read it. */
  reading: SeriesReading.nullable(),
});
export type Series = z.infer<typeof Series>;

/** A proved file of a series. `position`: place in the order of slices, from 0; null, as `frames`, until the server has read it. */
export const SeriesFile = z.object({
  id: z.number().int(),
  size: z.number(),
  sha256: Sha256,
  position: z.number().int().nullable(),
  frames: z.number().int().nullable(),
});
export type SeriesFile = z.infer<typeof SeriesFile>;
