import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { HeldBy } from '#contract/errors.ts';
import { formatCountOf } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the pages of roles and permissions. */
export const TEXTS = {
  /** given (SIDE-37, 38). */
  roles: 'Roles',
  permissions: 'Permissions',
  newRole: 'New role',
  columns: { name: 'Name', scope: 'Scope', people: 'People', allows: 'Allows', given: 'Can be assigned', permission: 'Permission' },
  builtIn: 'built in',
  givenByTeams: 'yes',
  notGiven: 'no',
  failed: 'The roles could not be loaded',
  permissionsFailed: 'The permissions could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  empty: 'No roles',
  needsServer: 'The server cannot be reached',
  name: 'Name',
  nameNeeded: 'This field is required',
  givenLabel: 'Teams can assign this role to their members',
  givenNote: 'Only members who have all of its permissions can assign it.',
  notGivenNote: 'Platform administrators are appointed by other platform administrators, not by teams.',
  keeps: 'This role always has this permission',
  lacked: 'You do not have this permission, so you cannot change it',
  beyond: 'This role allows more than your own roles, so you cannot change it',
  ofServer: 'It applies to every team, so only platform administrators can change it',
  neverInTeam: 'Not available to roles of a team',
  scope: 'Scope',
  scopes: { server: 'in every team', team: 'in this team' },
  atOnce: { server: 'Changes take effect immediately in every team.', team: 'Changes take effect immediately.' },
  save: 'Save',
  create: 'Create role',
  close: 'Close',
  delete: 'Delete role',
  keep: 'Keep',
  stays: 'This role is built in and cannot be deleted.',
  changedTitle: 'This role was changed in the meantime',
  changedWhy: 'Your changes were based on an older version and are not saved.',
  showNow: 'Show the current version',
  gone: 'This role was deleted in the meantime',
  grid: 'Which role allows what',
  gridNote: 'Select a box to give or remove a permission. It takes effect immediately.',
  gridKeys: 'Use the arrow keys to move and Space to select.',
  role: 'Role',
  earlier: 'Previous roles',
  later: 'Next roles',
} as const;

export const peopleText = (people: number): string => formatCountOf(people, 'person', 'people');
export const allowsText = (permissions: number, all: number): string => `${permissions} of ${all}`;
export const narrowText = (scope: string, people: number, allows: string): string => `${scope}, ${peopleText(people)}, allows ${allows}`;
export const cellText = (role: string, permission: string): string => `${role}: ${permission}`;
export const heldByText = (roles: readonly string[]): string =>
  roles.length === 0 ? 'No role has this permission.' : `Held by ${roles.join(', ')}.`;
export const deleteTitle = (name: string): string => `Delete ${name}?`;
export const deleteWhy = (name: string): string => `Nobody has the role ${name}. This cannot be undone.`;
export const rangeText = (first: number, last: number, all: number): string => `Roles ${first} to ${last} of ${all}`;

/** Why it cannot be deleted, and what has to change first. */
export function inUseText({ people, invitations }: HeldBy): string {
  const who = [
    people > 0 && `${formatCountOf(people, 'person holds', 'people hold')} it`,
    invitations > 0 && `${formatCountOf(invitations, 'open invitation is', 'open invitations are')} to it`,
  ].filter(Boolean);
  return `${who.join(' and ')}. Give them another role first.`;
}

const REFUSALS: Partial<Record<string, string>> = {
  last_administrator: 'A team would have nobody left who can manage members and send invitations. Give one of its members that role first.',
  not_allowed: 'You are not allowed to change this, or it includes permissions that you do not have.',
  not_found: 'This role was deleted in the meantime.',
};

export function textOfFailure(failure: ApiFailure): string {
  if (failure.kind === 'refused' && failure.code === 'role_in_use' && failure.heldBy !== undefined) return inUseText(failure.heldBy);
  if (failure.kind === 'refused' && failure.code === 'too_many' && failure.limit !== undefined)
    return `The limit of ${failure.limit.max} roles is reached. Delete one first.`;
  return changeFailureText(failure, REFUSALS);
}
