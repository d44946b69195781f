import { z } from './zod.ts';
import { Colour, DateText } from './entities.ts';

/** ENT-05. */
export const RoleOption = z.object({ id: z.number().int(), name: z.string() });
export type RoleOption = z.infer<typeof RoleOption>;

/** A member, as shown in the administration of the team. */
export const TeamMember = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  data: z.object({ color: Colour }),
  role_id: z.number().int(),
  role_name: z.string(),
  /** The account can be used: it is not blocked and its address is verified. */
  active: z.boolean(),
  created_at: DateText,
});
export type TeamMember = z.infer<typeof TeamMember>;

/** An invitation, as shown in its team. Accepted ones are members and not listed. */
export const TeamInvitation = z.object({
  id: z.number().int(),
  email: z.string(),
  role_id: z.number().int(),
  role_name: z.string(),
  /** `expired`: nobody answered in time. It can be sent again. */
  status: z.enum(['pending', 'expired', 'declined']),
  /** Name of the inviter; null if that account no longer exists. */
  invited_by: z.string().nullable(),
  created_at: DateText,
  expires_at: DateText,
});
export type TeamInvitation = z.infer<typeof TeamInvitation>;

/** An invitation that was just created or renewed, with its link. The server stores only a hash of the link and can never show it again. */
export const HandedInvitation = z.object({
  id: z.number().int(),
  email: z.string(),
  role_id: z.number().int(),
  status: z.literal('pending'),
  link: z.string(),
  expires_at: DateText,
});
export type HandedInvitation = z.infer<typeof HandedInvitation>;

/** 256 random bits, as encoded in the link. */
export const InvitationToken = z.string().regex(/^[\w-]{43}$/);
