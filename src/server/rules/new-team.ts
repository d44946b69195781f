import type { BodyOf, Calls } from '#contract/calls.ts';
import type { Team } from '#contract/entities.ts';
import { ROLE } from '#contract/permissions.ts';
import type { Reader } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/dialect.ts';
import { addTeam } from './accounts.ts';
import type { AccountSettings } from './accounts.ts';
import { Refusal } from './context.ts';
import type { Caller } from './context.ts';
import { addMembership, changeRights } from './membership.ts';
import type { RightsContext } from './membership.ts';
import { teamOf } from './people.ts';

/** PCALL-10. Sent twice it answers the team that the first one made. */
export async function createTeam(
  context: RightsContext,
  caller: Caller,
  given: BodyOf<Calls['createTeam']>,
  settings: Pick<AccountSettings, 'registration' | 'reservedLabels'>,
): Promise<Team> {
  const { slug, title, color } = given;
  await assertMayCreate(context.db.read, caller, settings);
  if (settings.reservedLabels.includes(slug)) throw new Refusal('invalid', { errors: { slug: ['This address is reserved.'] } });
  try {
    await changeRights(context, async (tx) => {
      const now = context.now();
      const teamId = await addTeam(tx, { slug, title, color, now });
      const seq = await addMembership(tx, { teamId, userId: caller.userId, roleId: ROLE.teamAdministrator }, now);
      return { userIds: [caller.userId], logged: [{ teamId, seq }] };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (!(await isOwnTeam(context.db.read, caller, given))) throw new Refusal('invalid', { errors: { slug: ['This address is taken.'] } });
  }
  return teamOf(context.db.read, caller, slug);
}

/**
 * Where registration is by invitation, who runs the server says which teams there are: a team's administrator vouches for the addresses that
 * the team invites (docs/decisions/306-invitations.md).
 */
async function assertMayCreate(db: Reader, caller: Caller, { registration }: Pick<AccountSettings, 'registration'>): Promise<void> {
  const person = await db
    .selectFrom('user')
    .select(['email_verified_at', 'platform_admin'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  const may = person.email_verified_at !== null && (registration === 'open' || person.platform_admin === 1);
  if (!may) throw new Refusal('not_allowed');
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
