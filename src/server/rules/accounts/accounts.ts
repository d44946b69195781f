import { marked } from '#language/t.ts';
import type { Database, Writer } from '#server/db/database.ts';
import { isUniqueViolation, lockRows } from '#server/db/dialect.ts';
import { ROLE } from '#contract/permissions.ts';
import { isReservedSlug } from '#model/addresses/reserved-slugs.ts';
import { toAccountName } from './account-name.ts';
import { addFirstPipelines } from '#server/rules/recognition/catalogues.ts';
import { colourOf } from '#server/rules/colours.ts';
import type { Connections } from '#server/rules/connections.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Caller, JobQueue } from '#server/rules/context.ts';
import { deviceName } from './device-name.ts';
import { findLink, isGood, spendLink } from '#server/rules/teams/invitation-answers.ts';
import type { InvitationLink } from '#server/rules/teams/invitation-answers.ts';
import { addKnownDevice, knownDevice } from './known-devices.ts';
import { addMembership } from '#server/rules/teams/membership.ts';
import { clientNetwork } from '#server/rules/client-network.ts';
import type { Passwords } from './passwords.ts';
import { queueAccountMail } from '#server/rules/mail/send-mail-job.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { assertPasswordUnchanged, type KnownPassword } from './password-unchanged.ts';
import { actingOfSignIn } from './acting-of-sign-in.ts';
import { addBearer, addSignIn, endSignIn } from './sign-ins.ts';
import type { NewSignIn } from './sign-ins.ts';
import { assertStrongPassword } from './password-strength.ts';
import { forgetSetUpCodes, isSetUpCode, isSetUpNeeded } from './set-up-code.ts';

/** Where a sign-in comes from. `host` without port. */
export interface From {
  ip: string;
  host: string;
  /** Main domain from the settings, for the links in mails. */
  origin: string;
  userAgent: string | undefined;
  /** Cookie of a browser in which somebody has signed in before. */
  deviceCookie: string | undefined;
  /** Receives the account for the audit trail, even if the sign-in then fails. */
  concerns?: (userId: number) => void;
}

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

export interface AccountSettings {
  registration: 'invitation' | 'open';
  signInLastsMs: number;
  /** A sign-in that is unused for this long ends early. */
  signInIdleMs: number;
  reservedLabels: readonly string[];
}

/** A sign-in, and the value that makes its browser known to the account. */
export type Entered = NewSignIn & { deviceCookie: string };

/** Registration, sign-in and first set-up. */
export interface Accounts {
  signIn(given: { email: string; password: string }, from: From): Promise<Entered>;
  /** `invitation`: token of a link, which allows one account for its address where registration is closed. */
  register(account: NewAccount & { password_confirmation: string; invitation?: string | undefined }, from: From): Promise<Entered>;
  setUp(first: NewAccount & { code: string; team: { title: string; slug: string } }, from: From): Promise<Entered>;
  isSetUpNeeded(): Promise<boolean>;
  exchange(caller: Caller, host: string): Promise<string>;
  signOut(caller: Caller): Promise<void>;
}

export interface AccountsParts {
  db: Database;
  settings: AccountSettings;
  passwords: Passwords;
  limits: SignInLimits;
  connections: Connections;
  jobs: JobQueue;
  now(): number;
}

