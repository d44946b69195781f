import type { RoleOption, TeamMember } from '#contract/members.ts';

/** Every role that can be given or is held, by its id, with who has it in the order of the list. */
export function membersByRole(members: readonly TeamMember[], roles: readonly RoleOption[]): (RoleOption & { members: TeamMember[] })[] {
  const names = new Map([
    ...roles.map(({ id, name }) => [id, name] as const),
    ...members.map((one) => [one.role_id, one.role_name] as const),
  ]);
  return [...names]
    .sort(([one], [other]) => one - other)
    .map(([id, name]) => ({ id, name, members: members.filter(({ role_id }) => role_id === id) }));
}
