import { dateToWire } from '#contract/dates.ts';
import type { Team, User } from '#contract/entities.ts';
import type { Database, Reader } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Caller, Member } from '#server/rules/context.ts';
import { invitationsTo } from '#server/rules/teams/invitation-answers.ts';
import { actingUnder } from '#server/rules/acting/acting.ts';
import { countsAsMember } from '#server/rules/teams/membership.ts';

/** The signed-in user as the wire shows it; `scope` holds the permissions in the team of the request. */
export async function userOf(db: Reader, caller: Caller, team: Member | null, now: number): Promise<User> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'color', 'email_verified_at'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    data: { color: row.color },
    teams: await teamsOf(db, caller.userId),
    // Accounts can be made with any address: without a verified address nobody learns who invites its owner.
    invitations: row.email_verified_at === null ? [] : await invitationsTo(db, row.email, now),
    email_verified_at: row.email_verified_at === null ? null : dateToWire(new Date(row.email_verified_at)),
    scope: [...(team?.permissions ?? [])],
    ...((caller.actedBy ?? null) !== null && { acting: (await actingUnder(db, caller.signInId))! }),
  };
}

/** Teams of a user with their members, by title. */
export async function teamsOf(db: Reader, userId: number): Promise<Team[]> {
  const teams = await db
    .selectFrom('membership')
    .innerJoin('team', 'team.id', 'membership.team_id')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select([
      'team.id',
      'team.slug',
      'team.title',
      'team.color',
      'team.suspended_at',
      'team.lock_minutes',
      'user.preferred_team_id as preferredTeamId',
    ])
    .where('membership.user_id', '=', userId)
    .where(countsAsMember)
    .orderBy('team.title')
    .orderBy('team.id')
    .execute();
  if (teams.length === 0) return [];
  const people = await db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select(['membership.team_id as teamId', 'user.id', 'user.name', 'user.color'])
    .where(
      'membership.team_id',
      'in',
      teams.map((team) => team.id),
    )
    .where('user.disabled_at', 'is', null)
    .orderBy('user.name')
    .orderBy('user.id')
    .execute();
  return teams.map((team) => ({
    id: team.id,
    slug: team.slug,
    title: team.title,
    data: { color: team.color },
    users: people.filter((person) => person.teamId === team.id).map(({ id, name, color }) => ({ id, name, data: { color } })),
    preferred: team.id === team.preferredTeamId ? 1 : 0,
    lock_minutes: team.lock_minutes,
    ...(team.suspended_at === null ? {} : { suspended: true }),
  }));
}

/** One team of the caller. Somebody else's team and a team that does not exist answer alike. */
export async function teamOf(db: Reader, caller: Caller, slug: string): Promise<Team> {
  const team = (await teamsOf(db, caller.userId)).find((one) => one.slug === slug);
  if (team === undefined) throw new Refusal('not_found');
  return team;
}

export async function preferTeam(db: Database, caller: Caller, slug: string): Promise<void> {
  const team = await teamOf(db.read, caller, slug);
  await db.write((tx) => tx.updateTable('user').set({ preferred_team_id: team.id }).where('id', '=', caller.userId).execute());
}

export async function permissionVersionOf(db: Reader, userId: number): Promise<number> {
  const row = await db.selectFrom('user').select('permission_version').where('id', '=', userId).executeTakeFirstOrThrow();
  return row.permission_version;
}
