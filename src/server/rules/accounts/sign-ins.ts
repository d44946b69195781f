import type { ExpressionBuilder } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { Database, Reader, Writer } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Caller } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';
import { actingOfSignIn } from './acting-of-sign-in.ts';
import { endTokensOfSignIn, endTokensOfUser } from '#server/rules/uploads/upload-tokens.ts';

/**
 * A sign-in is one authenticated browser. The cookie of the base domain represents it on every host; each host exchanges the cookie for its
 * own bearer tokens. All of them end together. Only hashes are stored.
 */
export interface NewSignIn {
  signInId: number;
  cookie: string;
  token: string;
  expiresAt: number;
}

interface NewSignInOf {
  userId: number;
  host: string;
  device: string;
  lastsMs: number;
  /** A sign-in that is unused for this long ends early. */
  idleMs: number;
  now: number;
  /** False: whoever uses it never entered a password for it. */
  withPassword?: boolean;
}

/** Tabs of one host that start at the same moment each exchange the cookie; beyond this number the oldest bearers of a host are removed. */
const BEARERS_PER_HOST = 10;
const NOTED_EVERY_MS = 5 * 60_000;
/** Revoked and expired sign-ins are kept this long for investigations, then removed. */
const KEPT_AFTER_END_MS = 90 * 86_400_000;

