import { z } from '#contract/zod.ts';
import { Team, User } from '#contract/entities.ts';
import { VERIFY_LATER_KEY } from './verify-later.ts';

/** What an offline start knows of the user (PWA-23). In localStorage, per origin, so per team. */
export interface StoredSession {
  user: User;
  team: Team | null;
  permissions: { version: number; list: readonly string[] } | null;
}

export interface StoredSessionPort {
  read(): StoredSession | null;
  write(session: StoredSession): void;
  clear(): void;
  /** given (TEAM-06, PERM-11): a switch of the team clears the permissions. */
  clearPermissions(): void;
}

const USER_KEY = 'mt_auth.user';
const TEAM_KEY = 'mt_auth.team';
/** given (PERM-04). */
const VERSION_KEY = 'permission-version';
const PERMISSIONS_KEY = 'user_permissions';

export function createStoredSession(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): StoredSessionPort {
  const read = <T>(key: string, schema: z.ZodType<T>): T | null => {
    const text = storage.getItem(key);
    if (text === null) return null;
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    // given (PERM-12): only logged to the console, and without the value, which names a user.
    console.error(`${key} could not be read`);
    return null;
  };
  const clearPermissions = () => {
    storage.removeItem(VERSION_KEY);
    storage.removeItem(PERMISSIONS_KEY);
  };
  return {
    read() {
      const user = read(USER_KEY, User);
      if (user === null) return null;
      const version = read(VERSION_KEY, z.number().int());
      const list = read(PERMISSIONS_KEY, z.array(z.string()));
      return { user, team: read(TEAM_KEY, Team), permissions: version === null || list === null ? null : { version, list } };
    },
    write({ user, team, permissions }) {
      storage.setItem(USER_KEY, JSON.stringify(user));
      if (team === null) storage.removeItem(TEAM_KEY);
      else storage.setItem(TEAM_KEY, JSON.stringify(team));
      if (permissions === null) return;
      storage.setItem(VERSION_KEY, JSON.stringify(permissions.version));
      storage.setItem(PERMISSIONS_KEY, JSON.stringify(permissions.list));
    },
    clear() {
      storage.removeItem(USER_KEY);
      storage.removeItem(TEAM_KEY);
      storage.removeItem(VERIFY_LATER_KEY);
      clearPermissions();
    },
    clearPermissions,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
