import type { BodyOf, Calls } from '#contract/calls.ts';
import type { User } from '#contract/entities.ts';
import { toAccountName } from './account-name.ts';
import { dropLinks, findAccountLink, mailPauseMs, spendAccountLink } from './account-links.ts';
import type { Connections } from './connections.ts';
import { Refusal } from './context.ts';
import type { Caller, Member, ServerContext } from './context.ts';
import { addKnownDevice, dropKnownDevices } from './known-devices.ts';
import { assertStrongPassword } from './password-strength.ts';
import type { Passwords } from './passwords.ts';
import { userOf } from './people.ts';
import { queueAccountMail } from './send-mail-job.ts';
import { TooManyTries } from './sign-in-limits.ts';
import { endSignIns } from './sign-ins.ts';

/** What the mails to an account's owner are asked for, and what their links do. */
export interface RecoveryContext extends Pick<ServerContext, 'db' | 'jobs' | 'now' | 'news'> {
  passwords: Passwords;
  connections: Connections;
}

/** PCALL-03. The same work and the same answer for every address: whether it has an account is looked up by the job. */
export async function forgotPassword({ db, jobs }: RecoveryContext, given: { email: string; origin: string }): Promise<void> {
  const email = toAccountName(given.email);
  await db.write((tx) => queueAccountMail(jobs, tx, { purpose: 'reset', email, origin: given.origin }));
}

/**
 * PCALL-04. The link was in a mail to the address, so it verifies it as well. Whoever knew the password before, or made the account with somebody
 * else's address, is signed out everywhere: this is how the owner of a mailbox wins an account that a stranger made with its address. What comes
 * with it are memberships that teams gave to this address. The browser becomes known to the account: strangers who go on guessing do not keep its
 * owner out.
 */
export async function resetPassword(
  context: RecoveryContext,
  { email, token, password, password_confirmation: again }: BodyOf<Calls['resetPassword']>,
): Promise<{ deviceCookie: string; userId: number }> {
  const { db, now, passwords, connections } = context;
  if (password !== again) throw new Refusal('invalid', { errors: { password_confirmation: ['The two passwords differ.'] } });
  const link = await findAccountLink(db.read, token, { purpose: 'reset', now: now() });
  if (link === null || link.email !== toAccountName(email)) throw new Refusal('link_ended');
  const { userId } = link;
  await assertStrongPassword(password, link);
  const passwordHash = await passwords.hash(password, `user ${userId}`);
  const { ended, deviceCookie } = await db.write(async (tx) => {
    if (!(await spendAccountLink(tx, token, { userId, purpose: 'reset' }))) throw new Refusal('link_ended');
    await dropLinks(tx, { userId, purpose: 'verify' });
    await tx
      .updateTable('user')
      .set((eb) => ({ password_hash: passwordHash, email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now())) }))
      .where('id', '=', userId)
      .execute();
    await dropKnownDevices(tx, userId);
    return {
      ended: await endSignIns(tx, { userId, now: now() }),
      deviceCookie: await addKnownDevice(tx, { cookie: undefined, userId, now: now() }),
    };
  });
  for (const signInId of ended) connections.endSignIn(signInId);
  return { deviceCookie, userId };
}

/**
 * PCALL-05. The link counts together with a sign-in of its account: who made an account with somebody else's address gets nothing by the owner's
 * opening the mail. An address that is proved already is proved: the link may be opened twice.
 */
export async function verifyEmail(
  context: RecoveryContext,
  caller: Caller & { team: Member | null },
  { id, token }: { id: number; token: string },
): Promise<User> {
  const { db, now } = context;
  const person = await userOf(db.read, caller, caller.team, now());
  if (id !== caller.userId) throw new Refusal('link_ended');
  if (person.email_verified_at !== null) return person;
  const link = await findAccountLink(db.read, token, { purpose: 'verify', now: now() });
  if (link?.userId !== caller.userId) throw new Refusal('link_ended');
  await db.write(async (tx) => {
    if (!(await spendAccountLink(tx, token, { userId: link.userId, purpose: 'verify' }))) return;
    await tx.updateTable('user').set({ email_verified_at: now() }).where('id', '=', link.userId).execute();
  });
  return userOf(db.read, caller, caller.team, now());
}

/** PCALL-06. Who is signed in may know that enough was sent; the links of before are still good. */
export async function sendVerification({ db, jobs, now }: RecoveryContext, caller: Caller, origin: string): Promise<void> {
  const { email, email_verified_at: verifiedAt } = await db.read
    .selectFrom('user')
    .select(['email', 'email_verified_at'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  if (verifiedAt !== null) return;
  const pauseMs = await mailPauseMs(db.read, { userId: caller.userId, purpose: 'verify', now: now() });
  if (pauseMs > 0) throw new TooManyTries(pauseMs);
  await db.write((tx) => queueAccountMail(jobs, tx, { purpose: 'verify', email, origin }));
}
