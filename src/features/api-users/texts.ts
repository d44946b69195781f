import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { ApiUser } from '#contract/api-users.ts';
import { LIMITS } from '#contract/limits.ts';
import { keyBefore, type ApiUserState } from '#model/api-user-state.ts';
import { formatCount, formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the page of API users. */
export const TEXTS = {
  /** given (SIDE-33). */
  title: 'API Users',
  administration: 'Administration',
  openApi: 'OpenAPI',
  newUser: 'New API user',
  search: 'Search name or address',
  team: 'Team',
  state: 'State',
  all: 'All',
  ...PAGE_OFFLINE,
  failed: 'The API users could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  needsServer: 'The server cannot be reached',
  empty: 'No API users yet',
  emptyWhy: 'An API user is a program, such as a PACS bridge or a script. It works in one team with a key, and can do only what you allow.',
  noneMatch: 'No API user matches',
  columns: { name: 'Name', permissions: 'Permissions', expires: 'Expires', used: 'Used, allowed from', state: 'State' },
  never: 'never',
  anyAddress: 'any address',
  close: 'Close',
  keyTitle: 'This key is shown once',
  keyNote: 'The server keeps only its hash. If it is lost, rotate it.',
  key: 'Key',
  copyKey: 'Copy key',
  stored: 'I have stored it',
  name: 'Name',
  nameNote: 'What the program is called in lists, in "created by" and in the audit trail',
  permissions: 'Permissions',
  lacked: 'You do not have this permission, so you cannot give it',
  expires: 'Last day',
  overlap: 'Overlap when rotated',
  addresses: 'Allowed addresses, one a line',
  addressesNote: 'IPv4 or IPv6, or networks such as 10.20.4.0/24. Empty: any address',
  create: 'Create and show the key',
  save: 'Save',
  rotate: 'Rotate key…',
  rotateDo: 'Rotate key',
  revoke: 'Revoke now…',
  revokeDo: 'Revoke now',
  open: 'Open',
  keep: 'Keep',
  otherTeam: 'This API user is of another team',
  otherTeamWhy: 'Switch to that team to change it. You can revoke it from here.',
  revokedTitle: 'This API user was revoked',
  expiredTitle: 'This API user has expired',
  expiredWhy: 'Its keys work again if you choose a later day and save.',
  noRightsTitle: 'The keys of this API user do nothing at present',
  reachedNowhere: 'This API user does not exist, or is of another team',
} as const;

export const FAULTS = {
  needed: 'This field is required',
  noPermission: 'Choose at least one permission',
  notADay: 'Choose a day',
  passed: 'This day has passed',
  notAnAddress: (line: string): string => `"${line}" is neither an address nor a network`,
  tooMany: `At most ${LIMITS.addressesPerApiUser} addresses`,
};

export const STATE_TEXTS: Readonly<Record<ApiUserState, string>> = {
  active: 'active',
  'not used': 'not used',
  '2 keys': '2 keys',
  'expires soon': 'expires soon',
  'no rights': 'no rights',
  expired: 'expired',
  revoked: 'revoked',
};

/** Hours of overlap, and how the form calls them. */
export const OVERLAPS: readonly { value: string; label: string }[] = [
  { value: '0', label: 'none' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '48', label: '48 hours' },
  { value: '168', label: '7 days' },
];

export const ofTeamText = (team: string): string => `API user, ${team}`;
export const moreText = (count: number): string => `${formatCount(count)} more`;
export const andMoreText = (count: number): string => `and ${formatCount(count)} more`;
export const countText = (shown: number, total: number): string => `${formatCount(shown)} of ${formatCount(total)}`;
export const madeText = ({ created_by: by, vouched_by: vouched }: ApiUser): string =>
  [by === null ? null : `Created by ${by}.`, vouched === null ? null : `It may do only what ${vouched} may do in this team.`]
    .filter((part) => part !== null)
    .join(' ');
export const noRightsText = ({ vouched_by: vouched }: ApiUser): string =>
  `They may do only what ${vouched ?? 'the person who vouched for them'} may do in this team, which is nothing of this now. Save or rotate it, and you vouch for it.`;

export const rotateTitle = (name: string): string => `Rotate the key of ${name}?`;
export const rotateWhy = (hours: number): string =>
  hours === 0
    ? 'The present key ends immediately. The new one is shown once.'
    : `The new key is shown once. The present one works for ${hours === 168 ? '7 days' : `${hours} h`} more, so that you can change it where it is used.`;
export const revokeTitle = (name: string): string => `Revoke ${name}?`;
export const revokeWhy = (name: string): string =>
  `All keys of ${name} end immediately, and unfinished uploads with them stop. What it created stays. This cannot be undone.`;

export const twoKeysTitle = (name: string): string => `${name} has two keys.`;
export function twoKeysText(user: ApiUser): string {
  const before = keyBefore(user);
  if (before === null) return '';
  const ends = `The old one ends on ${formatDateTime(before.endsAt, { seconds: false })}.`;
  return before.usedSince === null
    ? `${ends} It was not used since the new one was made.`
    : `${ends} It was used ${formatDateTime(before.usedSince, { seconds: false })}, so the change is not made everywhere yet.`;
}

export function failureText(failure: ApiFailure): string {
  return changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: 'It has a permission that you do not have, so you cannot save or rotate it.',
    conflict: 'This was already done. Reload the page.',
  });
}
