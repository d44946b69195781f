import type { AnswerOf, BodyOf, Calls } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { keptBy, PERMISSIONS, ROLE } from '#contract/permissions.ts';
import type { Permission } from '#contract/permissions.ts';
import type { ListedRole } from '#contract/roles.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Member } from '#server/rules/context.ts';
import { changeRights, countsAsMember, lockTeams } from './membership.ts';
import type { RightsChange, RightsContext } from './membership.ts';
import type { Notified } from '#server/rules/notifications/notify.ts';
import { releaseTasksOfRole } from '#server/rules/tasks/release-tasks.ts';
import { assertPlatformAdministrator, isPlatformAdministrator } from '#server/rules/administration/platform-administrators.ts';
import { allRoles, hasRightsOf, isAdministrator, isIn } from './roles.ts';
import type { Role } from './roles.ts';

/**
 * [Note: Who may change a role]
 *
 * A role of the server is changed by platform administrators, a role of a team by members of it with the permission; roles of other teams
 * are not revealed (docs/decisions/318-role-scopes.md). As with members, nobody grants rights that they lack and nobody changes somebody
 * with more rights: a role that allows what the caller may not do cannot be changed by the caller. Some permissions are fixed (`keptBy`),
 * and no team loses its last administrator by a change of what a role allows.
 */
type WantedRole = Pick<Role, 'name' | 'invitable' | 'permissions'>;

/**
 * PCALL-26: the roles of the server and of the caller's team by id. The number of holders in other teams is shown only to platform
 * administrators.
 */
export async function listRoles(db: Reader, caller: Member, now: number): Promise<AnswerOf<Calls['roles']>> {
  const runsServer = await isPlatformAdministrator(db, caller);
  const countedIn = runsServer ? null : caller.teamId;
  const people = await peopleByRole(db, countedIn);
  const invitations = await invitationsByRole(db, countedIn, now);
  const data = (await allRoles(db))
    .filter((role) => isIn(role, caller.teamId))
    .map(({ teamId, builtIn, permissions, ...role }) => ({
      ...role,
      team_id: teamId,
      permissions: [...permissions],
      kept: [...keptBy(role.id)],
      built_in: builtIn,
      people: people.get(role.id) ?? 0,
      invitations: invitations.get(role.id) ?? 0,
    }));
  return { data, server_roles: runsServer };
}

/** A repeated call returns the role that the first one made. */
export async function createRole(
  context: RightsContext,
  caller: Member,
  { scope, ...given }: BodyOf<Calls['createRole']>,
): Promise<ListedRole> {
  const wanted = toWanted(given);
  let id = 0;
  await changeRights(context, async (tx) => {
    await lockTeams(tx);
    const isOfServer = scope === undefined ? await isPlatformAdministrator(tx, caller) : scope === 'server';
    const teamId = isOfServer ? null : caller.teamId;
    await assertIsTheirs(tx, caller, { teamId });
    const roles = await allRoles(tx);
    const beside = roles.filter((role) => role.teamId === teamId);
    const made = beside.find((role) => isNamed(role, wanted.name));
    if (made !== undefined && made.version === 1 && isSame(made, wanted)) {
      id = made.id;
      return { userIds: [] };
    }
    if (beside.length >= LIMITS.roles) throw new Refusal('too_many', { limit: { name: 'roles', max: LIMITS.roles } });
    id = await nextRoleId(tx);
    assertMaySave(caller, { id, teamId, permissions: [] }, wanted, roles);
    await tx
      .insertInto('role')
      .values({ id, team_id: teamId, name: wanted.name, invitable: wanted.invitable ? 1 : 0 })
      .execute();
    return savePermissions(tx, id, wanted.permissions, context.now());
  });
  return listedRole(context, caller, id);
}

/** A change that is already in effect gets the same answer; one based on an older version is refused, whoever made the newer one. */
export function saveRole(
  context: RightsContext,
  caller: Member,
  id: number,
  { version, ...given }: BodyOf<Calls['saveRole']>,
): Promise<ListedRole> {
  const wanted = toWanted(given);
  return changeRole(context, caller, id, (role) => {
    if (!isSame(role, wanted) && role.version !== version) throw new Refusal('role_changed');
    return wanted;
  });
}

