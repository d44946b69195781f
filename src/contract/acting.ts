import { z } from './zod.ts';
import { DateText } from './entities.ts';
import { textUpTo } from './text.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });

/** A platform administrator who acted as another person, with the reason that was given. `ended_at`: null while it goes on, at most until `until`. */
export const ActedAs = z.object({
  id: z.number().int(),
  administrator: Named,
  person: Named,
  reason: z.string(),
  started_at: DateText,
  until: DateText,
  ended_at: DateText.nullable(),
});
export type ActedAs = z.infer<typeof ActedAs>;

/** Not blank: whoever reads it later wants to know why. */
export const ActingReason = textUpTo(500).regex(/\S[\s\S]*\S[\s\S]*\S/);
