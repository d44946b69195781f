import { z } from './zod.ts';
import {
  AdminInvitationPage,
  AdminTeam,
  AdminTeamPage,
  AdminUser,
  AdminUserPage,
  INVITATION_STATES,
  TeamForSomebody,
} from './administration.ts';
import { Colour, TeamSlug } from './entities.ts';
import { HandedInvitation } from './members.ts';
import { Email, nameUpTo, RowId, textUpTo } from './text.ts';

const page = z.number().int().min(1).max(1_000_000).default(1);
const Search = textUpTo(200).default('');
const OneRow = z.object({ id: RowId });
const PeopleSearch = z.object({ search: Search, state: z.enum(['all', 'blocked', 'unverified', 'platform']).default('all'), page });
export type PeopleSearch = z.infer<typeof PeopleSearch>;
const InvitationSearch = z.object({ search: Search, state: z.enum(['all', ...INVITATION_STATES]).default('all'), page });
export type InvitationSearch = z.infer<typeof InvitationSearch>;

/**
 * The platform's administration. The permission opens the page; what reaches beyond the team of the request asks the account
 * (docs/decisions/312-administration.md). What looks for an address is asked in a body: an address stands in no URL and no log.
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
    summary: 'People with their teams and roles, by name; searched by name or address',
  },
  blockUser: {
    id: 'PCALL-28-block',
    base: 'api',
    method: 'PUT',
    path: 'users/:id/block',
    access: { permission: 'r:users' },
    params: OneRow,
    answer: AdminUser,
    summary: 'Block an account: its sign-ins end, its data stay',
  },
  unblockUser: {
    id: 'PCALL-28-unblock',
    base: 'api',
    method: 'DELETE',
    path: 'users/:id/block',
    access: { permission: 'r:users' },
    params: OneRow,
    answer: AdminUser,
    summary: 'Let a blocked account in again',
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
    summary: 'Make somebody a platform administrator',
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
    summary: 'Make a platform administrator somebody like others; the server keeps one',
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
    summary: 'End every sign-in of an account; its owner may sign in again',
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
    summary: 'A team for somebody, who is invited to be its administrator; the caller does not join it',
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
    summary: 'Title and colour of a team; its address stays, since devices keep their work under it',
  },
  suspendTeam: {
    id: 'PCALL-32-suspend',
    base: 'api',
    method: 'PUT',
    path: 'teams/:id/suspension',
    access: { permission: 'r:teams' },
    params: OneRow,
    answer: AdminTeam,
    summary: 'Suspend a team: nothing of it is read or written until it is reopened, and nothing of it is removed',
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
    summary: 'Invitations with what became of them, the newest first; searched by address or team',
  },
  resendAnyInvitation: {
    id: 'PCALL-31-resend',
    base: 'api',
    method: 'POST',
    path: 'invitations/:id/resend',
    access: { permission: 'r:invitations' },
    params: OneRow,
    answer: HandedInvitation,
    summary: 'A new link and a new term for an invitation of whichever team; the link of before opens nothing any more',
  },
  withdrawAnyInvitation: {
    id: 'PCALL-31-withdraw',
    base: 'api',
    method: 'DELETE',
    path: 'invitations/:id',
    access: { permission: 'r:invitations' },
    params: OneRow,
    answer: z.null(),
    summary: 'Withdraw an invitation of whichever team that nobody accepted',
  },
} as const;
