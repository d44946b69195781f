import { z } from './zod.ts';
import { Colour, DateText } from './entities.ts';

/** ENT-05. */
export const RoleOption = z.object({ id: z.number().int(), name: z.string() });
export type RoleOption = z.infer<typeof RoleOption>;

/** A member as who looks after the team sees it. */
export const TeamMember = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  data: z.object({ color: Colour }),
  role_id: z.number().int(),
  role_name: z.string(),
  /** The account is in use: neither disabled nor without a verified address. */
  active: z.boolean(),
  created_at: DateText,
});
export type TeamMember = z.infer<typeof TeamMember>;

/** An invitation as the team sees it. What was accepted is a member and is not listed. */
export const TeamInvitation = z.object({
  id: z.number().int(),
  email: z.string(),
  role_id: z.number().int(),
  role_name: z.string(),
  /** `expired`: nobody answered in time; it can be sent again. */
  status: z.enum(['pending', 'expired', 'declined']),
  /** Name of who invited; null where that account is gone. */
  invited_by: z.string().nullable(),
  created_at: DateText,
  expires_at: DateText,
});
export type TeamInvitation = z.infer<typeof TeamInvitation>;

/** An invitation that was just made or renewed, with its link. The server keeps only a hash of that and can show it never again. */
export const HandedInvitation = z.object({
  id: z.number().int(),
  email: z.string(),
  role_id: z.number().int(),
  status: z.literal('pending'),
  link: z.string(),
  expires_at: DateText,
});
export type HandedInvitation = z.infer<typeof HandedInvitation>;

/** 256 random bits, as they stand in a link. */
export const InvitationToken = z.string().regex(/^[\w-]{43}$/);
