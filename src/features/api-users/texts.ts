import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { ApiUser } from '#contract/api-users.ts';
import { LIMITS } from '#contract/limits.ts';
import { t } from '#language/t.ts';
import { keyBefore, type ApiUserState } from '#model/api-user-state.ts';
import { formatCount, formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the page of API users. */
export const TEXTS = {
  /** given (SIDE-33). */
  title: t('API Users'),
  administration: t('Administration'),
  openApi: 'OpenAPI',
  newUser: t('New API user'),
  search: t('Search name or address'),
  team: t('Team'),
  state: t('State'),
  all: t('All'),
  ...PAGE_OFFLINE,
  failed: t('The API users could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  needsServer: t('The server cannot be reached'),
  empty: t('No API users yet'),
  emptyWhy: t(
    'An API user is a program, such as a PACS bridge or a script. It works in one team with a key, and can do only what you allow.',
  ),
  noneMatch: t('No API user matches'),
  columns: { name: t('Name'), permissions: t('Permissions'), expires: t('Expires'), used: t('Used, allowed from'), state: t('State') },
  never: t('never'),
  anyAddress: t('any address'),
  close: t('Close'),
  keyTitle: t('This key is shown once'),
  keyNote: t('The server keeps only its hash. If it is lost, rotate it.'),
  key: t('Key'),
  copyKey: t('Copy key'),
  stored: t('I have stored it'),
  name: t('Name'),
  nameNote: t('What the program is called in lists, in "created by" and in the audit trail'),
  permissions: t('Permissions'),
  lacked: t('You do not have this permission, so you cannot give it'),
  expires: t('Last day'),
  overlap: t('Overlap when rotated'),
  addresses: t('Allowed addresses, one a line'),
  addressesNote: t('IPv4 or IPv6, or networks such as 10.20.4.0/24. Empty: any address'),
  create: t('Create and show the key'),
  save: t('Save'),
  rotate: t('Rotate key…'),
  rotateDo: t('Rotate key'),
  revoke: t('Revoke now…'),
  revokeDo: t('Revoke now'),
  open: t('Open'),
  keep: t('Keep'),
  otherTeam: t('This API user is of another team'),
  otherTeamWhy: t('Switch to that team to change it. You can revoke it from here.'),
  revokedTitle: t('This API user was revoked'),
  expiredTitle: t('This API user has expired'),
  expiredWhy: t('Its keys work again if you choose a later day and save.'),
  noRightsTitle: t('The keys of this API user do nothing at present'),
  reachedNowhere: t('This API user does not exist, or is of another team'),
} as const;

export const FAULTS = {
  needed: t('This field is required'),
  noPermission: t('Choose at least one permission'),
  notADay: t('Choose a day'),
  passed: t('This day has passed'),
  notAnAddress: (line: string): string => t('"{line}" is neither an address nor a network', { line }),
  tooMany: t('At most {count} addresses', { count: LIMITS.addressesPerApiUser }),
};

export const STATE_TEXTS: Readonly<Record<ApiUserState, string>> = {
  active: t('active'),
  'not used': t('not used'),
  '2 keys': t('2 keys'),
  'expires soon': t('expires soon'),
  'no rights': t('no rights'),
  expired: t('expired'),
  revoked: t('revoked'),
};

/** Hours of overlap, and how the form calls them. */
export const OVERLAPS: readonly { value: string; label: string }[] = [
  { value: '0', label: t('none') },
  { value: '1', label: t('1 hour') },
  { value: '24', label: t('24 hours') },
  { value: '48', label: t('48 hours') },
  { value: '168', label: t('7 days') },
];

export const ofTeamText = (team: string): string => t('API user, {team}', { team });
export const moreText = (count: number): string => t('{count} more', { count: formatCount(count) });
export const andMoreText = (count: number): string => t('and {count} more', { count: formatCount(count) });
export const countText = (shown: number, total: number): string =>
  t('{shown} of {total}', { shown: formatCount(shown), total: formatCount(total) });
export const madeText = ({ created_by: by, vouched_by: vouched }: ApiUser): string =>
  [
    by === null ? null : t('Created by {name}.', { name: by }),
    vouched === null ? null : t('It may do only what {name} may do in this team.', { name: vouched }),
  ]
    .filter((part) => part !== null)
    .join(' ');
export const noRightsText = ({ vouched_by: vouched }: ApiUser): string =>
  vouched === null
    ? t(
        'They may do only what the person who vouched for them may do in this team, which is nothing of this now. Save or rotate it, and you vouch for it.',
      )
    : t('They may do only what {name} may do in this team, which is nothing of this now. Save or rotate it, and you vouch for it.', {
        name: vouched,
      });

export const rotateTitle = (name: string): string => t('Rotate the key of {name}?', { name });
export function rotateWhy(hours: number): string {
  if (hours === 0) return t('The present key ends immediately. The new one is shown once.');
  if (hours === 168)
    return t('The new key is shown once. The present one works for 7 days more, so that you can change it where it is used.');
  return t('The new key is shown once. The present one works for {hours} h more, so that you can change it where it is used.', { hours });
}
export const revokeTitle = (name: string): string => t('Revoke {name}?', { name });
export const revokeWhy = (name: string): string =>
  t('All keys of {name} end immediately, and unfinished uploads with them stop. What it created stays. This cannot be undone.', { name });

export const twoKeysTitle = (name: string): string => t('{name} has two keys.', { name });
export function twoKeysText(user: ApiUser): string {
  const before = keyBefore(user);
  if (before === null) return '';
  const ends = formatDateTime(before.endsAt, { seconds: false });
  return before.usedSince === null
    ? t('The old one ends on {ends}. It was not used since the new one was made.', { ends })
    : t('The old one ends on {ends}. It was used {used}, so the change is not made everywhere yet.', {
        ends,
        used: formatDateTime(before.usedSince, { seconds: false }),
      });
}

export function failureText(failure: ApiFailure): string {
  return changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    not_allowed: t('It has a permission that you do not have, so you cannot save or rotate it.'),
    conflict: t('This was already done. Reload the page.'),
  });
}
