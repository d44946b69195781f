import type { BodyOf, Calls } from '#contract/calls.ts';
import type { Team } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { ROLE } from '#contract/permissions.ts';
import { marked } from '#language/t.ts';
import { isReservedSlug } from '#model/addresses/reserved-slugs.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { isUniqueViolation, lockRows } from '#server/db/dialect.ts';
import { addTeam } from '#server/rules/accounts/accounts.ts';
import type { AccountSettings } from '#server/rules/accounts/accounts.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Caller } from '#server/rules/context.ts';
import { addMembership, changeRights } from './membership.ts';
import type { RightsContext } from './membership.ts';
import { teamOf } from '#server/rules/accounts/people.ts';

/** PCALL-10. A repeated call returns the team that the first one made. */
export async function createTeam(
  context: RightsContext,
  caller: Caller,
  given: BodyOf<Calls['createTeam']>,
  settings: Pick<AccountSettings, 'registration' | 'reservedLabels'>,
): Promise<Team> {
  const { slug, title, color } = given;
  const isLimited = !(await assertMayCreate(context.db.read, caller, settings)).runsTheServer;
  if (isReservedSlug(slug, settings)) throw new Refusal('invalid', { errors: { slug: [marked('This address is reserved.')] } });
  try {
    await changeRights(context, async (tx) => {
      const now = context.now();
      if (isLimited) await assertFewTeams(tx, caller, slug);
      const teamId = await addTeam(tx, { slug, title, color, createdBy: caller.userId, now });
      const seq = await addMembership(tx, { teamId, userId: caller.userId, roleId: ROLE.teamAdministrator }, now);
      return { userIds: [caller.userId], logged: [{ teamId, seq }] };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (!(await isOwnTeam(context.db.read, caller, given)))
      throw new Refusal('invalid', { errors: { slug: [marked('This address is taken.')] } });
  }
  return teamOf(context.db.read, caller, slug);
}

/**
 * If registration is by invitation, only platform administrators create teams. Elsewhere an account with a verified address may create
 * a few.
 */
async function assertMayCreate(
  db: Reader,
  caller: Caller,
  { registration }: Pick<AccountSettings, 'registration'>,
): Promise<{ runsTheServer: boolean }> {
  const person = await db
    .selectFrom('user')
    .select(['email_verified_at', 'platform_admin'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  const may = person.email_verified_at !== null && (registration === 'open' || person.platform_admin === 1);
  if (!may) throw new Refusal('not_allowed');
  return { runsTheServer: person.platform_admin === 1 };
}

/** One at a time per account. A repeated call gets the team of the first. */
async function assertFewTeams(tx: Writer, { userId }: Caller, slug: string): Promise<void> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).$call(lockRows(tx)).execute();
  const made = await tx.selectFrom('team').select('slug').where('created_by', '=', userId).execute();
  const max = LIMITS.teamsPerAccount;
  if (made.length >= max && !made.some((team) => team.slug === slug))
    throw new Refusal('too_many', { limit: { name: 'teamsPerAccount', max } });
}

async function isOwnTeam(db: Reader, caller: Caller, { slug, title }: { slug: string; title: string }): Promise<boolean> {
  const row = await db
    .selectFrom('team')
    .innerJoin('membership', 'membership.team_id', 'team.id')
    .select('team.id')
    .where('team.slug', '=', slug)
    .where('team.title', '=', title)
    .where('membership.user_id', '=', caller.userId)
    .where('membership.role_id', '=', ROLE.teamAdministrator)
    .executeTakeFirst();
  return row !== undefined;
}
