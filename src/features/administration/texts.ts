import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { formatCountOf } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the platform administration. */
export const TEXTS = {
  administration: 'Administration',
  nothing: 'No administration pages for you',
  nothingWhy: 'A platform administrator can give you access.',
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
    bytes: 'Storage',
  },
  actions: 'Actions',
  state: 'State',
  needsServer: 'The server cannot be reached',
  ...PAGE_OFFLINE,
  failedWhy: 'Nothing was changed. Try again.',
  notForYou: 'This page is for platform administrators',
  notForYouWhy: 'Permissions in one team give no access to other teams. Ask a platform administrator.',
  /** Users. */
  searchUsers: 'Search name or e-mail',
  usersFailed: 'The users could not be loaded',
  noUsers: 'No users found',
  noUsersWhy: 'Search for another part of the name or address, or show all states.',
  you: 'you',
  noTeam: 'no team',
  never: 'never',
  platform: 'platform administrator',
  block: 'Block',
  unblock: 'Unblock',
  makePlatform: 'Make platform administrator',
  endPlatform: 'Remove platform administrator',
  endSignIns: 'End all sign-ins',
  actAs: 'Act as…',
  /** Teams. */
  searchTeams: 'Search title or address',
  teamsFailed: 'The teams could not be loaded',
  noTeams: 'No teams found',
  noTeamsWhy: 'Search for another part of the title or address.',
  newTeam: 'New team for someone else',
  newTeamNote: 'The person you invite becomes its administrator. You do not become a member.',
  title: 'Title',
  address: 'Address',
  administrator: 'Administrator e-mail',
  colour: 'Colour',
  create: 'Create and invite',
  edit: 'Title and colour',
  save: 'Save',
  suspend: 'Suspend',
  reopen: 'Reopen',
  ownTeam: 'You are using this team. Switch to another one to suspend it.',
  required: 'This field is required',
  notAnAddress: 'Lowercase letters, digits and hyphens, up to 63',
  notAnEmail: 'Enter a valid e-mail address',
  saved: 'Saved',
  /** Invitations. */
  searchInvitations: 'Search e-mail or team',
  searchOwnInvitations: 'Search e-mail',
  invitationsFailed: 'The invitations could not be loaded',
  noInvitations: 'No invitations found',
  noInvitationsWhy: 'Search for another part of the address or team, or show all states.',
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

/** Notes below the page names on the first page. A page without one shows only its name. */
export const PAGE_NOTES: Readonly<Record<string, string>> = {
  '/admin/users': 'All accounts and their teams; block accounts, end sign-ins, appoint platform administrators',
  '/admin/api/users': 'Programs that use this server, what they may do, and their keys',
  '/admin/teams': 'All teams and their storage; create, suspend and reopen teams',
  '/admin/invitations': 'All invitations, who sent them, and their state',
  '/admin/roles': 'What each role allows',
  '/admin/permissions': 'Which role has which permission',
  '/admin/log': 'User activity and the audit trail',
  '/admin/commander': 'Files of the server and of the team: copy, move, pack, unpack, download',
  '/admin/ai-workers': 'Machines that train and run models, their jobs and keys',
  '/admin/ai-model-configuration': 'Which model runs after the conversion of a series',
  '/admin/masterarbeit': 'How often the acquisition of a series was recognised, and how often a person chose another one',
  '/admin/structures-x': 'Structures and body parts of all teams; add, change and hide them',
  '/user-switch': 'See what somebody else sees, for an hour and with a reason; and who did',
  '/admin/mail': 'Mails that could not be sent, for you to forward',
};

export const actsOfText = (name: string): string => `Actions for ${name}`;
export const actsOfInvitationText = (email: string): string => `Actions for the invitation of ${email}`;
export const signInsText = (count: number): string => formatCountOf(count, 'sign-in', 'sign-ins');
export const membersText = (count: number): string => formatCountOf(count, 'member', 'members');
export const studiesText = (count: number): string => formatCountOf(count, 'study', 'studies');
export const untilText = (date: string): string => `until ${date}`;
export const sinceText = (date: string): string => `since ${date}`;
export const editTitle = (team: string): string => `Title and colour of ${team}`;

export const blockTitle = (name: string): string => `Block ${name}?`;
export const blockWhy = (name: string): string =>
  `${name} is signed out everywhere immediately and cannot sign in. Nothing is deleted: uploaded studies stay, and uploads that wait on their devices resume when the account is unblocked.`;
export const blockDo = (name: string): string => `Block ${name}`;
export const endSignInsTitle = (name: string): string => `End all sign-ins of ${name}?`;
export const endSignInsWhy = (name: string): string =>
  `${name} is signed out in every browser and can sign in again. Uploads that wait on their devices resume then.`;
export const makePlatformTitle = (name: string): string => `Make ${name} a platform administrator?`;
export const makePlatformWhy = (name: string): string =>
  `${name} can then do everything in their teams, manage all users, teams and invitations, and read mails that give access to accounts.`;
export const endPlatformTitle = (name: string): string => `Remove ${name} as a platform administrator?`;
export const endPlatformWhy = (name: string): string => `${name} keeps only the roles in their teams.`;
export const suspendTitle = (team: string): string => `Suspend ${team}?`;
export const suspendWhy = (team: string): string =>
  `Nobody can read or change anything in ${team} until it is reopened. Nothing is deleted: uploads wait on the devices of its members and resume automatically.`;
export const suspendDo = (team: string): string => `Suspend ${team}`;

export function textOfFailure(failure: ApiFailure): string {
  return changeFailureText(failure, { not_found: DELETED_MEANWHILE, not_allowed: TEXTS.notForYou });
}
