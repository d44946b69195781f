import { marked } from '#language/t.ts';

/** The permission strings of frame.md §2 and §6. A check is true if the list includes the string (PERM-02). */
export const PERMISSIONS = [
  'r:dashboard',
  'r:upload-v2',
  'r:upload-history',
  'r:studies',
  'r:studies:detail',
  'r:projects',
  'r:datasets',
  'r:structures',
  'r:segmentations',
  'r:reviews',
  'r:transfer-functions',
  'r:ai-models',
  'r:ai-trainings',
  'r:ai-infers',
  'r:team',
  'r:xr-sessions',
  'r:xr-workers',
  'r:pipeline',
  'r:flow',
  'r:users',
  'r:api-users',
  'r:invitations',
  'r:teams',
  'r:roles',
  'r:permissions',
  'r:log-session',
  'r:ai-workers',
  'r:ai-model-configuration',
  'admin',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Holders can admit people, or change what they may do. */
export const OVER_PEOPLE: ReadonlySet<Permission> = new Set([
  'r:team',
  'r:invitations',
  'r:users',
  'r:api-users',
  'r:teams',
  'r:roles',
  'r:permissions',
  'admin',
]);

/** Holders administer the team: they manage its members and invite more. */
export const administersTeam = (permissions: ReadonlySet<string>): boolean => permissions.has('r:team') && permissions.has('r:invitations');

/** What the key of an API user may allow. */
export const KEY_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter((permission) => !OVER_PEOPLE.has(permission));

const MEMBER = ['r:dashboard', 'r:studies', 'r:upload-v2', 'r:upload-history'] as const satisfies Permission[];
const ANNOTATOR = [
  ...MEMBER,
  'r:studies:detail',
  'r:segmentations',
  'r:projects',
  'r:structures',
  'r:reviews',
] as const satisfies Permission[];
const SCIENTIST = [
  ...ANNOTATOR,
  'r:datasets',
  'r:ai-models',
  'r:ai-trainings',
  'r:ai-infers',
  'r:pipeline',
  'r:flow',
  'r:transfer-functions',
] as const satisfies Permission[];

/** "All team areas" (OQ-01): workers and the configuration of models belong to a team (docs/decisions/367). */
const TEAM_ADMINISTRATOR = [
  ...SCIENTIST,
  'r:team',
  'r:invitations',
  'r:ai-workers',
  'r:ai-model-configuration',
] as const satisfies Permission[];

/** Roles of a new server (OQ-01), only for the migrations. After that they are data. */
export const FIRST_ROLES: readonly { id: number; name: string; permissions: readonly Permission[]; invitable: boolean }[] = [
  { id: 1, name: marked('Member'), permissions: MEMBER, invitable: true },
  { id: 2, name: marked('Annotator'), permissions: ANNOTATOR, invitable: true },
  { id: 3, name: marked('Reviewer'), permissions: ANNOTATOR, invitable: true },
  { id: 4, name: marked('Data scientist'), permissions: SCIENTIST, invitable: true },
  { id: 5, name: marked('Team administrator'), permissions: TEAM_ADMINISTRATOR, invitable: true },
  { id: 6, name: marked('Platform administrator'), permissions: PERMISSIONS, invitable: false },
];
export const ROLE = { member: 1, annotator: 2, reviewer: 3, dataScientist: 4, teamAdministrator: 5, platformAdministrator: 6 } as const;

/** Without these, nobody in a team could invite others, and nobody on the server could restore a permission. */
const KEPT_BY_ROLE: Readonly<Record<number, readonly Permission[]>> = {
  [ROLE.teamAdministrator]: ['r:team', 'r:invitations'],
  [ROLE.platformAdministrator]: ['admin', 'r:roles', 'r:permissions'],
};

/** Permissions that a role can never lose. Every role in a team has the dashboard (PERM-13). */
export function keptBy(roleId: number): readonly Permission[] {
  return ['r:dashboard', ...(KEPT_BY_ROLE[roleId] ?? [])];
}
