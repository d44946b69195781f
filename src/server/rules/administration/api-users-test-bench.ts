import { randomUUID } from 'node:crypto';
import type { Permission } from '#contract/permissions.ts';
import type { Database } from '#server/db/database.ts';
import { tokenToHash } from '#server/rules/tokens.ts';

/** The API user and its key `lsk_` and `name`, as they stand in the tables. */
export interface KeyRow {
  name: string;
  teamId: number;
  /** Who vouches for it. */
  by: number;
  permissions: readonly Permission[];
  addresses?: readonly string[];
  expiresAt?: number;
  revokedAt?: number | null;
  endsAt?: number | null;
}

const NEVER = 4_102_444_800_000;

/** Returns its user id. */
export function addApiUser({ db }: { db: Database }, row: KeyRow): Promise<number> {
  const { name, teamId, by, permissions, addresses = [], expiresAt = NEVER, revokedAt = null, endsAt = null } = row;
  return db.write(async (tx) => {
    const user = { color: '#336699', password_hash: 'none', email_verified_at: null, platform_admin: 0, permission_version: 1 } as const;
    const { id: userId } = await tx
      .insertInto('user')
      .values({ ...user, email: `API user ${name}`, name, preferred_team_id: null, disabled_at: null, created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: signInId } = await tx
      .insertInto('sign_in')
      .values({ user_id: userId, cookie_hash: tokenToHash(randomUUID()), created_at: 1, expires_at: expiresAt, revoked_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await tx
      .insertInto('api_user')
      .values({
        ...{ uuid: randomUUID(), user_id: userId, sign_in_id: signInId, team_id: teamId, created_by: by, vouched_by: by, created_at: 1 },
        ...{ permissions: JSON.stringify(permissions), addresses: JSON.stringify(addresses), expires_at: expiresAt, revoked_at: revokedAt },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('api_key')
      .values({
        ...{ api_user_id: id, uuid: randomUUID(), secret_hash: tokenToHash(`lsk_${name}`), created_at: 1 },
        ...{ ends_at: endsAt, last_used_at: null, last_used_from: null },
      })
      .execute();
    return userId;
  });
}
