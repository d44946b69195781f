import { z } from './zod.ts';
import { Colour, DateText, TeamSlug } from './entities.ts';
import { HandedInvitation } from './members.ts';

/** What the platform administration shows: accounts, teams and invitations. Contains no patient data. */

const TeamName = z.object({ id: z.number().int(), title: z.string(), slug: TeamSlug });

export const AdminUser = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  data: z.object({ color: Colour }),
  created_at: DateText,
  email_verified_at: DateText.nullable(),
  /** When the account was blocked; null if it is not. */
  blocked_at: DateText.nullable(),
  platform_admin: z.boolean(),
  teams: z.array(TeamName.extend({ role_name: z.string() })),
  /** Sign-ins that are still valid. */
  sign_ins: z.number().int(),
  last_sign_in_at: DateText.nullable(),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const AdminTeam = TeamName.extend({
  data: z.object({ color: Colour }),
  created_at: DateText,
  suspended_at: DateText.nullable(),
  members: z.number().int(),
  studies: z.number().int(),
  /** The announced bytes of files and the bytes of the volumes created from them. */
  bytes: z.number().int(),
});
export type AdminTeam = z.infer<typeof AdminTeam>;

export const INVITATION_STATES = ['pending', 'expired', 'accepted', 'declined', 'withdrawn'] as const;

export const AdminInvitation = z.object({
  id: z.number().int(),
  email: z.string(),
  team: TeamName,
  role_name: z.string(),
  status: z.enum(INVITATION_STATES),
  /** Null if that account no longer exists. */
  invited_by: z.string().nullable(),
  created_at: DateText,
  expires_at: DateText,
});
export type AdminInvitation = z.infer<typeof AdminInvitation>;

/** `all`: of the whole server; otherwise only of the caller's team. */
const Paged = { total: z.number().int(), per_page: z.number().int(), current_page: z.number().int(), all: z.boolean() };
export const AdminUserPage = z.object({ data: z.array(AdminUser), ...Paged });
export type AdminUserPage = z.infer<typeof AdminUserPage>;
export const AdminTeamPage = z.object({ data: z.array(AdminTeam), ...Paged });
export type AdminTeamPage = z.infer<typeof AdminTeamPage>;
export const AdminInvitationPage = z.object({ data: z.array(AdminInvitation), ...Paged });
export type AdminInvitationPage = z.infer<typeof AdminInvitationPage>;

export const TeamForSomebody = z.object({ team: AdminTeam, invitation: HandedInvitation });
