import { failureStatus } from '#api/failure-status.ts';
import type { ApiFailure } from '#api/result.ts';
import { formatCountOf, formatTime } from '#ui/format.ts';

/** Words of the platform's administration. */
export const TEXTS = {
  administration: 'Administration',
  nothing: 'There is no page here for you',
  nothingWhy: 'Who runs this server gives the rights that open one.',
  /** given (SIDE-32, 34, 35). */
  users: 'Users',
  teams: 'Teams',
  invitations: 'Invitations',
  columns: {
    name: 'Name',
    teams: 'Teams and roles',
    lastSignIn: 'Last sign-in',
    state: 'State',
    email: 'E-mail',
    team: 'Team',
    role: 'Role',
    invitedBy: 'Invited by',
    sent: 'Sent',
    members: 'Members',
    studies: 'Studies',
    bytes: 'Held',
  },
  acts: 'Acts',
  state: 'State',
  reload: 'Read again',
  needsServer: 'Needs the server, which is not reached now',
  offline: 'This page was not opened before',
  offlineWhy: 'The network is away and the page is not on this device. It is read as soon as the network is back.',
  failedWhy: 'Nothing was changed. Try again.',
  notForYou: 'This page is for who runs the server',
  notForYouWhy: 'A right of a team opens nothing of the others. Ask a platform administrator.',
  /** People. */
  searchUsers: 'Search name or e-mail',
  usersFailed: 'The users could not be read',
  noUsers: 'Nobody was found',
  noUsersWhy: 'Look for another part of the name or address, or show all states.',
  you: 'you',
  noTeam: 'no team',
  never: 'never',
  platform: 'platform administrator',
  block: 'Block',
  unblock: 'Unblock',
  makePlatform: 'Make platform administrator',
  endPlatform: 'End platform administrator',
  endSignIns: 'End all sign-ins',
  /** Teams. */
  searchTeams: 'Search title or address',
  teamsFailed: 'The teams could not be read',
  noTeams: 'No team was found',
  noTeamsWhy: 'Look for another part of the title or address.',
  newTeam: 'New team for somebody',
  newTeamNote: 'Who is invited becomes its administrator. You do not join it.',
  title: 'Title',
  address: 'Address',
  administrator: 'E-mail of its administrator',
  colour: 'Colour',
  create: 'Create and invite',
  edit: 'Title and colour',
  save: 'Save',
  suspend: 'Suspend',
  reopen: 'Reopen',
  ownTeam: 'You are in this team now. Suspend it from another one.',
  required: 'This field is needed',
  notAnAddress: 'Small letters, digits and hyphens, up to 63',
  notAnEmail: 'This is not an e-mail address',
  saved: 'Saved',
  /** Invitations. */
  searchInvitations: 'Search e-mail or team',
  searchOwnInvitations: 'Search e-mail',
  invitationsFailed: 'The invitations could not be read',
  noInvitations: 'No invitation was found',
  noInvitationsWhy: 'Look for another part of the address or team, or show all states.',
  ownInvitations: 'of this team',
  resend: 'Send again, with a new link',
  withdraw: 'Withdraw',
  sent: 'Invitation sent',
} as const;

export const USER_STATES = { all: 'All', blocked: 'Blocked', unverified: 'Not verified', platform: 'Platform administrators' } as const;
export const INVITATION_STATE_TEXTS = {
  all: 'All',
  pending: 'Pending',
  expired: 'Expired',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} as const;

/** Below the name of each page on the first one. A page without words here stands there by its name alone. */
export const PAGE_NOTES: Readonly<Record<string, string>> = {
  '/admin/users': 'Who has an account, in which teams; block, sign out, run the server',
  '/admin/teams': 'What each team holds; make, suspend and reopen',
  '/admin/invitations': 'Who was invited where, by whom, and what became of it',
  '/admin/roles': 'What each role allows',
  '/admin/permissions': 'Which role holds which permission',
  '/admin/log': 'What people did, and the audit trail',
  '/admin/mail': 'Mails that were not sent, to hand over',
};

export const asOfText = (at: number): string => `list as of ${formatTime(at, { seconds: false })}`;
export const actsOfText = (name: string): string => `Acts on ${name}`;
export const actsOfInvitationText = (email: string): string => `Acts on the invitation of ${email}`;
export const signInsText = (count: number): string => formatCountOf(count, 'sign-in', 'sign-ins');
export const membersText = (count: number): string => formatCountOf(count, 'member', 'members');
export const studiesText = (count: number): string => formatCountOf(count, 'study', 'studies');
export const untilText = (date: string): string => `until ${date}`;
export const sinceText = (date: string): string => `since ${date}`;
export const editTitle = (team: string): string => `Title and colour of ${team}`;

export const blockTitle = (name: string): string => `Block ${name}?`;
export const blockWhy = (name: string): string =>
  `${name} is signed out everywhere at once and cannot sign in. Nothing is removed: what was sent stays, and what waits on their devices goes on when the account is unblocked.`;
export const blockDo = (name: string): string => `Block ${name}`;
export const endSignInsTitle = (name: string): string => `End all sign-ins of ${name}?`;
export const endSignInsWhy = (name: string): string =>
  `${name} is signed out in every browser and may sign in again. What waits on their devices goes on then.`;
export const makePlatformTitle = (name: string): string => `Make ${name} a platform administrator?`;
export const makePlatformWhy = (name: string): string =>
  `${name} may then do everything in the teams they belong to, look after all users, teams and invitations, and read the mails that open accounts.`;
export const endPlatformTitle = (name: string): string => `End the platform administration of ${name}?`;
export const endPlatformWhy = (name: string): string => `${name} keeps the roles in their teams and nothing beyond them.`;
export const suspendTitle = (team: string): string => `Suspend ${team}?`;
export const suspendWhy = (team: string): string =>
  `Nobody reads or changes anything of ${team} until it is reopened. Nothing is removed: uploads wait on the devices of its members, which say why, and go on by themselves.`;
export const suspendDo = (team: string): string => `Suspend ${team}`;

/** What failed, with the server's code where it gave one. */
export function withStatus(words: string, error: unknown): string {
  const status = failureStatus(error);
  return status === undefined ? words : `${words}: ${status}`;
}

/** The fact, then the next step. */
export function textOfFailure(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The server was not reached, so it may not have been done. Look again once the network is back.';
  if (failure.kind === 'malformed') return 'The server gave an answer that this page does not know. Reload it.';
  if (failure.code === 'not_found') return 'This was removed meanwhile. The list shows what there is now.';
  if (failure.code === 'not_allowed') return TEXTS.notForYou;
  return failure.message;
}
