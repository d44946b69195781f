import type { Permission } from '#contract/permissions.ts';
import type { TaskAssignees, TaskHolder } from '#contract/tasks.ts';
import { marked } from '#language/t.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import { countsAsMember } from '#server/rules/teams/membership.ts';
import { allRoles, isIn } from '#server/rules/teams/roles.ts';

/** PCALL-61: members whose account can be used and who may see studies, and the roles that they have or could have. */
export function assigneesOf(db: Reader, teamId: number): Promise<TaskAssignees> {
  return membersWith(db, teamId, ['r:studies']);
}

/** Members and roles with all of these permissions. */
export async function membersWith(db: Reader, teamId: number, permissions: readonly Permission[]): Promise<TaskAssignees> {
  const roles = (await allRoles(db)).filter((role) => isIn(role, teamId) && permissions.every((one) => role.permissions.includes(one)));
  if (roles.length === 0) return { people: [], roles: [] };
  const people = await db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select(['user.id', 'user.name', 'user.color'])
    .where('membership.team_id', '=', teamId)
    .where('user.disabled_at', 'is', null)
    .where(countsAsMember)
    .where(
      'membership.role_id',
      'in',
      roles.map(({ id }) => id),
    )
    .orderBy('user.name')
    .orderBy('user.id')
    .execute();
  return {
    people: people.map(({ id, name, color }) => ({ id, name, data: { color } })),
    roles: roles.filter(({ invitable }) => invitable).map(({ id, name }) => ({ id, name })),
  };
}

/** With the team locked: nobody leaves it, and no role changes, before the task is theirs. */
export async function requireAssignee(
  db: Reader,
  teamId: number,
  to: TaskHolder,
  field: 'to' | 'review_by' = 'to',
): Promise<{ assignee_id: number | null; role_id: number | null }> {
  const { people, roles } = await assigneesOf(db, teamId);
  const isPerson = 'person' in to;
  const isKnown = isPerson ? people.some(({ id }) => id === to.person) : roles.some(({ id }) => id === to.role);
  if (!isKnown) throw new Refusal('invalid', { errors: { [field]: [marked('Choose a member or a role that may see studies.')] } });
  return isPerson ? { assignee_id: to.person, role_id: null } : { assignee_id: null, role_id: to.role };
}