export async function addSignIn(tx: Writer, signIn: NewSignInOf): Promise<NewSignIn> {
  const { userId, host, device, lastsMs, idleMs, now, withPassword = true } = signIn;
  await tx
    .deleteFrom('sign_in')
    .where('user_id', '=', userId)
    .where('expires_at', '<', now - KEPT_AFTER_END_MS)
    .execute();
  const cookie = randomToken();
  const expiresAt = now + lastsMs;
  const { id } = await tx
    .insertInto('sign_in')
    .values({
      user_id: userId,
      cookie_hash: tokenToHash(cookie),
      device,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
      idle_until: now + idleMs,
      password_at: withPassword ? now : null,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { signInId: id, cookie, token: await addBearer(tx, { signInId: id, host, now }), expiresAt };
}

/** A sign-in of an API user: no browser has it, and no password was ever entered for it. Returns its id. */
export async function addSignInOfKeys(tx: Writer, of: { userId: number; expiresAt: number; now: number }): Promise<number> {
  const { id } = await tx
    .insertInto('sign_in')
    .values({
      ...{ user_id: of.userId, cookie_hash: tokenToHash(randomToken()), device: 'API key', created_at: of.now, expires_at: of.expiresAt },
      ...{ last_used_at: null, idle_until: null, password_at: null, revoked_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A fresh bearer token of one host. */
export async function addBearer(tx: Writer, bearer: { signInId: number; host: string; now: number }): Promise<string> {
  const token = randomToken();
  const kept = tx
    .selectFrom('bearer')
    .select('token_hash')
    .where('sign_in_id', '=', bearer.signInId)
    .where('host', '=', bearer.host)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(BEARERS_PER_HOST - 1);
  await tx
    .deleteFrom('bearer')
    .where('sign_in_id', '=', bearer.signInId)
    .where('host', '=', bearer.host)
    .where('token_hash', 'not in', kept)
    .execute();
  await tx
    .insertInto('bearer')
    .values({ token_hash: tokenToHash(token), sign_in_id: bearer.signInId, host: bearer.host, created_at: bearer.now })
    .execute();
  return token;
}

/** Ends the sign-in on every host, with the tokens of uploads that were made under it, at a user's request. */
export async function endSignIn(tx: Writer, signInId: number, now: number): Promise<void> {
  await tx.updateTable('sign_in').set({ revoked_at: now }).where('id', '=', signInId).where('revoked_at', 'is', null).execute();
  await tx.deleteFrom('bearer').where('sign_in_id', '=', signInId).execute();
  await endTokensOfSignIn(tx, signInId);
  await tx.updateTable('acting').set({ ended_at: now }).where('sign_in_id', '=', signInId).where('ended_at', 'is', null).execute();
  await endActingsBy(tx, signInId, now);
}

/** Whoever acts as another person under this sign-in stops. Returns the ids of the sign-ins that it ended. */
export async function endActingsBy(tx: Writer, signInId: number, now: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('acting')
    .select('sign_in_id')
    .where('actor_sign_in_id', '=', signInId)
    .where('ended_at', 'is', null)
    .execute();
  const ids = rows.flatMap((row) => (row.sign_in_id === null ? [] : [row.sign_in_id]));
  for (const id of ids) await endSignIn(tx, id, now);
  return ids;
}

/** Ends all sign-ins of an account except one. Returns the ids of those that it ended, for their sockets. */
export async function endSignIns(tx: Writer, of: { userId: number; except?: number; now: number }): Promise<number[]> {
  const alive = await tx.selectFrom('sign_in').select('id').where('user_id', '=', of.userId).where('revoked_at', 'is', null).execute();
  const ended = alive.map(({ id }) => id).filter((id) => id !== of.except);
  for (const id of ended) await endSignIn(tx, id, of.now);
  await endTokensOfUser(tx, of);
  return ended;
}

const MOST_NOTED = 10_000;

/**
 * Called with every call of a sign-in: reads and writes the database only once in a while, so that reading stays reading. Postpones the
 * idle end.
 */
export function createNoteUse({
  db,
  now,
  idleMs,
}: {
  db: Database;
  now: () => number;
  idleMs: number;
}): (signInId: number) => Promise<void> {
  const notedAt = new Map<number, number>();
  return async (signInId) => {
    const before = notedAt.get(signInId);
    if (before !== undefined && now() - before < NOTED_EVERY_MS) return;
    notedAt.delete(signInId);
    notedAt.set(signInId, now());
    // Insertion order is age: the oldest are removed first.
    for (const oldest of notedAt.keys()) {
      if (notedAt.size <= MOST_NOTED) break;
      notedAt.delete(oldest);
    }
    await noteActivity(db, signInId, { now: now(), idleMs });
  };
}

async function noteActivity(db: Database, signInId: number, { now, idleMs }: { now: number; idleMs: number }): Promise<void> {
  const isStale = await db.read.selectFrom('sign_in').select('id').where('id', '=', signInId).where(usedBefore(now)).executeTakeFirst();
  if (isStale === undefined) return;
  await db.write((tx) =>
    tx
      .updateTable('sign_in')
      .set({ last_used_at: now, idle_until: now + idleMs })
      .where('id', '=', signInId)
      .execute(),
  );
}

function usedBefore(now: number) {
  return (eb: ExpressionBuilder<Schema, 'sign_in'>) =>
    eb.or([eb('last_used_at', 'is', null), eb('idle_until', 'is', null), eb('last_used_at', '<=', now - NOTED_EVERY_MS)]);
}

/** Granting rights requires that the password of the sign-in was entered within the last minutes. Nobody grants them as another person. */
export async function assertRecentPassword(db: Reader, signInId: number, now: number): Promise<void> {
  if ((await actingOfSignIn(db, signInId)) !== undefined) throw new Refusal('acting');
  const row = await db
    .selectFrom('sign_in')
    .select('id')
    .where('id', '=', signInId)
    .where('password_at', '>', now - LIMITS.recentPasswordMs)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('password_needed');
}

export async function notePassword(tx: Writer, signInId: number, now: number): Promise<void> {
  await tx.updateTable('sign_in').set({ password_at: now }).where('id', '=', signInId).execute();
}

/** When somebody no longer acts as another person, the cookie of that stands for their own sign-in again. */
export async function callerOfCookie(db: Reader, cookie: string, now: number): Promise<Caller | null> {
  const hash = tokenToHash(cookie);
  const row = await liveSignIns(db, now).where('sign_in.cookie_hash', '=', hash).executeTakeFirst();
  if (row !== undefined) return row;
  const actor = db
    .selectFrom('acting')
    .innerJoin('sign_in as acted', 'acted.id', 'acting.sign_in_id')
    .select('acting.actor_sign_in_id')
    .where('acted.cookie_hash', '=', hash);
  return (await liveSignIns(db, now).where('sign_in.id', '=', actor).executeTakeFirst()) ?? null;
}

/** `host`: the one that the token was issued to. */
export async function callerOfBearer(db: Reader, token: string, now: number): Promise<(Caller & { host: string }) | null> {
  const row = await liveSignIns(db, now)
    .innerJoin('bearer', 'bearer.sign_in_id', 'sign_in.id')
    .select('bearer.host')
    .where('bearer.token_hash', '=', tokenToHash(token))
    .executeTakeFirst();
  return row ?? null;
}

/** Neither ended nor expired, and its account is in use. */
export async function isSignInAlive(db: Reader, signInId: number, now: number): Promise<boolean> {
  return (await liveSignIns(db, now).where('sign_in.id', '=', signInId).executeTakeFirst()) !== undefined;
}

/** Those that are alive, in the same sense. */
export async function aliveAmong(db: Reader, signInIds: readonly number[], now: number): Promise<Set<number>> {
  const alive = new Set<number>();
  for (const some of inPortions(signInIds))
    for (const { signInId } of await liveSignIns(db, now).where('sign_in.id', 'in', some).execute()) alive.add(signInId);
  return alive;
}

/** `actedBy`: the administrator who acts as this user. Such a sign-in ends with theirs, and with their being a platform administrator. */
function liveSignIns(db: Reader, now: number) {
  return db
    .selectFrom('sign_in')
    .innerJoin('user', 'user.id', 'sign_in.user_id')
    .leftJoin('acting', 'acting.sign_in_id', 'sign_in.id')
    .leftJoin('sign_in as own', 'own.id', 'acting.actor_sign_in_id')
    .leftJoin('user as actor', 'actor.id', 'own.user_id')
    .select(['user.id as userId', 'sign_in.id as signInId', 'acting.actor_id as actedBy'])
    .where((eb) =>
      eb.or([
        eb('acting.id', 'is', null),
        eb.and([
          eb('user.platform_admin', '=', 0),
          eb('own.revoked_at', 'is', null),
          eb('own.expires_at', '>', now),
          eb('actor.platform_admin', '=', 1),
          eb('actor.disabled_at', 'is', null),
        ]),
      ]),
    )
    .where('sign_in.revoked_at', 'is', null)
    .where('sign_in.expires_at', '>', now)
    .where((eb) => eb.or([eb('sign_in.idle_until', 'is', null), eb('sign_in.idle_until', '>', now)]))
    .where('user.disabled_at', 'is', null);
}
