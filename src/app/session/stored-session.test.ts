import { afterEach, expect, it, vi } from 'vitest';
import { createStoredSession } from './stored-session.ts';

afterEach(() => vi.restoreAllMocks());

const USER = {
  id: 7,
  name: 'Ines',
  email: 'ines@example.org',
  data: { color: '#123456' },
  teams: [],
  invitations: [],
  email_verified_at: null,
  scope: [],
};
const TEAM = { id: 1, slug: 'north', title: 'North', data: { color: '#123456' }, users: [], preferred: 0 as const };

function stored(entries: Record<string, string> = {}) {
  const rows = new Map(Object.entries(entries));
  const storage = {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
  };
  return { rows, session: createStoredSession(storage) };
}

it('a team switch clears the permissions and keeps the user [PERM-04, PERM-11, ENT-17]', () => {
  const { rows, session } = stored();
  session.write({ user: USER, team: TEAM, permissions: { version: 4, list: ['r:studies'] } });
  expect([rows.get('permission-version'), rows.get('user_permissions')]).toEqual(['4', '["r:studies"]']);
  session.clearPermissions();
  expect([...rows.keys()]).toEqual(['mt_auth.user', 'mt_auth.team']);
  expect(session.read()).toEqual({ user: USER, team: TEAM, permissions: null });
});

it.each(['{', '"r:studies"', '[1]'])(
  'unreadable permissions (%s) are reported only in the console, without their content [PERM-12, ERR-08]',
  (text) => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { session } = stored({ 'mt_auth.user': JSON.stringify(USER), 'permission-version': '4', user_permissions: text });
    expect(session.read()).toEqual({ user: USER, team: null, permissions: null });
    expect(told.mock.calls).toEqual([['user_permissions could not be read']]);
  },
);
