import { z } from './zod.ts';
import { DateText, Uuid } from './entities.ts';

const Person = z.object({ id: z.number().int(), name: z.string() });

/** The surfaces of a segmentation, looked at by one person. `headset`: they have been in a headset, not only in the page. */
export const XrSession = z.object({
  uuid: Uuid,
  user: Person,
  study: z.object({ uuid: Uuid, modality: z.string(), study_date: z.string().nullable() }),
  /** That was segmented. */
  structure: z.string(),
  headset: z.boolean(),
  /** The browser that drew the scene: 'Firefox on Windows'. */
  device: z.string(),
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

/** A machine that draws scenes: the browser of a person (OQ-16). */
export const XrWorker = z.object({
  user: Person,
  device: z.string(),
  /** A headset was used on it. */
  headset: z.boolean(),
  /** `drawing`: a session goes on. */
  state: z.enum(['drawing', 'idle']),
  sessions: z.number().int(),
  last_seen: DateText,
});
export type XrWorker = z.infer<typeof XrWorker>;
