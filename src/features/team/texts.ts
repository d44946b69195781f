import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { t } from '#language/t.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the team pages. */
export const TEXTS = {
  team: t('Team'),
  /** given (INV-01). */
  files: t('Files'),
  members: t('Members'),
  invitations: t('Invitations'),
  roles: t('Roles'),
  newTeam: t('New team'),
  dashboard: t('Dashboard'),
  newTeamNote: t('You become its administrator and can invite others.'),
  title: t('Name'),
  address: t('Address'),
  colour: t('Colour'),
  createTeam: t('Create team'),
  required: t('This field is required'),
  notAnAddress: t('Lowercase letters, digits and hyphens, up to 63'),
  mayNotCreate: t('On this server, platform administrators create teams. Ask one of them.'),
  columns: {
    name: t('Name'),
    email: t('E-mail'),
    role: t('Role'),
    since: t('Since'),
  },
  actions: t('Actions'),
  you: t('you'),
  notInUse: t('account inactive'),
  needsServer: t('The server cannot be reached'),
  failed: t('The members could not be loaded'),
  invitationsFailed: t('The invitations could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  noMembers: t('This team has no members'),
  nobodyHasRole: t('Nobody has this role.'),
  whatRolesAllow: t('What roles allow'),
  noInvitations: t('No open invitations'),
  noInvitationsWhy: t('Invitations without an answer are listed here.'),
  mayNotInvite: t('Members with permission to invite can send, renew and withdraw them.'),
  linkNote: t(
    'Each address gets its own link, valid for 14 days. The link is sent by mail if this server sends mail. It is also shown here once, so that you can pass it on.',
  ),
  emptyRows: t('Empty rows are ignored.'),
  screenLock: t('Screen lock'),
  lockAfter: t('Lock screens of this team after'),
  lockNote: t('After this time without input, the screen asks for the password. Uploads continue.'),
  save: t('Save'),
  /** given (INV-04). */
  selectRole: t('Select role'),
  /** CFG-24 proposes it as the placeholder of INV-03. */
  emailExample: t('name@example.com'),
  /** given (INV-11, 15, 16). */
  nobody: t('At least one member is required'),
  sent: t('Invitation sent'),
  duplicate: t('Duplicate email'),
  notAnEmail: t('Enter a valid e-mail address'),
  roleRefused: t('This role cannot be assigned.'),
  sentList: t('Sent'),
  loseTitle: t('Change your own role?'),
  loseWhy: t('You lose what your new role does not allow immediately. Another administrator can change it back.'),
  loseDo: t('Change my role'),
} as const;

export const minutesText = (minutes: number): string => t('{minutes} minutes', { minutes });
export const rowEmailText = (row: number): string => t('E-mail {row}', { row });
export const rowRoleText = (email: string, row: number): string =>
  email === '' ? t('Role of row {row}', { row }) : t('Role of {name}', { name: email });
export const removeRowText = (row: number): string => t('Remove row {row}', { row });
export const roleOfText = (name: string): string => t('Role of {name}', { name });
export const removeText = (name: string): string => t('Remove {name}', { name });
export const removeTitle = (name: string, team: string): string => t('Remove {name} from {team}?', { name, team });
export const removeWhy = (name: string): string =>
  t('{name} loses access to this team immediately, on every device. Their uploads stay in the team, and they can be invited again.', {
    name,
  });
export const tooManyText = (max: number): string => t('At most {max} at once', { max });

export function textOfFailure(failure: ApiFailure): string {
  return changeFailureText(failure, { not_found: DELETED_MEANWHILE });
}
