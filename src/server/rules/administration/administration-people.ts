import { sql } from 'kysely';
import type { AdminUser, AdminUserPage } from '#contract/administration.ts';
import type { PeopleSearch } from '#contract/calls/administration-calls.ts';
import { dateToWire } from '#contract/dates.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Caller } from '#server/rules/context.ts';
import { changeRights } from '#server/rules/teams/membership.ts';
import type { RightsContext } from '#server/rules/teams/membership.ts';
import { hasWord, searchWords } from '#server/rules/studies/name-search.ts';
import { assertPlatformAdministrator, lockPlatformAdministrators } from './platform-administrators.ts';
import { endSignIns } from '#server/rules/accounts/sign-ins.ts';

/**
 * The people of the whole server, for platform administrators. Every call returns a person as listed, so that a repeated call answers the
 * same.
 */

const PER_PAGE = 50;

export async function listPeople(db: Reader, caller: Caller, { search, state, page }: PeopleSearch, now: number): Promise<AdminUserPage> {
  await assertPlatformAdministrator(db, caller);
  const found = searchWords(search).reduce(
    (rows, word) => rows.where((eb) => eb.or([hasWord(eb.ref('user.name'), word), hasWord(eb.ref('user.email'), word)])),
    inState(accounts(db), state),
  );
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select('user.id')
    .orderBy(sql`lower(${sql.ref('user.name')})`)
    .orderBy('user.id')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute();
  const data = await peopleOf(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return { data, total, per_page: PER_PAGE, current_page: page, all: true };
}

/** Ends the sign-ins and sockets; uploads and the queues on devices stay, and resume once the account is unblocked. */
export async function blockUser(context: RightsContext, caller: Caller, userId: number): Promise<AdminUser> {
  return changePerson(context, caller, userId, async (tx, { now, isBlocked }) => {
    if (userId === caller.userId) throw new Refusal('own_account');
    if (isBlocked) return { hasChanged: false };
    await tx.updateTable('user').set({ disabled_at: now }).where('id', '=', userId).execute();
    return { hasChanged: true, ended: await endSignIns(tx, { userId, now }) };
  });
}

export async function unblockUser(context: RightsContext, caller: Caller, userId: number): Promise<AdminUser> {
  return changePerson(context, caller, userId, async (tx, { isBlocked }) => {
    if (isBlocked) await tx.updateTable('user').set({ disabled_at: null }).where('id', '=', userId).execute();
    return { hasChanged: isBlocked };
  });
}

/** Only for an active account with a verified address: a right that nobody can use would count as a remaining administrator. */
export async function makePlatformAdministrator(context: RightsContext, caller: Caller, userId: number): Promise<AdminUser> {
  return changePerson(context, caller, userId, async (tx, { isBlocked, isVerified, isAdministrator }) => {
    if (isAdministrator) return { hasChanged: false };
    if (isBlocked || !isVerified) throw new Refusal('invalid', { errors: { id: [marked('The account is blocked or not verified.')] } });
    await tx.updateTable('user').set({ platform_admin: 1 }).where('id', '=', userId).execute();
    return { hasChanged: true };
  });
}

export async function endPlatformAdministrator(context: RightsContext, caller: Caller, userId: number): Promise<AdminUser> {
  return changePerson(context, caller, userId, async (tx, { isAdministrator, administrators }) => {
    if (!isAdministrator) return { hasChanged: false };
    if (administrators.every((id) => id === userId)) throw new Refusal('last_platform_administrator');
    await tx.updateTable('user').set({ platform_admin: 0 }).where('id', '=', userId).execute();
    return { hasChanged: true };
  });
}

export async function endUserSignIns(context: RightsContext, caller: Caller, userId: number): Promise<AdminUser> {
  return changePerson(context, caller, userId, async (tx, { now }) => ({
    hasChanged: false,
    // The calling sign-in continues: signing out ends it.
    ended: await endSignIns(tx, { userId, except: caller.signInId, now }),
  }));
}

interface Looked {
  now: number;
  administrators: readonly number[];
  isBlocked: boolean;
  isVerified: boolean;
  isAdministrator: boolean;
}

/** The administrators are locked first: the caller must still be one at that moment, and simultaneous changes run one after the other. */
async function changePerson(
  context: RightsContext,
  caller: Caller,
  userId: number,
  change: (tx: Writer, looked: Looked) => Promise<{ hasChanged: boolean; ended?: number[] }>,
): Promise<AdminUser> {
  const ended: number[] = [];
  await changeRights(context, async (tx) => {
    const administrators = await lockPlatformAdministrators(tx);
    if (!administrators.includes(caller.userId)) throw new Refusal('not_allowed');
    const user = await accounts(tx).selectAll('user').where('user.id', '=', userId).executeTakeFirst();
    if (user === undefined) throw new Refusal('not_found');
    const done = await change(tx, {
      now: context.now(),
      administrators,
      isBlocked: user.disabled_at !== null,
      isVerified: user.email_verified_at !== null,
      isAdministrator: user.platform_admin === 1,
    });
    ended.push(...(done.ended ?? []));
    return { userIds: done.hasChanged ? [userId] : [] };
  });
  for (const signInId of ended) context.connections.endSignIn(signInId);
  const [person] = await peopleOf(context.db.read, [userId], context.now());
  if (person === undefined) throw new Refusal('not_found');
  return person;
}

/** Accounts that have an owner: a closed account no longer has an address (profile.ts), and cannot be unblocked. */
function accounts(db: Reader) {
  return db.selectFrom('user').where('user.email', 'like', '%@%');
}

function inState(rows: ReturnType<typeof accounts>, state: PeopleSearch['state']) {
  if (state === 'blocked') return rows.where('user.disabled_at', 'is not', null);
  if (state === 'unverified') return rows.where('user.email_verified_at', 'is', null);
  return state === 'platform' ? rows.where('user.platform_admin', '=', 1) : rows;
}

/** In the order of the given ids. */
async function peopleOf(db: Reader, ids: readonly number[], now: number): Promise<AdminUser[]> {
  if (ids.length === 0) return [];
  const users = await db.selectFrom('user').selectAll().where('id', 'in', ids).execute();
  const teams = await db
    .selectFrom('membership')
    .innerJoin('team', 'team.id', 'membership.team_id')
    .innerJoin('role', 'role.id', 'membership.role_id')
    .select(['membership.user_id', 'team.id', 'team.title', 'team.slug', 'role.name as role_name'])
    .where('membership.user_id', 'in', ids)
    .orderBy('team.title')
    .orderBy('team.id')
    .execute();
  const signIns = await db
    .selectFrom('sign_in')
    .select(['user_id', 'created_at', 'expires_at', 'revoked_at'])
    .where('user_id', 'in', ids)
    .execute();
  const userById = new Map(users.map((user) => [user.id, user]));
  return ids.flatMap((id) => {
    const user = userById.get(id);
    if (user === undefined) return [];
    const own = signIns.filter((one) => one.user_id === id);
    return {
      id,
      name: user.name,
      email: user.email,
      data: { color: user.color },
      created_at: dateToWire(new Date(user.created_at)),
      email_verified_at: momentOf(user.email_verified_at),
      blocked_at: momentOf(user.disabled_at),
      platform_admin: user.platform_admin === 1,
      teams: teams.flatMap(({ user_id, ...team }) => (user_id === id ? [team] : [])),
      sign_ins: own.filter((one) => one.revoked_at === null && one.expires_at > now).length,
      last_sign_in_at: own.length === 0 ? null : dateToWire(new Date(Math.max(...own.map((one) => one.created_at)))),
    };
  });
}

function momentOf(at: number | null): string | null {
  return at === null ? null : dateToWire(new Date(at));
}
