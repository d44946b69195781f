import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { inContext, t } from '#language/t.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the platform administration. */
export const TEXTS = {
  administration: t('Administration'),
  nothing: t('No administration pages for you'),
  nothingWhy: t('A platform administrator can give you access.'),
  /** given (SIDE-32, 34, 35). */
  users: t('Users'),
  teams: t('Teams'),
  invitations: t('Invitations'),
  columns: {
    name: t('Name'),
    teams: t('Teams and roles'),
    lastSignIn: t('Last sign-in'),
    state: t('State'),
    team: t('Team'),
    members: t('Members'),
    studies: t('Studies'),
    bytes: t('Storage'),
  },
  actions: t('Actions'),
  state: t('State'),
  needsServer: t('The server cannot be reached'),
  ...PAGE_OFFLINE,
  failedWhy: t('Nothing was changed. Try again.'),
  notForYou: t('This page is for platform administrators'),
  notForYouWhy: t('Permissions in one team give no access to other teams. Ask a platform administrator.'),
  /** Users. */
  searchUsers: t('Search name or e-mail'),
  usersFailed: t('The users could not be loaded'),
  noUsers: t('No users found'),
  noUsersWhy: t('Search for another part of the name or address, or show all states.'),
  you: t('you'),
  noTeam: t('no team'),
  never: t('never'),
  platform: t('platform administrator'),
  blocked: t('blocked'),
  verified: inContext('e-mail address', 'verified'),
  notVerified: inContext('e-mail address', 'not verified'),
  block: t('Block'),
  unblock: t('Unblock'),
  makePlatform: t('Make platform administrator'),
  endPlatform: t('Remove platform administrator'),
  endSignIns: t('End all sign-ins'),
  actAs: t('Act as…'),
  /** Teams. */
  searchTeams: t('Search title or address'),
  teamsFailed: t('The teams could not be loaded'),
  noTeams: t('No teams found'),
  noTeamsWhy: t('Search for another part of the title or address.'),
  newTeam: t('New team for someone else'),
  newTeamNote: t('The person you invite becomes its administrator. You do not become a member.'),
  title: t('Title'),
  address: t('Address'),
  administrator: t('Administrator e-mail'),
  colour: t('Colour'),
  create: t('Create and invite'),
  edit: t('Title and colour'),
  save: t('Save'),
  open: inContext('state', 'open'),
  suspended: t('suspended'),
  suspend: t('Suspend'),
  reopen: t('Reopen'),
  ownTeam: t('You are using this team. Switch to another one to suspend it.'),
  required: t('This field is required'),
  notAnAddress: t('Lowercase letters, digits and hyphens, up to 63'),
  notAnEmail: t('Enter a valid e-mail address'),
  saved: t('Saved'),
  /** Invitations. */
  searchInvitations: t('Search e-mail or team'),
  searchOwnInvitations: t('Search e-mail'),
  invitationsFailed: t('The invitations could not be loaded'),
  noInvitations: t('No invitations found'),
  noInvitationsWhy: t('Search for another part of the address or team, or show all states.'),
  ownInvitations: t('of this team'),
  sent: t('Invitation sent'),
} as const;

export const USER_STATES = {
  all: t('All'),
  blocked: t('Blocked'),
  unverified: t('Not verified'),
  platform: t('Platform administrators'),
} as const;
export const INVITATION_STATE_TEXTS = {
  all: t('All'),
  pending: t('Pending'),
  expired: t('Expired'),
  accepted: inContext('invitation', 'Accepted'),
  declined: t('Declined'),
  withdrawn: t('Withdrawn'),
} as const;

/** Notes below the page names on the first page. A page without one shows only its name. */
export const PAGE_NOTES: Readonly<Record<string, string>> = {
  '/admin/users': t('All accounts and their teams; block accounts, end sign-ins, appoint platform administrators'),
  '/admin/api/users': t('Programs that use this server, what they may do, and their keys'),
  '/admin/teams': t('All teams and their storage; create, suspend and reopen teams'),
  '/admin/invitations': t('All invitations, who sent them, and their state'),
  '/admin/roles': t('What each role allows'),
  '/admin/permissions': t('Which role has which permission'),
  '/admin/log': t('User activity and the audit trail'),
  '/admin/commander': t('Files of the server and of the team: copy, move, pack, unpack, download'),
  '/admin/ai-workers': t('Machines that train and run models, their jobs and keys'),
  '/admin/ai-model-configuration': t('Which model runs after the conversion of a series'),
  '/admin/masterarbeit': t('How often the acquisition of a series was recognised, and how often a person chose another one'),
  '/admin/structures-x': t('Structures and body parts of all teams; add, change and hide them'),
  '/user-switch': t('See what somebody else sees, for an hour and with a reason; and who did'),
  '/admin/mail': t('Mails that could not be sent, for you to forward'),
};

export const actsOfText = (name: string): string => t('Actions for {name}', { name });
export const signInsText = (count: number): string => t('{count, plural, one {# sign-in} other {# sign-ins}}', { count });
export const membersText = (count: number): string => t('{count, plural, one {# member} other {# members}}', { count });
export const studiesText = (count: number): string => t('{count, plural, one {# study} other {# studies}}', { count });
export const sinceText = (date: string): string => t('since {date}', { date });
export const editTitle = (team: string): string => t('Title and colour of {team}', { team });

export const blockTitle = (name: string): string => t('Block {name}?', { name });
export const blockWhy = (name: string): string =>
  t(
    '{name} is signed out everywhere immediately and cannot sign in. Nothing is deleted: uploaded studies stay, and uploads that wait on their devices resume when the account is unblocked.',
    { name },
  );
export const blockDo = (name: string): string => t('Block {name}', { name });
export const endSignInsTitle = (name: string): string => t('End all sign-ins of {name}?', { name });
export const endSignInsWhy = (name: string): string =>
  t('{name} is signed out in every browser and can sign in again. Uploads that wait on their devices resume then.', { name });
export const makePlatformTitle = (name: string): string => t('Make {name} a platform administrator?', { name });
export const makePlatformWhy = (name: string): string =>
  t('{name} can then do everything in their teams, manage all users, teams and invitations, and read mails that give access to accounts.', {
    name,
  });
export const endPlatformTitle = (name: string): string => t('Remove {name} as a platform administrator?', { name });
export const endPlatformWhy = (name: string): string => t('{name} keeps only the roles in their teams.', { name });
export const suspendTitle = (team: string): string => t('Suspend {team}?', { team });
export const suspendWhy = (team: string): string =>
  t(
    'Nobody can read or change anything in {team} until it is reopened. Nothing is deleted: uploads wait on the devices of its members and resume automatically.',
    { team },
  );
export const suspendDo = (team: string): string => t('Suspend {team}', { team });

export function textOfFailure(failure: ApiFailure): string {
  return changeFailureText(failure, { not_found: DELETED_MEANWHILE, not_allowed: TEXTS.notForYou });
}
