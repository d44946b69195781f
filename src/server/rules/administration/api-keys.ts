import type { Database, Reader, Writer } from '#server/db/database.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';

/**
 * [Note: Keys of API users] A key belongs to an API user, which works in one team and is a member of none. Only its hash is stored. It is
 * read for each call, so that its end holds at once in every process. It ends when it is revoked or expires, at the end of the overlap
 * after a rotation, and while the person who vouches for it is not in the team.
 */
const PREFIX = 'lsk_';
const NOTED_EVERY_MS = 60_000;

export const isApiKey = (token: string | undefined): token is string => token?.startsWith(PREFIX) === true;

/** A key that was given with a call. */
export interface KnownKey {
  id: number;
  userId: number;
  signInId: number;
  teamSlug: string;
  /** JSON. */
  addresses: string;
  lastUsedAt: number | null;
}

/** Null: it is not known, or has ended. Its rights are those of its user: `findMember`. */
export async function keyOf(db: Reader, token: string, now: number): Promise<KnownKey | null> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('api_user', 'api_user.id', 'api_key.api_user_id')
    .innerJoin('team', 'team.id', 'api_user.team_id')
    .select(['api_key.id', 'api_user.user_id as userId', 'api_user.sign_in_id as signInId', 'team.slug as teamSlug'])
    .select(['api_user.addresses', 'api_key.last_used_at as lastUsedAt'])
    .where('api_key.secret_hash', '=', tokenToHash(token))
    .where('api_user.revoked_at', 'is', null)
    .where('api_user.expires_at', '>', now)
    .where((eb) => eb.or([eb('api_key.ends_at', 'is', null), eb('api_key.ends_at', '>', now)]))
    .executeTakeFirst();
  return row ?? null;
}

/** When and from where a key was used, written at most once a minute. */
export function createNoteKeyUse({ db, now }: { db: Database; now: () => number }): (key: KnownKey, from: string) => Promise<void> {
  return async ({ id, lastUsedAt }, from) => {
    const at = now();
    if (lastUsedAt !== null && at - lastUsedAt < NOTED_EVERY_MS) return;
    await db.write((tx) => tx.updateTable('api_key').set({ last_used_at: at, last_used_from: from }).where('id', '=', id).execute());
  };
}

/** Returns the key, which is known only now. */
export async function addKey(tx: Writer, of: { apiUserId: number; uuid: string; now: number }): Promise<string> {
  const secret = `${PREFIX}${randomToken()}`;
  await tx
    .insertInto('api_key')
    .values({
      ...{ api_user_id: of.apiUserId, uuid: of.uuid, secret_hash: tokenToHash(secret), created_at: of.now },
      ...{ ends_at: null, last_used_at: null, last_used_from: null },
    })
    .execute();
  return secret;
}

/** The answer with a key was lost: while it was never used, another one takes its place. Null: it was used, or has ended. */
export async function replaceUnusedKey(tx: Writer, id: number): Promise<string | null> {
  const secret = `${PREFIX}${randomToken()}`;
  const { numUpdatedRows } = await tx
    .updateTable('api_key')
    .set({ secret_hash: tokenToHash(secret) })
    .where('id', '=', id)
    .where('last_used_at', 'is', null)
    .where('ends_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : secret;
}

/** The rows of keys that ended long ago say nothing that the audit trail does not. */
const KEPT_AFTER_END_MS = 90 * 86_400_000;

/** At most two keys are valid: of those before, the newest goes on until `endsAt`, and an older one ends now. */
export async function endKeysBefore(tx: Writer, of: { apiUserId: number; endsAt: number; now: number }): Promise<void> {
  const keys = () => tx.updateTable('api_key').where('api_user_id', '=', of.apiUserId);
  await keys().set({ ends_at: of.now }).where('ends_at', '>', of.now).execute();
  await keys().set({ ends_at: of.endsAt }).where('ends_at', 'is', null).execute();
  await tx
    .deleteFrom('api_key')
    .where('api_user_id', '=', of.apiUserId)
    .where('ends_at', '<', of.now - KEPT_AFTER_END_MS)
    .execute();
}
