import { z } from './zod.ts';
import { Category, DateText, Uuid } from './entities.ts';

/** ENT-54: a study that can still be restored. */
export const DeletedStudy = z.object({
  id: z.number().int(),
  uuid: Uuid,
  data: z.object({ patientName: z.string() }),
  modality: z.string(),
  studyDate: z.string(),
  bodyPart: Category.nullable(),
  /** Number of its series. */
  series: z.number().int(),
  /** Size of its files on the server, in bytes. */
  size: z.number(),
  deleted_at: DateText,
  /** Name of the user who deleted it; null if the account no longer exists. */
  deleted_by: z.string().nullable(),
  /** Days in which it can be restored, counting the one that has begun. */
  days_left: z.number().int(),
});
export type DeletedStudy = z.infer<typeof DeletedStudy>;

export const DeletedStudyList = z.object({
  data: z.array(DeletedStudy),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});
export type DeletedStudyList = z.infer<typeof DeletedStudyList>;
