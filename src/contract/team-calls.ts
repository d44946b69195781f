import { z } from './zod.ts';
import { Colour, DateText, LockMinutes, Team, TeamSlug } from './entities.ts';
import { HandedInvitation, InvitationToken, RoleOption, TeamInvitation, TeamMember } from './members.ts';
import { LIMITS } from './limits.ts';
import { nameUpTo, RowId, textUpTo } from './text.ts';

const Id = z.number().int().min(1);

/** Who belongs to a team, and who is asked to. */
export const TEAM_CALLS = {
  answerInvitation: {
    id: 'CALL-010',
    base: 'api',
    method: 'POST',
    path: 'invitations/status',
    access: 'signed-in',
    /** `token`: of the link, for who came by it. It proves the address of an account that nobody has proved yet. */
    body: z.object({ id: Id, status: z.enum(['accept', 'decline']), token: InvitationToken.optional() }),
    answer: z.object({ id: z.number().int(), status: z.enum(['accepted', 'declined']) }),
    summary: 'Accept or decline an invitation to the own address',
  },
  roleList: {
    id: 'CALL-011',
    base: 'api',
    method: 'GET',
    path: 'invitations/role-list',
    access: { permission: 'r:invitations', or: 'r:team' },
    answer: z.object({ data: z.array(RoleOption) }),
    summary: 'Roles that the caller may give',
  },
  invite: {
    id: 'CALL-012',
    base: 'api',
    method: 'POST',
    path: 'invitations/save-item',
    access: { permission: 'r:invitations' },
    /** What is no address is found by the rule: a client takes every 422 of this call for a duplicate (ODD-29). */
    body: z.object({
      emails: z.array(z.object({ email: textUpTo(254), role_id: Id })).max(LIMITS.invitationsPerCall),
      team_id: Id,
    }),
    answer: z.object({ data: z.array(HandedInvitation) }),
    summary: 'Invite people by their addresses, all or none; each link is shown here and never again',
  },
  invitationOfLink: {
    id: 'invitation-of-link',
    base: 'api',
    method: 'POST',
    path: 'invitations/link',
    access: 'open',
    body: z.object({ token: InvitationToken }),
    answer: z.object({
      id: z.number().int(),
      email: z.string(),
      team: z.object({ title: z.string(), slug: TeamSlug }),
      role_name: z.string(),
      /** Null where that account is gone. */
      invited_by: z.string().nullable(),
      expires_at: DateText,
    }),
    summary: 'What the link of an invitation is for, while it is good',
  },
  createTeam: {
    id: 'PCALL-10',
    base: 'api',
    method: 'POST',
    path: 'teams',
    access: 'signed-in',
    body: z.object({ title: nameUpTo(200), slug: TeamSlug, color: Colour.optional() }),
    answer: Team,
    summary: 'A new team, with the caller as its administrator',
  },
  saveTeamLock: {
    id: 'team-lock',
    base: 'api',
    method: 'PUT',
    path: 'team/lock',
    access: { permission: 'r:team' },
    body: z.object({ minutes: LockMinutes }),
    answer: z.null(),
    summary: 'After how many minutes without use the screens of the team are locked',
  },
  teamMembers: {
    id: 'PCALL-11',
    base: 'api',
    method: 'GET',
    path: 'team/users',
    access: { permission: 'r:team' },
    answer: z.object({ data: z.array(TeamMember) }),
    summary: 'Members of the team with their roles',
  },
  changeMember: {
    id: 'PCALL-11-change',
    base: 'api',
    method: 'PUT',
    path: 'team/users/:id',
    access: { permission: 'r:team' },
    recentPassword: true,
    params: z.object({ id: RowId }),
    body: z.object({ role_id: Id }),
    answer: TeamMember,
    summary: 'Another role for a member; a team keeps an administrator',
  },
  removeMember: {
    id: 'PCALL-11-remove',
    base: 'api',
    method: 'DELETE',
    path: 'team/users/:id',
    access: { permission: 'r:team' },
    params: z.object({ id: RowId }),
    answer: z.null(),
    summary: 'Remove a member; a team keeps an administrator',
  },
  teamInvitations: {
    id: 'PCALL-12',
    base: 'api',
    method: 'GET',
    path: 'team/invitations',
    access: { permission: 'r:team', or: 'r:invitations' },
    answer: z.object({ data: z.array(TeamInvitation) }),
    summary: 'Invitations of the team that nobody accepted',
  },
  resendInvitation: {
    id: 'PCALL-12-resend',
    base: 'api',
    method: 'POST',
    path: 'team/invitations/:id/resend',
    access: { permission: 'r:invitations' },
    params: z.object({ id: RowId }),
    answer: HandedInvitation,
    summary: 'A new link and a new term; the link of before opens nothing any more',
  },
  withdrawInvitation: {
    id: 'PCALL-12-withdraw',
    base: 'api',
    method: 'DELETE',
    path: 'team/invitations/:id',
    access: { permission: 'r:invitations' },
    params: z.object({ id: RowId }),
    answer: z.null(),
    summary: 'Withdraw an invitation that nobody accepted',
  },
} as const;
