import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the team pages. */
export const TEXTS = {
  team: 'Team',
  /** given (INV-01). */
  files: 'Files',
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
  required: 'This field is required',
  notAnAddress: 'Lowercase letters, digits and hyphens, up to 63',
  mayNotCreate: 'On this server, platform administrators create teams. Ask one of them.',
  columns: { name: 'Name', email: 'E-mail', role: 'Role', since: 'Since', invitedBy: 'Invited by', sent: 'Sent', state: 'State' },
  actions: 'Actions',
  you: 'you',
  notInUse: 'account inactive',
  needsServer: 'The server cannot be reached',
  failed: 'The members could not be loaded',
  invitationsFailed: 'The invitations could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  noMembers: 'This team has no members',
  nobodyHasRole: 'Nobody has this role.',
  whatRolesAllow: 'What roles allow',
  noInvitations: 'No open invitations',
  noInvitationsWhy: 'Invitations without an answer are listed here.',
  mayNotInvite: 'Members with permission to invite can send, renew and withdraw them.',
  linkNote:
    'Each address gets its own link, valid for 14 days. The link is sent by mail if this server sends mail. It is also shown here once, so that you can pass it on.',
  emptyRows: 'Empty rows are ignored.',
  screenLock: 'Screen lock',
  lockAfter: 'Lock screens of this team after',
  lockNote: 'After this time without input, the screen asks for the password. Uploads continue.',
  save: 'Save',
  /** given (INV-04). */
  selectRole: 'Select role',
  /** CFG-24 proposes it as the placeholder of INV-03. */
  emailExample: 'name@example.com',
  /** given (INV-11, 15, 16). */
  nobody: 'At least one member is required',
  sent: 'Invitation sent',
  duplicate: 'Duplicate email',
  notAnEmail: 'Enter a valid e-mail address',
  roleRefused: 'This role cannot be assigned.',
  sentList: 'Sent',
  resend: 'Send again, with a new link',
  withdraw: 'Withdraw',
  loseTitle: 'Change your own role?',
  loseWhy: 'You lose what your new role does not allow immediately. Another administrator can change it back.',
  loseDo: 'Change my role',
} as const;

export const minutesText = (minutes: number): string => `${minutes} minutes`;
export const rowEmailText = (row: number): string => `E-mail ${row}`;
export const rowRoleText = (email: string, row: number): string => `Role of ${email === '' ? `row ${row}` : email}`;
export const removeRowText = (row: number): string => `Remove row ${row}`;
export const roleOfText = (name: string): string => `Role of ${name}`;
export const removeText = (name: string): string => `Remove ${name}`;
export const removeTitle = (name: string, team: string): string => `Remove ${name} from ${team}?`;
export const removeWhy = (name: string): string =>
  `${name} loses access to this team immediately, on every device. Their uploads stay in the team, and they can be invited again.`;
export const actsOfText = (email: string): string => `Actions for the invitation of ${email}`;
export const untilText = (date: string): string => `until ${date}`;
export const tooManyText = (max: number): string => `At most ${max} at once`;

export function textOfFailure(failure: ApiFailure): string {
  return changeFailureText(failure, { not_found: DELETED_MEANWHILE });
}
