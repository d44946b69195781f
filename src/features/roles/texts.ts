import { failureStatus } from '#api/failure-status.ts';
import type { ApiFailure } from '#api/result.ts';
import type { HeldBy } from '#contract/errors.ts';
import { formatCountOf, formatTime } from '#ui/format.ts';

/** Words of the pages of roles and permissions. */
export const TEXTS = {
  /** given (SIDE-37, 38). */
  roles: 'Roles',
  permissions: 'Permissions',
  newRole: 'New role',
  columns: { name: 'Name', scope: 'In force', people: 'People', allows: 'Allows', given: 'Given by teams', permission: 'Permission' },
  builtIn: 'came with the server',
  givenByTeams: 'yes',
  notGiven: 'no',
  failed: 'The roles could not be read',
  permissionsFailed: 'The permissions could not be read',
  failedWhy: 'Nothing was changed. Try again.',
  offline: 'This page was not opened before',
  offlineWhy: 'The network is away and the page is not on this device. It is read as soon as the network is back.',
  empty: 'There is no role',
  needsServer: 'Needs the server, which is not reached now',
  name: 'Name',
  nameNeeded: 'This field is needed',
  givenLabel: 'Teams may give it to their members',
  givenNote: 'Who gives it has to hold everything that it allows.',
  notGivenNote: 'Platform administrators are made by who runs the server, not by teams.',
  keeps: 'This role always has it',
  lacked: 'You do not hold this yourself, so you cannot give it or take it',
  beyond: 'This role allows more than you may do yourself, so it is not yours to change',
  ofServer: 'It is in force in every team, so only those who run the server change it',
  neverInTeam: 'No role of a team has it',
  scope: 'In force',
  scopes: { server: 'in every team', team: 'in this team' },
  atOnce: { server: 'A change holds at once, in every team.', team: 'A change holds at once.' },
  save: 'Save',
  create: 'Create role',
  close: 'Close',
  delete: 'Delete role',
  keep: 'Keep',
  stays: 'It came with the server and stays.',
  changedTitle: 'This role was changed meanwhile',
  changedWhy: 'What you wrote was made from how it was before, and is not saved.',
  showNow: 'Show how it is now',
  gone: 'This role was deleted meanwhile',
  grid: 'Which role allows what',
  gridNote: 'A press gives or takes it at once, wherever the role is in force.',
  gridKeys: 'Arrow keys move, Space presses.',
  role: 'Role',
  earlier: 'Earlier roles',
  later: 'Later roles',
} as const;

export const asOfText = (at: number): string => `list as of ${formatTime(at, { seconds: false })}`;
export const peopleText = (people: number): string => formatCountOf(people, 'person', 'people');
export const allowsText = (permissions: number, all: number): string => `${permissions} of ${all}`;
export const narrowText = (scope: string, people: number, allows: string): string => `${scope}, ${peopleText(people)}, allows ${allows}`;
export const cellText = (role: string, permission: string): string => `${role}: ${permission}`;
export const heldByText = (roles: readonly string[]): string => (roles.length === 0 ? 'No role has it.' : `Held by ${roles.join(', ')}.`);
export const deleteTitle = (name: string): string => `Delete ${name}?`;
export const deleteWhy = (name: string): string => `Nobody holds ${name}. It cannot be brought back.`;
export const rangeText = (first: number, last: number, all: number): string => `Roles ${first} to ${last} of ${all}`;

/** Why it cannot be deleted, and what would have to be so. */
export function inUseText({ people, invitations }: HeldBy): string {
  const who = [
    people > 0 && `${formatCountOf(people, 'person holds', 'people hold')} it`,
    invitations > 0 && `${formatCountOf(invitations, 'open invitation is', 'open invitations are')} to it`,
  ].filter(Boolean);
  return `${who.join(' and ')}. Give them another role first.`;
}

/** What failed, with the server's code where it gave one. */
export function withStatus(words: string, error: unknown): string {
  const status = failureStatus(error);
  return status === undefined ? words : `${words}: ${status}`;
}

const REFUSALS: Partial<Record<string, string>> = {
  role_keeps: 'This role keeps what nobody could give back.',
  last_administrator:
    'A team would be left without anybody who may look after its members and invite. Give one of them another role first.',
  not_allowed: 'You may not change this any more, or it goes beyond what you hold yourself.',
  not_found: 'This role was deleted meanwhile.',
};

/** The fact, then the next step. */
export function textOfFailure(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The server was not reached, so it may not have been done. Look again once the network is back.';
  if (failure.kind === 'malformed') return 'The server gave an answer that this page does not know. Reload it.';
  if (failure.code === 'role_in_use' && failure.heldBy !== undefined) return inUseText(failure.heldBy);
  if (failure.code === 'too_many' && failure.limit !== undefined)
    return `There are ${failure.limit.max} roles, and no more fit. Delete one first.`;
  return (failure.code !== null && REFUSALS[failure.code]) || failure.message;
}
