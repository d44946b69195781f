import type { RoleOption, TeamMember } from '#contract/members.ts';

/** Every assignable or assigned role, by id, with its members in list order. */
export function membersByRole(members: readonly TeamMember[], roles: readonly RoleOption[]): (RoleOption & { members: TeamMember[] })[] {
  const names = new Map([
    ...roles.map(({ id, name }) => [id, name] as const),
    ...members.map((one) => [one.role_id, one.role_name] as const),
  ]);
  return [...names]
    .sort(([one], [other]) => one - other)
    .map(([id, name]) => ({ id, name, members: members.filter(({ role_id }) => role_id === id) }));
}
