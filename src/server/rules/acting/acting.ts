import type { ActedAs } from '#contract/acting.ts';
import { dateToWire } from '#contract/dates.ts';
import type { Reader } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { actingOfSignIn } from '#server/rules/accounts/acting-of-sign-in.ts';
import { addBearer, addSignIn, endActingsBy, endSignIn } from '#server/rules/accounts/sign-ins.ts';
import { deviceName } from '#server/rules/accounts/device-name.ts';
import { assertPlatformAdministrator } from '#server/rules/administration/platform-administrators.ts';
import type { Connections } from '#server/rules/connections.ts';
import { Refusal, type Caller, type Member, type ServerContext } from '#server/rules/context.ts';

/**
 * A platform administrator acts as another person under a sign-in of its own, which hangs on the administrator's: it ends with it, after an hour, or
 * when the administrator goes back. Its cookie then stands for the administrator's sign-in again (sign-ins.ts). docs/decisions/384.
 */
type ActingContext = Pick<ServerContext, 'db' | 'now'> & { connections: Connections };

const LASTS_MS = 60 * 60_000;
const DAY_MS = 86_400_000;
const SHOWN_TO_PERSON_DAYS = 180;
const MOST_SHOWN = 100;

interface ActingFrom {
  host: string;
  userAgent: string | undefined;
}

export interface Switched {
  cookie: string;
  token: string;
  until: number;
  /** The cookie is kept as long as the administrator's own sign-in lasts. */
  cookieUntil: number;
}

/** PCALL-29. What the same sign-in began before ends. */
export async function actAs(
  { db, now, connections }: ActingContext,
  caller: Member,
  { user_id: userId, reason }: { user_id: number; reason: string },
  from: ActingFrom,
): Promise<Switched> {
  await assertPlatformAdministrator(db.read, caller);
  const at = now();
  const { ended, ...switched } = await db.write(async (tx) => {
    const own = await tx
      .selectFrom('sign_in')
      .select(['expires_at', 'revoked_at'])
      .where('id', '=', caller.signInId)
      .$call(lockRows(tx))
      .executeTakeFirst();
    if (own === undefined || own.revoked_at !== null) throw new Refusal('signed_out');
    const person = await tx
      .selectFrom('user')
      .leftJoin('api_user', 'api_user.user_id', 'user.id')
      .select(['user.id', 'user.platform_admin', 'user.disabled_at', 'api_user.id as apiUser'])
      .where('user.id', '=', userId)
      .executeTakeFirst();
    if (person === undefined || person.apiUser !== null) throw new Refusal('not_found');
    if (person.disabled_at !== null) throw new Refusal('account_blocked');
    if (person.platform_admin === 1 || person.id === caller.userId) throw new Refusal('act_as_administrator');
    const endedBefore = await endActingsBy(tx, caller.signInId, at);
    const until = Math.min(at + LASTS_MS, own.expires_at);
    const made = await addSignIn(tx, {
      ...{ userId, host: from.host, device: deviceName(from.userAgent), lastsMs: until - at, idleMs: LASTS_MS, now: at },
      withPassword: false,
    });
    await tx
      .insertInto('acting')
      .values({
        ...{ sign_in_id: made.signInId, user_id: userId, actor_id: caller.userId, actor_sign_in_id: caller.signInId },
        ...{ reason: reason.trim(), started_at: at, until, ended_at: null },
      })
      .execute();
    return { cookie: made.cookie, token: made.token, until, cookieUntil: own.expires_at, ended: endedBefore };
  });
  for (const signInId of ended) connections.endSignIn(signInId);
  return switched;
}

/** PCALL-29-end. Returns the bearer of the administrator's own sign-in. */
export async function endActing({ db, now, connections }: ActingContext, caller: Caller, host: string): Promise<string> {
  const token = await db.write(async (tx) => {
    const acting = await actingOfSignIn(tx, caller.signInId);
    if (acting === undefined) throw new Refusal('not_acting');
    await endSignIn(tx, caller.signInId, now());
    if (acting.actor_sign_in_id === null) throw new Refusal('signed_out');
    return addBearer(tx, { signInId: acting.actor_sign_in_id, host, now: now() });
  });
  connections.endSignIn(caller.signInId);
  return token;
}

/** PCALL-222. */
export async function listActings(db: Reader, caller: Caller): Promise<ActedAs[]> {
  await assertPlatformAdministrator(db, caller);
  return (await actings(db).limit(MOST_SHOWN).execute()).map(toWire);
}

/** PCALL-223. */
export async function actingsOf(db: Reader, caller: Caller, now: number): Promise<ActedAs[]> {
  const rows = await actings(db)
    .where('acting.user_id', '=', caller.userId)
    .where('acting.started_at', '>', now - SHOWN_TO_PERSON_DAYS * DAY_MS)
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(toWire);
}

/** Who acts under a sign-in, and why; null if nobody does. */
export async function actingUnder(db: Reader, signInId: number): Promise<{ by: string; reason: string; until: string } | null> {
  const row = await actings(db).where('acting.sign_in_id', '=', signInId).executeTakeFirst();
  return row === undefined ? null : { by: row.actorName, reason: row.reason, until: dateToWire(new Date(row.until)) };
}

function actings(db: Reader) {
  return db
    .selectFrom('acting')
    .innerJoin('user as actor', 'actor.id', 'acting.actor_id')
    .innerJoin('user as person', 'person.id', 'acting.user_id')
    .select(['acting.id', 'acting.reason', 'acting.started_at', 'acting.until', 'acting.ended_at'])
    .select(['actor.id as actorId', 'actor.name as actorName', 'person.id as personId', 'person.name as personName'])
    .orderBy('acting.id', 'desc');
}

type ActingRow = Awaited<ReturnType<ReturnType<typeof actings>['execute']>>[number];

function toWire(row: ActingRow): ActedAs {
  return {
    id: row.id,
    administrator: { id: row.actorId, name: row.actorName },
    person: { id: row.personId, name: row.personName },
    reason: row.reason,
    started_at: dateToWire(new Date(row.started_at)),
    until: dateToWire(new Date(row.until)),
    ended_at: row.ended_at === null ? null : dateToWire(new Date(row.ended_at)),
  };
}
