import { failureStatus } from '#api/failure-status.ts';
import type { ApiFailure } from '#api/result.ts';
import { formatTime } from '#ui/format.ts';

/** Words of the pages of a team. */
export const TEXTS = {
  team: 'Team',
  /** given (INV-01). */
  members: 'Members',
  invitations: 'Invitations',
  roles: 'Roles',
  newTeam: 'New team',
  dashboard: 'Dashboard',
  newTeamNote: 'You become its administrator and can invite others.',
  title: 'Name',
  address: 'Address',
  colour: 'Colour',
  createTeam: 'Create team',
  required: 'This field is needed',
  notAnAddress: 'Small letters, digits and hyphens, up to 63',
  mayNotCreate: 'On this server teams are made by who runs it. Ask for one.',
  columns: { name: 'Name', email: 'E-mail', role: 'Role', since: 'Since', invitedBy: 'Invited by', sent: 'Sent', state: 'State' },
  acts: 'Acts',
  you: 'you',
  notInUse: 'account not in use',
  needsServer: 'Needs the server, which is not reached now',
  failed: 'The members could not be read',
  invitationsFailed: 'The invitations could not be read',
  failedWhy: 'Nothing was changed. Try again.',
  offline: 'This page was not opened before',
  offlineWhy: 'The network is away and the page is not on this device. It is read as soon as the network is back.',
  noMembers: 'This team has no members',
  nobodyHasRole: 'Nobody has this role.',
  whatRolesAllow: 'What roles allow',
  noInvitations: 'No invitation waits',
  noInvitationsWhy: 'Who was invited and has not answered yet stands here.',
  mayNotInvite: 'Who may invite sends, renews and withdraws them.',
  linkNote:
    'Each address gets a link of its own, valid for 14 days. It goes by mail where this server sends any, and is shown here once, for you to hand over.',
  emptyRows: 'Empty rows are ignored.',
  screenLock: 'Screen lock',
  lockAfter: 'Lock screens of this team after',
  lockNote: 'Without typing, pointing or scrolling. Uploads go on; the password opens the screen again.',
  save: 'Save',
  /** given (INV-04). */
  selectRole: 'Select role',
  /** CFG-24 proposes it for the fill-in of INV-03. */
  emailExample: 'name@example.com',
  /** given (INV-11, 15, 16). */
  nobody: 'At least one member is required',
  sent: 'Invitation sent',
  duplicate: 'Duplicate email',
  notAnEmail: 'This is not an e-mail address',
  roleRefused: 'This role cannot be given.',
  sentList: 'Sent',
  resend: 'Send again, with a new link',
  withdraw: 'Withdraw',
  loseTitle: 'Change your own role?',
  loseWhy: 'What your new role does not allow is closed to you at once. Another administrator can give it back.',
  loseDo: 'Change my role',
} as const;

export const minutesText = (minutes: number): string => `${minutes} minutes`;
export const asOfText = (at: number): string => `list as of ${formatTime(at, { seconds: false })}`;
export const rowEmailText = (row: number): string => `E-mail ${row}`;
export const rowRoleText = (email: string, row: number): string => `Role of ${email === '' ? `row ${row}` : email}`;
export const removeRowText = (row: number): string => `Remove row ${row}`;
export const roleOfText = (name: string): string => `Role of ${name}`;
export const removeText = (name: string): string => `Remove ${name}`;
export const removeTitle = (name: string, team: string): string => `Remove ${name} from ${team}?`;
export const removeWhy = (name: string): string =>
  `${name} loses access to this team at once, on every device. What they sent stays in the team, and they can be invited again.`;
export const actsOfText = (email: string): string => `Acts on the invitation of ${email}`;
export const untilText = (date: string): string => `until ${date}`;
export const tooManyText = (max: number): string => `At most ${max} at once`;

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
  return failure.message;
}
