import { z } from './zod.ts';
import { DateText, Uuid } from './entities.ts';

/** The surfaces of a segmentation, looked at by one person. `headset`: they have been in a headset, not only in the page. */
export const XrSession = z.object({
  uuid: Uuid,
  user: z.object({ id: z.number().int(), name: z.string() }),
  study: z.object({ uuid: Uuid, modality: z.string(), study_date: z.string().nullable() }),
  /** That was segmented. */
  structure: z.string(),
  headset: z.boolean(),
  started_at: DateText,
  /** Null while it goes on. One that fell silent ended when it was last heard of. */
  ended_at: DateText.nullable(),
});
export type XrSession = z.infer<typeof XrSession>;

export const XrSessionPage = z.object({
  data: z.array(XrSession),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});
export type XrSessionPage = z.infer<typeof XrSessionPage>;
