import { z } from '#contract/zod.ts';
import {
  AdminInvitationPage,
  AdminTeam,
  AdminTeamPage,
  AdminUser,
  AdminUserPage,
  INVITATION_STATES,
  TeamForSomebody,
} from '#contract/administration.ts';
import { Colour, TeamSlug } from '#contract/entities.ts';
import { HandedInvitation } from '#contract/members.ts';
import { Email, nameUpTo, RowId, textUpTo } from '#contract/text.ts';

const page = z.number().int().min(1).max(1_000_000).default(1);
const Search = textUpTo(200).default('');
const OneRow = z.object({ id: RowId });
const PeopleSearch = z.object({ search: Search, state: z.enum(['all', 'blocked', 'unverified', 'platform']).default('all'), page });
export type PeopleSearch = z.infer<typeof PeopleSearch>;
const InvitationSearch = z.object({ search: Search, state: z.enum(['all', ...INVITATION_STATES]).default('all'), page });
export type InvitationSearch = z.infer<typeof InvitationSearch>;

/**
 * The platform administration. The permission opens the page; for data beyond the team of the request, the account is checked as well
 * (docs/decisions/312-administration.md). Searches for an address are sent in a body, so that no address is in a URL or a log.
 */
export const ADMINISTRATION_CALLS = {
  users: {
    id: 'PCALL-28',
    base: 'api',
    method: 'POST',
    path: 'users/search',
    access: { permission: 'r:users' },
    body: PeopleSearch,
    answer: AdminUserPage,
    records: 'read',
    summary: 'Accounts with their teams and roles, by name. Search by name or address',
  },
  blockUser: {
    id: 'PCALL-28-block',
    base: 'api',
    method: 'PUT',
    path: 'users/:id/block',
    access: { permission: 'r:users' },
    params: OneRow,
    answer: AdminUser,
    summary: 'Block an account. Its sign-ins end and its data is kept',
  },
  unblockUser: {
    id: 'PCALL-28-unblock',
    base: 'api',
    method: 'DELETE',
    path: 'users/:id/block',
    access: { permission: 'r:users' },
    params: OneRow,
    answer: AdminUser,
    summary: 'Unblock an account',
  },
  makePlatformAdministrator: {
    id: 'PCALL-28-platform',
    base: 'api',
    method: 'PUT',
    path: 'users/:id/platform',
    access: { permission: 'r:users' },
    recentPassword: true,
    params: OneRow,
    answer: AdminUser,
    summary: 'Make an account a platform administrator',
  },
  endPlatformAdministrator: {
    id: 'PCALL-28-platform-end',
    base: 'api',
    method: 'DELETE',
    path: 'users/:id/platform',
    access: { permission: 'r:users' },
    recentPassword: true,
    params: OneRow,
    answer: AdminUser,
    summary: 'Remove the platform administrator role from an account. The last one keeps it',
  },
  endUserSignIns: {
    id: 'PCALL-28-sign-ins',
    base: 'api',
    method: 'DELETE',
    path: 'users/:id/sign-ins',
    access: { permission: 'r:users' },
    params: OneRow,
    answer: AdminUser,
    records: 'sign-in',
    summary: 'End all sign-ins of an account. Its owner may sign in again',
  },
  allTeams: {
    id: 'PCALL-32',
    base: 'api',
    method: 'GET',
    path: 'teams',
    access: { permission: 'r:teams' },
    query: z.object({ search: Search, page: z.coerce.number().int().min(1).max(1_000_000).default(1) }),
    answer: AdminTeamPage,
    summary: 'Teams with what they hold, by title',
  },
  createTeamFor: {
    id: 'PCALL-32-create',
    base: 'api',
    method: 'POST',
    path: 'teams/for-somebody',
    access: { permission: 'r:teams' },
    body: z.object({ title: nameUpTo(200), slug: TeamSlug, color: Colour.optional(), email: Email }),
    answer: TeamForSomebody,
    summary: 'Create a team and invite its administrator. The caller does not join the team',
  },
  changeTeam: {
    id: 'PCALL-32-change',
    base: 'api',
    method: 'PUT',
    path: 'teams/:id',
    access: { permission: 'r:teams' },
    params: OneRow,
    body: z.object({ title: nameUpTo(200), color: Colour }),
    answer: AdminTeam,
    summary: 'Change the title and colour of a team. Its address cannot change, because devices store their data under it',
  },
  suspendTeam: {
    id: 'PCALL-32-suspend',
    base: 'api',
    method: 'PUT',
    path: 'teams/:id/suspension',
    access: { permission: 'r:teams' },
    params: OneRow,
    answer: AdminTeam,
    summary: 'Suspend a team. Its data can be neither read nor written until it is reopened, and nothing is deleted',
  },
  reopenTeam: {
    id: 'PCALL-32-reopen',
    base: 'api',
    method: 'DELETE',
    path: 'teams/:id/suspension',
    access: { permission: 'r:teams' },
    params: OneRow,
    answer: AdminTeam,
    summary: 'Reopen a suspended team',
  },
  allInvitations: {
    id: 'PCALL-31',
    base: 'api',
    method: 'POST',
    path: 'invitations/search',
    access: { permission: 'r:invitations' },
    body: InvitationSearch,
    answer: AdminInvitationPage,
    records: 'read',
    summary: 'Invitations with their state, newest first. Search by address or team',
  },
  resendAnyInvitation: {
    id: 'PCALL-31-resend',
    base: 'api',
    method: 'POST',
    path: 'invitations/:id/resend',
    access: { permission: 'r:invitations' },
    recentPassword: 'by-role',
    params: OneRow,
    answer: HandedInvitation,
    summary: 'Renew the link and term of an invitation to any team. The earlier link stops working',
  },
  withdrawAnyInvitation: {
    id: 'PCALL-31-withdraw',
    base: 'api',
    method: 'DELETE',
    path: 'invitations/:id',
    access: { permission: 'r:invitations' },
    params: OneRow,
    answer: z.null(),
    summary: 'Withdraw an open invitation to any team',
  },
} as const;
