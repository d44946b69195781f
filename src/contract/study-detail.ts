import { z } from './zod.ts';
import { ListedSeries, ListedStudy, Sha256 } from './entities.ts';
import { Infer } from './infers.ts';
import { Finding } from './quality.ts';
import { ReadTag, SeriesReading } from './series-reading.ts';

/** CALL-078: the fields of the list, and further details of the study. */
export const StudyDetail = ListedStudy.extend({
  meta: z.object({ patientSex: z.string(), studyDate: z.string(), studyTime: z.string(), studyInstanceUid: z.string() }),
  /** The most severe first. Absent in answers of servers before version 57, also in kept copies. */
  findings: z.array(Finding).optional(),
});
export type StudyDetail = z.infer<typeof StudyDetail>;

/** ENT-42: also the DICOM attributes that all its series share. `meta` is absent in answers of servers before version 48, also in kept copies. */
export const OrganizedStudy = StudyDetail.extend({ data: StudyDetail.shape.data.extend({ meta: z.array(ReadTag).optional() }) });
export type OrganizedStudy = z.infer<typeof OrganizedStudy>;

/** A NIfTI of a series. `name` has no extension. `dims`: dim[1..dim[0]] of its header; null if it cannot be read. */
export const Volume = z.object({
  id: z.number().int(),
  name: z.string(),
  size: z.number(),
  dims: z.array(z.number().int()).nullable(),
  /**
   * Length of its bricks, and of the part at their end that a reader needs first; null if it has none. Absent in answers of servers before version 52,
   * also in kept copies.
   */
  bricks: z.object({ size: z.number().int(), tail: z.number().int() }).nullable().optional(),
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
  /** Size of its files on the server, in bytes. */
  bytes: z.number(),
  volumes: z.array(Volume),
  /** Models that are running on the series or queued for it. Absent in answers of servers before version 21, also in kept copies. */
  infers: z.array(Infer).optional(),
  /** Null until the server has read it. */
  reading: SeriesReading.nullable(),
});
export type Series = z.infer<typeof Series>;

/** A verified file of a series. `position`: place in the slice order, from 0. Like `frames`, null until the server has read the series. */
export const SeriesFile = z.object({
  id: z.number().int(),
  size: z.number(),
  sha256: Sha256,
  position: z.number().int().nullable(),
  frames: z.number().int().nullable(),
});
export type SeriesFile = z.infer<typeof SeriesFile>;