/** One cell of the grid. */
export function grantPermission(
  context: RightsContext,
  caller: Member,
  id: number,
  { permission, held }: BodyOf<Calls['grantPermission']>,
): Promise<ListedRole> {
  return changeRole(context, caller, id, (role) => ({
    ...role,
    permissions: PERMISSIONS.filter((one) => (one === permission ? held : role.permissions.includes(one))),
  }));
}

/** Only if nobody holds it and nobody is invited to it. Removing a deleted role succeeds: a repeated call answers the same. */
export async function removeRole(context: RightsContext, caller: Member, id: number): Promise<void> {
  await changeRights(context, async (tx) => {
    await lockTeams(tx);
    const role = (await allRoles(tx)).find((one) => one.id === id && isIn(one, caller.teamId));
    if (role === undefined) return { userIds: [] };
    await assertIsTheirs(tx, caller, role);
    if (!hasRightsOf(caller, role)) throw new Refusal('not_allowed');
    if (role.builtIn) throw new Refusal('role_built_in');
    const people = (await peopleByRole(tx, null)).get(id) ?? 0;
    const invitations = (await invitationsByRole(tx, null, context.now())).get(id) ?? 0;
    if (people + invitations > 0) throw new Refusal('role_in_use', { held_by: { people, invitations } });
    await tx.updateTable('role').set({ deleted_at: context.now() }).where('id', '=', id).execute();
    const logged = await noteRole(tx, id, context.now());
    const notified: Notified[] = [];
    for (const { teamId } of logged)
      notified.push(...(await releaseTasksOfRole(tx, { teamId, roleId: id, name: role.name, now: context.now() })).notified);
    return { userIds: [], logged, notified };
  });
}

