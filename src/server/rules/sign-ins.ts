import type { ExpressionBuilder } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { Database, Reader, Writer } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Caller } from './context.ts';
import { randomToken, tokenToHash } from './tokens.ts';
import { endTokensOfSignIn, endTokensOfUser } from './upload-tokens.ts';

/**
 * A sign-in is one browser that proved who it is. The cookie of the base domain stands for it on every host; each host exchanges the cookie
 * for bearer tokens of its own. All of them end together. Only hashes are kept.
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
  /** Not used for so long, it ends before. */
  idleMs: number;
  now: number;
}

/** Tabs of one host that start at the same moment each exchange the cookie; the oldest bearers of a host go beyond this number. */
const BEARERS_PER_HOST = 10;
const NOTED_EVERY_MS = 5 * 60_000;
/** Revoked and ended sign-ins are kept this long for whoever asks what happened, then removed. */
const KEPT_AFTER_END_MS = 90 * 86_400_000;

export async function addSignIn(tx: Writer, signIn: NewSignInOf): Promise<NewSignIn> {
  const { userId, host, device, lastsMs, idleMs, now } = signIn;
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
      // A sign-in begins with a password.
      password_at: now,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { signInId: id, cookie, token: await addBearer(tx, { signInId: id, host, now }), expiresAt };
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

/** A person ends the sign-in: on every host at once, with the tokens of uploads that were made under it. */
export async function endSignIn(tx: Writer, signInId: number, now: number): Promise<void> {
  await tx.updateTable('sign_in').set({ revoked_at: now }).where('id', '=', signInId).where('revoked_at', 'is', null).execute();
  await tx.deleteFrom('bearer').where('sign_in_id', '=', signInId).execute();
  await endTokensOfSignIn(tx, signInId);
}

/** All of an account but one. Answers the ids of those that ended by it, for their sockets. */
export async function endSignIns(tx: Writer, of: { userId: number; except?: number; now: number }): Promise<number[]> {
  const alive = await tx.selectFrom('sign_in').select('id').where('user_id', '=', of.userId).where('revoked_at', 'is', null).execute();
  const ended = alive.map(({ id }) => id).filter((id) => id !== of.except);
  for (const id of ended) await endSignIn(tx, id, of.now);
  await endTokensOfUser(tx, of);
  return ended;
}

const MOST_NOTED = 10_000;

/** Called with every call of a sign-in: asks the database once in a while, and writes then, so that reading stays reading. Puts the idle end off. */
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
    // Insertion order is age: the oldest go first.
    for (const oldest of notedAt.keys()) {
      if (notedAt.size <= MOST_NOTED) break;
      notedAt.delete(oldest);
    }
    await noteUse(db, signInId, { now: now(), idleMs });
  };
}

async function noteUse(db: Database, signInId: number, { now, idleMs }: { now: number; idleMs: number }): Promise<void> {
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

/** Whether the password of the sign-in was given within the last minutes, as what gives rights asks for (`password_needed`). */
export async function hasRecentPassword(db: Reader, signInId: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in')
    .select('id')
    .where('id', '=', signInId)
    .where('password_at', '>', now - LIMITS.recentPasswordMs)
    .executeTakeFirst();
  return row !== undefined;
}

export async function notePassword(tx: Writer, signInId: number, now: number): Promise<void> {
  await tx.updateTable('sign_in').set({ password_at: now }).where('id', '=', signInId).execute();
}

export async function callerOfCookie(db: Reader, cookie: string, now: number): Promise<Caller | null> {
  const row = await liveSignIns(db, now).where('sign_in.cookie_hash', '=', tokenToHash(cookie)).executeTakeFirst();
  return row ?? null;
}

/** `host`: the one the token was given to. */
export async function callerOfBearer(db: Reader, token: string, now: number): Promise<(Caller & { host: string }) | null> {
  const row = await liveSignIns(db, now)
    .innerJoin('bearer', 'bearer.sign_in_id', 'sign_in.id')
    .select('bearer.host')
    .where('bearer.token_hash', '=', tokenToHash(token))
    .executeTakeFirst();
  return row ?? null;
}

/** Neither ended nor run out, and its account is in use. */
export async function isSignInAlive(db: Reader, signInId: number, now: number): Promise<boolean> {
  return (await liveSignIns(db, now).where('sign_in.id', '=', signInId).executeTakeFirst()) !== undefined;
}

function liveSignIns(db: Reader, now: number) {
  return db
    .selectFrom('sign_in')
    .innerJoin('user', 'user.id', 'sign_in.user_id')
    .select(['user.id as userId', 'sign_in.id as signInId'])
    .where('sign_in.revoked_at', 'is', null)
    .where('sign_in.expires_at', '>', now)
    .where((eb) => eb.or([eb('sign_in.idle_until', 'is', null), eb('sign_in.idle_until', '>', now)]))
    .where('user.disabled_at', 'is', null);
}