export function createAccounts({ db, settings, passwords, limits, connections, jobs, now }: AccountsParts): Accounts {
  const newSignIn = async (tx: Writer, userId: number, from: From): Promise<Entered> => {
    from.concerns?.(userId);
    return {
      ...(await addSignIn(tx, {
        userId,
        host: from.host,
        device: deviceName(from.userAgent),
        lastsMs: settings.signInLastsMs,
        idleMs: settings.signInIdleMs,
        now: now(),
      })),
      deviceCookie: await addKnownDevice(tx, { cookie: from.deviceCookie, userId, now: now() }),
    };
  };

  const proveUser = async (email: string, password: string, from: From): Promise<KnownPassword> => {
    const user = await db.read
      .selectFrom('user')
      .select(['id', 'password_hash', 'disabled_at'])
      .where('email', '=', email)
      .executeTakeFirst();
    const guesser = { account: email, device: await knownDevice(db.read, from.deviceCookie, user?.id ?? null) };
    await limits.begin(guesser);
    // Not earlier: a throttled try must look the same with and without an account, in its record and its timing.
    if (user !== undefined) from.concerns?.(user.id);
    // The hash is always computed, so that timing does not reveal who has an account.
    const isRight = await passwords.isRight(password, user?.password_hash ?? null, clientNetwork(from.ip));
    if (!isRight || user === undefined) throw new Refusal('wrong_credentials');
    // Revealed only to someone who knows the password.
    if (user.disabled_at !== null) throw new Refusal('account_blocked');
    await limits.succeeded(guesser);
    return { userId: user.id, hash: user.password_hash };
  };

  const enter = async (email: string, password: string, from: From): Promise<Entered> => {
    const known = await proveUser(email, password, from);
    return db.write(async (tx) => {
      await assertPasswordUnchanged(tx, known);
      return newSignIn(tx, known.userId, from);
    });
  };

  return {
    signIn: ({ email, password }, from) => enter(toAccountName(email), password, from),

    async register({ invitation, ...account }, from) {
      const link = invitation === undefined ? null : await findLink(db.read, invitation);
      if (invitation !== undefined && link === null) throw new Refusal('invitation_ended');
      if (link === null && settings.registration !== 'open') throw new Refusal('registration_closed');
      if (account.password !== account.password_confirmation) {
        throw new Refusal('invalid', { errors: { password_confirmation: [marked('The passwords do not match.')] } });
      }
      const email = toAccountName(account.email);
      if (link !== null && link.email !== email) throw new Refusal('other_address');
      await assertStrongPassword(account.password, { name: account.name, email });
      // Its account already exists, perhaps made by this very call, whose answer was lost.
      if (link !== null && link.link_used_at !== null) return signInAgain(email, account.password, from);
      if (link !== null && !isGood(link, now())) throw new Refusal('invitation_ended');
      const passwordHash = await passwords.hash(account.password, clientNetwork(from.ip));
      const user = { name: account.name, email, passwordHash, platformAdmin: false, now: now() };
      try {
        if (link !== null) return (await registerByLink(link, user, from)) ?? (await signInAgain(email, account.password, from));
        return await db.write(async (tx) => newSignIn(tx, await addUnverified(tx, user, from), from));
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        return signInAgain(email, account.password, from);
      }
    },

    async setUp({ code, team, ...account }, from) {
      if (!(await isSetUpNeeded(db.read))) throw new Refusal('setup_done');
      // There is no account yet whose owner could be locked out: here the address is throttled.
      const guesser = { account: `set-up from ${clientNetwork(from.ip)}`, device: null };
      await limits.begin(guesser);
      // Its code is gone as well if a simultaneous set-up has ended meanwhile.
      if (!(await isSetUpCode(db.read, code))) throw new Refusal((await isSetUpNeeded(db.read)) ? 'wrong_code' : 'setup_done');
      await limits.succeeded(guesser);
      if (isReservedSlug(team.slug, settings))
        throw new Refusal('invalid', { errors: { 'team.slug': [marked('This address is reserved.')] } });
      await assertStrongPassword(account.password, account);
      const passwordHash = await passwords.hash(account.password, clientNetwork(from.ip));
      return db.write(async (tx) => {
        // Of two simultaneous set-ups the second waits for this row and then finds the user of the first.
        await tx.selectFrom('role').select('id').where('id', '=', ROLE.platformAdministrator).$call(lockRows(tx)).execute();
        if (await tx.selectFrom('user').select('id').limit(1).executeTakeFirst()) throw new Refusal('setup_done');
        await forgetSetUpCodes(tx);
        const email = toAccountName(account.email);
        const userId = await addUser(tx, { ...account, email, passwordHash, verifiedAt: now(), platformAdmin: true, now: now() });
        const teamId = await addTeam(tx, { ...team, now: now() });
        await addMembership(tx, { teamId, userId, roleId: ROLE.teamAdministrator }, now());
        return newSignIn(tx, userId, from);
      });
    },

    isSetUpNeeded: () => isSetUpNeeded(db.read),

    exchange: (caller, host) => db.write((tx) => addBearer(tx, { signInId: caller.signInId, host, now: now() })),

    async signOut(caller) {
      const ended = await db.write(async (tx) => {
        // Whoever acts as another person and signs out leaves the computer.
        const own = (await actingOfSignIn(tx, caller.signInId))?.actor_sign_in_id ?? null;
        if (own !== null) await endSignIn(tx, own, now());
        await endSignIn(tx, caller.signInId, now());
        return own === null ? [caller.signInId] : [own, caller.signInId];
      });
      for (const signInId of ended) connections.endSignIn(signInId);
    },
  };

  /**
   * Makes an account for the address of the link, and never changes one: the owner of an existing account has the password, or resets it by
   * mail. The address is verified only if the link was mailed to it. null: the address has an account.
   */
  async function registerByLink(link: InvitationLink, user: Omit<NewUser, 'verifiedAt'>, from: From): Promise<Entered | null> {
    return db.write(async (tx) => {
      if (await tx.selectFrom('user').select('id').where('email', '=', user.email).executeTakeFirst()) return null;
      if ((await spendLink(tx, link, user.now)) === 'used') return null;
      const userId = link.verifies ? await addUser(tx, { ...user, verifiedAt: user.now }) : await addUnverified(tx, user, from);
      return newSignIn(tx, userId, from);
    });
  }

  async function addUnverified(tx: Writer, user: Omit<NewUser, 'verifiedAt'>, from: From): Promise<number> {
    const userId = await addUser(tx, { ...user, verifiedAt: null });
    await queueAccountMail(jobs, tx, { purpose: 'verify', email: user.email, origin: from.origin });
    return userId;
  }

  /** A registration that is sent twice signs in; with another password it reveals no more than a wrong sign-in would. */
  async function signInAgain(email: string, password: string, from: From): Promise<Entered> {
    try {
      return await enter(email, password, from);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'wrong_credentials') throw error;
      throw new Refusal('invalid', {
        errors: { email: [marked('This e-mail address already has an account. Sign in, or request a new password by mail.')] },
      });
    }
  }
}

interface NewUser {
  name: string;
  email: string;
  passwordHash: string;
  verifiedAt: number | null;
  platformAdmin: boolean;
  now: number;
}

export async function addUser(tx: Writer, user: NewUser): Promise<number> {
  const { id } = await tx
    .insertInto('user')
    .values({
      email: user.email,
      name: user.name,
      color: colourOf(user.email),
      password_hash: user.passwordHash,
      email_verified_at: user.verifiedAt,
      platform_admin: user.platformAdmin ? 1 : 0,
      preferred_team_id: null,
      permission_version: 1,
      disabled_at: null,
      created_at: user.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addTeam(
  tx: Writer,
  team: { title: string; slug: string; color?: string | undefined; createdBy?: number; now: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('team')
    .values({
      slug: team.slug,
      title: team.title,
      color: team.color ?? colourOf(team.slug),
      change_seq: 0,
      created_by: team.createdBy ?? null,
      created_at: team.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addFirstPipelines(tx, id, team.now);
  return id;
}
