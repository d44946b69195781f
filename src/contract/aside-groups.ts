import { z } from './zod.ts';
import { DateText, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { ASIDE_REASONS } from './mask-operations.ts';

/** The author; null if the account no longer exists. */
const Author = z.object({ id: z.number().int(), name: z.string() }).nullable();

/** What was kept aside of one author in one segmentation, for one reason. */
export const AsideGroup = z.object({
  user: Author,
  study: Uuid,
  segmentation: Uuid,
  reason: z.enum(ASIDE_REASONS),
  /** Whether the study exists in the team. */
  has_study: z.boolean(),
  /** Title of its structure; null if the segmentation does not exist, or the caller may not see it. */
  structure: z.string().nullable(),
  count: z.number().int(),
  bytes: z.number().int(),
  /** When the first and the last of them arrived. */
  first_at: DateText,
  last_at: DateText,
  /** The last of them in the order of arrival. */
  until: z.number().int(),
});
export type AsideGroup = z.infer<typeof AsideGroup>;

/** What to do with a group, up to an operation: what arrives after the list was read stays as it is. */
export const AsideDecision = z.object({
  user: z.number().int().nullable(),
  study: Uuid,
  segmentation: Uuid,
  reason: z.enum(ASIDE_REASONS),
  until: z.number().int().min(0),
  /** Goes on after this one. */
  after: z.number().int().min(0).default(0),
  how: z.enum(['apply', 'discard']),
});
export type AsideDecision = z.output<typeof AsideDecision>;

export const AsideDecided = z.object({
  /** Operations that took effect, or were discarded. */
  done: z.number().int(),
  /** Operations that still cannot take effect, and stay aside. */
  stayed: z.number().int(),
  /** To go on after, with the same decision; null if nothing is left. */
  next: z.number().int().nullable(),
});
export type AsideDecided = z.infer<typeof AsideDecided>;

/** Operations of the caller that a device knows as kept aside. */
export const AskedAside = z.object({ operations: z.array(Uuid).min(1).max(LIMITS.asideOperationsPerCall) });
