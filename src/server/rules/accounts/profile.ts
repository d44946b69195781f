import type { SignIn } from '#contract/calls/account-calls.ts';
import type { BodyOf, Calls } from '#contract/calls.ts';
import { dateToWire } from '#contract/dates.ts';
import { marked } from '#language/t.ts';
import type { Reader } from '#server/db/database.ts';
import { dropLinks } from './account-links.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Caller } from '#server/rules/context.ts';
import { dropKnownDevices } from './known-devices.ts';
import type { Notified } from '#server/rules/notifications/notify.ts';
import { leaveTeam } from '#server/rules/teams/members.ts';
import { changeRights } from '#server/rules/teams/membership.ts';
import type { RightsContext } from '#server/rules/teams/membership.ts';
import { assertPlatformAdministratorLeft } from '#server/rules/administration/platform-administrators.ts';
import type { Passwords } from './passwords.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { assertStrongPassword } from './password-strength.ts';
import { assertPasswordUnchanged, type KnownPassword } from './password-unchanged.ts';
import { endSignIn, endSignIns, notePassword } from './sign-ins.ts';

/** Changes that users make to their own accounts. */
export interface ProfileContext extends RightsContext {
  passwords: Passwords;
  limits: SignInLimits;
}

export async function saveProfile({ db }: ProfileContext, caller: Caller, { name, color }: BodyOf<Calls['saveProfile']>): Promise<void> {
  await db.write((tx) => tx.updateTable('user').set({ name, color }).where('id', '=', caller.userId).execute());
}

/** Signs out everybody else who knew the old password, and ends links in mails that would set another one. */
export async function changePassword(
  context: ProfileContext,
  caller: Caller,
  { current, password, password_confirmation: again }: BodyOf<Calls['changePassword']>,
): Promise<void> {
  if (password !== again) throw new Refusal('invalid', { errors: { password_confirmation: [marked('The passwords do not match.')] } });
  const known = await provePassword(context, caller, 'current', current);
  const { db, now, passwords, connections } = context;
  const { userId } = caller;
  const owner = await db.read.selectFrom('user').select(['name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
  await assertStrongPassword(password, owner);
  const passwordHash = await passwords.hash(password, `user ${userId}`);
  const ended = await db.write(async (tx) => {
    await assertPasswordUnchanged(tx, known);
    await tx.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
    await notePassword(tx, caller.signInId, now());
    await dropLinks(tx, { userId, purpose: 'reset' });
    return endSignIns(tx, { userId, except: caller.signInId, now: now() });
  });
  for (const signInId of ended) connections.endSignIn(signInId);
}

/**
 * Used before a locked screen opens and before rights are granted: guessing is as slow here as on the profile page. Whoever acts as another person
 * opens the screen with their own password, and is granted nothing by it.
 */
export async function proveOwnPassword(context: ProfileContext, caller: Caller, password: string): Promise<void> {
  const actedBy = caller.actedBy ?? null;
  await provePassword(context, { ...caller, userId: actedBy ?? caller.userId }, 'password', password);
  if (actedBy !== null) return;
  await context.db.write((tx) => notePassword(tx, caller.signInId, context.now()));
}

/** Sign-ins that have neither ended nor expired, the last used first. */
export async function signInsOf(db: Reader, caller: Caller, now: number): Promise<SignIn[]> {
  const rows = await db
    .selectFrom('sign_in')
    .selectAll()
    .where('user_id', '=', caller.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('idle_until', 'is', null), eb('idle_until', '>', now)]))
    .orderBy((eb) => eb.fn.coalesce('last_used_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    created_at: dateToWire(new Date(row.created_at)),
    last_used_at: dateToWire(new Date(row.last_used_at ?? row.created_at)),
    expires_at: dateToWire(new Date(Math.min(row.expires_at, row.idle_until ?? row.expires_at))),
    current: row.id === caller.signInId,
  }));
}

/** Ending an ended sign-in succeeds, so a repeated call answers the same. Somebody else's sign-in is not found. */
export async function endOwnSignIn({ db, now, connections }: ProfileContext, caller: Caller, signInId: number): Promise<void> {
  const own = await db.read
    .selectFrom('sign_in')
    .select('id')
    .where('id', '=', signInId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  if (own === undefined) throw new Refusal('not_found');
  await db.write((tx) => endSignIn(tx, signInId, now()));
  connections.endSignIn(signInId);
}

/** Leaving a team that the user is not in, or that does not exist, succeeds. */
export async function leaveOwnTeam(context: ProfileContext, caller: Caller, slug: string): Promise<void> {
  await changeRights(context, async (tx) => {
    const team = await tx.selectFrom('team').select('id').where('slug', '=', slug).executeTakeFirst();
    if (team === undefined) return { userIds: [] };
    await tx
      .updateTable('user')
      .set({ preferred_team_id: null })
      .where('id', '=', caller.userId)
      .where('preferred_team_id', '=', team.id)
      .execute();
    return leaveTeam(tx, { teamId: team.id, userId: caller.userId, now: context.now() });
  });
}

/**
 * All or nothing: closes nothing while a team would be left without an administrator. Uploads belong to the teams and stay, under the
 * user's name at that time; the address is free for another account.
 */
export async function closeAccount(context: ProfileContext, caller: Caller, password: string): Promise<void> {
  const known = await provePassword(context, caller, 'password', password);
  const { userId } = caller;
  const ended: number[] = [];
  await changeRights(context, async (tx) => {
    const now = context.now();
    await assertPlatformAdministratorLeft(tx, userId);
    const teams = await tx.selectFrom('membership').select('team_id').where('user_id', '=', userId).orderBy('team_id').execute();
    const left: { teamId: number; seq: number }[] = [];
    const notified: Notified[] = [];
    for (const { team_id: teamId } of teams) {
      const change = await leaveTeam(tx, { teamId, userId, now });
      left.push(...(change.logged ?? []));
      notified.push(...(change.notified ?? []));
    }
    // Locked after the teams, as everywhere.
    await assertPasswordUnchanged(tx, known);
    await tx
      .updateTable('user')
      .set({ disabled_at: now, email: `closed account ${userId}`, preferred_team_id: null, platform_admin: 0 })
      .where('id', '=', userId)
      .execute();
    for (const purpose of ['verify', 'reset'] as const) await dropLinks(tx, { userId, purpose });
    await dropKnownDevices(tx, userId);
    ended.push(...(await endSignIns(tx, { userId, now })));
    return { userIds: [userId], logged: left, notified };
  });
  for (const signInId of ended) context.connections.endSignIn(signInId);
}

/** Counted for this sign-in only: guessing at an unlocked screen is as slow as anywhere, and locks nobody else out. */
async function provePassword(
  { db, limits, passwords }: ProfileContext,
  caller: Caller,
  field: 'current' | 'password',
  password: string,
): Promise<KnownPassword> {
  const guesser = { account: `user ${caller.userId}`, device: `sign-in ${caller.signInId}` };
  await limits.begin(guesser);
  const { password_hash: hash } = await db.read
    .selectFrom('user')
    .select('password_hash')
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  if (!(await passwords.isRight(password, hash, `user ${caller.userId}`)))
    throw new Refusal('invalid', { errors: { [field]: [marked('The password is wrong.')] } });
  await limits.succeeded(guesser);
  return { userId: caller.userId, hash };
}