async function changeRole(context: RightsContext, caller: Member, id: number, want: (role: Role) => WantedRole): Promise<ListedRole> {
  await changeRights(context, async (tx) => {
    await lockTeams(tx);
    const roles = await allRoles(tx);
    const role = roles.find((one) => one.id === id && isIn(one, caller.teamId));
    if (role === undefined) throw new Refusal('not_found');
    await assertIsTheirs(tx, caller, role);
    const wanted = want(role);
    if (isSame(role, wanted)) return { userIds: [] };
    assertMaySave(caller, role, wanted, roles);
    if (isAdministrator(role) && !isAdministrator(wanted)) await keepAdministrators(tx, role, roles);
    await tx
      .updateTable('role')
      .set((eb) => ({ name: wanted.name, invitable: wanted.invitable ? (1 as const) : (0 as const), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    return savePermissions(tx, id, wanted.permissions, context.now());
  });
  return listedRole(context, caller, id);
}

/** Sets the permissions of a role, wherever it is held; for a transaction that has already checked that it may. */
export async function savePermissions(
  tx: Writer,
  roleId: number,
  permissions: readonly Permission[],
  now: number,
): Promise<Required<Pick<RightsChange, 'userIds' | 'logged'>>> {
  await tx.deleteFrom('role_permission').where('role_id', '=', roleId).execute();
  if (permissions.length > 0) {
    await tx
      .insertInto('role_permission')
      .values(permissions.map((permission) => ({ role_id: roleId, permission })))
      .execute();
  }
  return { userIds: await holdersOf(tx, roleId), logged: await noteRole(tx, roleId, now) };
}

async function assertIsTheirs(db: Reader, caller: Member, { teamId }: Pick<Role, 'teamId'>): Promise<void> {
  if (teamId === null) await assertPlatformAdministrator(db, caller);
}

/** [Note: Who may change a role] */
function assertMaySave(
  caller: Member,
  role: Pick<Role, 'id' | 'teamId' | 'permissions'>,
  wanted: WantedRole,
  roles: readonly Role[],
): void {
  if (!hasRightsOf(caller, role) || !hasRightsOf(caller, wanted)) throw new Refusal('not_allowed');
  // Where a role of the team is shown, those of the server are too. The names of team roles do not restrict roles of the server.
  const beside = roles.filter((other) => other.id !== role.id && (other.teamId === null || other.teamId === role.teamId));
  if (beside.some((other) => isNamed(other, wanted.name)))
    throw new Refusal('invalid', { errors: { name: [marked('Another role has this name.')] } });
  if (role.teamId !== null && wanted.permissions.includes('admin'))
    throw new Refusal('invalid', { errors: { permissions: [marked('A role of a team cannot include permissions for the server.')] } });
  if (!keptBy(role.id).every((permission) => wanted.permissions.includes(permission))) throw new Refusal('role_keeps');
  if (role.id === ROLE.platformAdministrator && wanted.invitable) throw new Refusal('role_not_invitable');
}

/** Refuses to leave a team without an active administrator, if it has one now. */
async function keepAdministrators(tx: Writer, role: Role, roles: readonly Role[]): Promise<void> {
  const others = roles.filter((one) => one.id !== role.id && isAdministrator(one)).map(({ id }) => id);
  const [now, then] = [await teamsWithActive(tx, [role.id]), new Set(await teamsWithActive(tx, others))];
  if (now.some((teamId) => !then.has(teamId))) throw new Refusal('last_administrator');
}

async function teamsWithActive(tx: Writer, roleIds: readonly number[]): Promise<number[]> {
  if (roleIds.length === 0) return [];
  const rows = await tx
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select('membership.team_id')
    .distinct()
    .where('membership.role_id', 'in', roleIds)
    .where('user.disabled_at', 'is', null)
    .where(countsAsMember)
    .execute();
  return rows.map((row) => row.team_id);
}

async function holdersOf(tx: Writer, roleId: number): Promise<number[]> {
  const members = await tx.selectFrom('membership').select('user_id').distinct().where('role_id', '=', roleId).execute();
  if (roleId !== ROLE.platformAdministrator) return members.map((row) => row.user_id);
  const administrators = await tx.selectFrom('user').select('id').where('platform_admin', '=', 1).execute();
  return [...members.map((row) => row.user_id), ...administrators.map((row) => row.id)];
}

/** Adds the role's id to the change log of its team, or of every team: lists that name the role are read again. */
async function noteRole(tx: Writer, roleId: number, now: number): Promise<{ teamId: number; seq: number }[]> {
  const { team_id: of } = await tx.selectFrom('role').select('team_id').where('id', '=', roleId).executeTakeFirstOrThrow();
  const teams = await tx
    .selectFrom('team')
    .select('id')
    .$if(of !== null, (query) => query.where('id', '=', of!))
    .orderBy('id')
    .execute();
  const logged: { teamId: number; seq: number }[] = [];
  for (const { id: teamId } of teams)
    logged.push({ teamId, seq: await appendChange(tx, { teamId, kind: 'role', ref: String(roleId), now }) });
  return logged;
}

/** In one team, or in all of them (null). */
async function peopleByRole(db: Reader, teamId: number | null): Promise<Map<number, number>> {
  const members = await db
    .selectFrom('membership')
    .select((eb) => ['role_id', eb.fn.count<number>('user_id').distinct().as('people')])
    .$if(teamId !== null, (query) => query.where('team_id', '=', teamId!))
    .groupBy('role_id')
    .execute();
  const people = new Map(members.map((row) => [row.role_id, Number(row.people)]));
  const administrators = await db
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('platform_admin', '=', 1)
    .$if(teamId !== null, (query) =>
      query.where('id', 'in', (eb) => eb.selectFrom('membership').select('user_id').where('team_id', '=', teamId!)),
    )
    .executeTakeFirstOrThrow();
  return people.set(ROLE.platformAdministrator, (people.get(ROLE.platformAdministrator) ?? 0) + Number(administrators.people));
}

async function invitationsByRole(db: Reader, teamId: number | null, now: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('invitation')
    .select((eb) => ['role_id', eb.fn.countAll<number>().as('invitations')])
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .$if(teamId !== null, (query) => query.where('team_id', '=', teamId!))
    .groupBy('role_id')
    .execute();
  return new Map(rows.map((row) => [row.role_id, Number(row.invitations)]));
}

/** Never reuses an id: records of a deleted role name it by its id. */
async function nextRoleId(tx: Writer): Promise<number> {
  const { last } = await tx
    .selectFrom('role')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last) + 1;
}

async function listedRole({ db, now }: Pick<RightsContext, 'db' | 'now'>, caller: Member, id: number): Promise<ListedRole> {
  const role = (await listRoles(db.read, caller, now())).data.find((one) => one.id === id);
  if (role === undefined) throw new Refusal('not_found');
  return role;
}

function toWanted({ name, permissions, invitable }: BodyOf<Calls['createRole']>): WantedRole {
  return { name, invitable, permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)) };
}

function isNamed({ name }: Role, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

function isSame(role: Role, wanted: WantedRole): boolean {
  return role.name === wanted.name && role.invitable === wanted.invitable && role.permissions.join() === wanted.permissions.join();
}
