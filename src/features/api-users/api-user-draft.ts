import { KeyAddress, type ApiUser, type ApiUserFields } from '#contract/api-users.ts';
import { dateToWire, parseWireDate } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import { KEY_PERMISSIONS, type Permission } from '#contract/permissions.ts';

/** An API user as its form has it. */
export interface ApiUserDraft {
  name: string;
  permissions: ReadonlySet<string>;
  /** `YYYY-MM-DD`, on this device: the last day. */
  lastDay: string;
  /** One a line. */
  addresses: string;
}

export type DraftFaults = Partial<Record<'name' | 'permissions' | 'expires_at' | 'addresses', string>>;

const YEAR_DAYS = 365;
const DAY_MS = 86_400_000;

export function draftOf(user: ApiUser | null, now: number): ApiUserDraft {
  if (user === null) return { name: '', permissions: new Set(), lastDay: dayOf(now + YEAR_DAYS * DAY_MS), addresses: '' };
  return {
    name: user.name,
    permissions: new Set(user.permissions),
    lastDay: dayOf(parseWireDate(user.expires_at)?.getTime() ?? now),
    addresses: user.addresses.join('\n'),
  };
}

/** The last day that may be chosen. */
export function latestDay(now: number): string {
  return dayOf(now + LIMITS.apiUserLastsMs - DAY_MS);
}

export function dayOf(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

interface FaultTexts {
  needed: string;
  noPermission: string;
  notADay: string;
  passed: string;
  notAnAddress: (line: string) => string;
  tooMany: string;
}

/** What is sent, or why it cannot be. */
export function fieldsOf(draft: ApiUserDraft, now: number, texts: FaultTexts): { fields: ApiUserFields } | { faults: DraftFaults } {
  const name = draft.name.trim();
  const permissions = KEY_PERMISSIONS.filter((permission: Permission) => draft.permissions.has(permission));
  const ends = endOfDay(draft.lastDay);
  const addresses = draft.addresses
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const wrong = addresses.find((line) => !KeyAddress.safeParse(line).success);
  const faults: DraftFaults = {
    ...(name === '' && { name: texts.needed }),
    ...(permissions.length === 0 && { permissions: texts.noPermission }),
    ...(ends === null ? { expires_at: texts.notADay } : ends <= now && { expires_at: texts.passed }),
    ...(addresses.length > LIMITS.addressesPerApiUser && { addresses: texts.tooMany }),
    ...(wrong !== undefined && { addresses: texts.notAnAddress(wrong) }),
  };
  if (ends === null || Object.keys(faults).length > 0) return { faults };
  return { fields: { name, permissions, expires_at: dateToWire(new Date(ends)), addresses } };
}

/** The last second of a day on this device; null if it is none. */
function endOfDay(day: string): number | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const end = new Date(year, month - 1, date, 23, 59, 59).getTime();
  return Number.isNaN(end) ? null : end;
}
