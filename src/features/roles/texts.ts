import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { HeldBy } from '#contract/errors.ts';
import { t } from '#language/t.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the pages of roles and permissions. */
export const TEXTS = {
  /** given (SIDE-37, 38). */
  roles: t('Roles'),
  permissions: t('Permissions'),
  newRole: t('New role'),
  columns: {
    name: t('Name'),
    scope: t('Scope'),
    people: t('People'),
    allows: t('Allows'),
    given: t('Can be assigned'),
    permission: t('Permission'),
  },
  builtIn: t('built in'),
  givenByTeams: t('yes'),
  notGiven: t('no'),
  failed: t('The roles could not be loaded'),
  permissionsFailed: t('The permissions could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  empty: t('No roles'),
  needsServer: t('The server cannot be reached'),
  name: t('Name'),
  nameNeeded: t('This field is required'),
  givenLabel: t('Teams can assign this role to their members'),
  givenNote: t('Only members who have all of its permissions can assign it.'),
  notGivenNote: t('Platform administrators are appointed by other platform administrators, not by teams.'),
  keeps: t('This role always has this permission'),
  lacked: t('You do not have this permission, so you cannot change it'),
  beyond: t('This role allows more than your own roles, so you cannot change it'),
  ofServer: t('It applies to every team, so only platform administrators can change it'),
  neverInTeam: t('Not available to roles of a team'),
  scope: t('Scope'),
  scopes: { server: t('in every team'), team: t('in this team') },
  atOnce: { server: t('Changes take effect immediately in every team.'), team: t('Changes take effect immediately.') },
  save: t('Save'),
  create: t('Create role'),
  close: t('Close'),
  delete: t('Delete role'),
  keep: t('Keep'),
  stays: t('This role is built in and cannot be deleted.'),
  changedTitle: t('This role was changed in the meantime'),
  changedWhy: t('Your changes were based on an older version and are not saved.'),
  showNow: t('Show the current version'),
  gone: t('This role was deleted in the meantime'),
  grid: t('Which role allows what'),
  gridNote: t('Select a box to give or remove a permission. It takes effect immediately.'),
  gridKeys: t('Use the arrow keys to move and Space to select.'),
  role: t('Role'),
  earlier: t('Previous roles'),
  later: t('Next roles'),
} as const;

export const peopleText = (people: number): string => t('{people, plural, one {# person} other {# people}}', { people });
export const allowsText = (permissions: number, all: number): string => t('{permissions} of {all}', { permissions, all });
export const narrowText = (scope: string, people: number, permissions: number, all: number): string =>
  [scope, peopleText(people), t('allows {permissions} of {all}', { permissions, all })].join(', ');
export const cellText = (role: string, permission: string): string => `${role}: ${permission}`;
export const heldByText = (roles: readonly string[]): string =>
  roles.length === 0 ? t('No role has this permission.') : t('Held by {roles}.', { roles: roles.join(', ') });
export const deleteTitle = (name: string): string => t('Delete {name}?', { name });
export const deleteWhy = (name: string): string => t('Nobody has the role {name}. This cannot be undone.', { name });
export const rangeText = (first: number, last: number, all: number): string => t('Roles {first} to {last} of {all}', { first, last, all });

/** Why it cannot be deleted, and what has to change first. */
export function inUseText({ people, invitations }: HeldBy): string {
  if (invitations === 0)
    return t('{people, plural, one {# person holds} other {# people hold}} it. Give them another role first.', { people });
  if (people === 0)
    return t('{invitations, plural, one {# open invitation is} other {# open invitations are}} to it. Give them another role first.', {
      invitations,
    });
  return t(
    '{people, plural, one {# person holds} other {# people hold}} it and ' +
      '{invitations, plural, one {# open invitation is} other {# open invitations are}} to it. Give them another role first.',
    { people, invitations },
  );
}

const REFUSALS: Partial<Record<string, string>> = {
  last_administrator: t(
    'A team would have nobody left who can manage members and send invitations. Give one of its members that role first.',
  ),
  not_allowed: t('You are not allowed to change this, or it includes permissions that you do not have.'),
  not_found: t('This role was deleted in the meantime.'),
};

export function textOfFailure(failure: ApiFailure): string {
  if (failure.kind === 'refused' && failure.code === 'role_in_use' && failure.heldBy !== undefined) return inUseText(failure.heldBy);
  if (failure.kind === 'refused' && failure.code === 'too_many' && failure.limit !== undefined)
    return t('The limit of {max} roles is reached. Delete one first.', { max: failure.limit.max });
  return changeFailureText(failure, REFUSALS);
}
