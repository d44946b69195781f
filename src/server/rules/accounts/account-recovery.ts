import type { BodyOf, Calls } from '#contract/calls.ts';
import type { User } from '#contract/entities.ts';
import { marked } from '#language/t.ts';
import { toAccountName } from './account-name.ts';
import { dropLinks, findAccountLink, mailPauseMs, spendAccountLink } from './account-links.ts';
import type { Connections } from '#server/rules/connections.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Caller, Member, ServerContext } from '#server/rules/context.ts';
import { addKnownDevice, dropKnownDevices } from './known-devices.ts';
import { assertStrongPassword } from './password-strength.ts';
import type { Passwords } from './passwords.ts';
import { userOf } from './people.ts';
import { queueAccountMail } from '#server/rules/mail/send-mail-job.ts';
import { TooManyTries } from './sign-in-limits.ts';
import { endSignIns } from './sign-ins.ts';

/** Requests for mails to an account's owner, and the effect of their links. */
export interface RecoveryContext extends Pick<ServerContext, 'db' | 'jobs' | 'now' | 'news'> {
  passwords: Passwords;
  connections: Connections;
}

/** PCALL-03. The same work and the same answer for every address: the job looks up whether it has an account. */
export async function forgotPassword({ db, jobs }: RecoveryContext, given: { email: string; origin: string }): Promise<void> {
  const email = toAccountName(given.email);
  await db.write((tx) => queueAccountMail(jobs, tx, { purpose: 'reset', email, origin: given.origin }));
}

/**
 * PCALL-04. The link was mailed to the address, so using it also verifies the address. Everybody else who knew the password, or made the
 * account with somebody else's address, is signed out everywhere: this is how the owner of a mailbox takes over an account that a stranger
 * made with its address. Memberships that teams gave to this address come with it. The browser becomes known to the account, so that
 * strangers who keep guessing do not lock the owner out.
 */
export async function resetPassword(
  context: RecoveryContext,
  { email, token, password, password_confirmation: again }: BodyOf<Calls['resetPassword']>,
): Promise<{ deviceCookie: string; userId: number }> {
  const { db, now, passwords, connections } = context;
  if (password !== again) throw new Refusal('invalid', { errors: { password_confirmation: [marked('The passwords do not match.')] } });
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
 * PCALL-05. The link counts only together with a sign-in of its account: somebody who made an account with another person's address gains
 * nothing when that person opens the mail. The link may be opened twice: a verified address stays verified.
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

/** PCALL-06. A signed-in user may learn that enough mails were sent; the earlier links are still valid. */
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
