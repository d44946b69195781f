import { PERMISSIONS, type Permission } from '#contract/permissions.ts';

/** The name of a permission, and what it allows, in plain words. */
export interface PermissionWords {
  name: string;
  opens: string;
}

export interface PermissionArea {
  title: string;
  permissions: readonly string[];
}

const WORDS: Record<Permission, PermissionWords> = {
  'r:dashboard': { name: 'Dashboard', opens: 'Your teams and invitations. Everyone has this permission.' },
  'r:upload-v2': { name: 'Upload', opens: 'Upload studies to the team. If it is removed, unfinished uploads stop and wait.' },
  'r:upload-history': { name: 'Upload history', opens: 'What was uploaded to the team, by whom and when.' },
  'r:studies': { name: 'Studies', opens: 'The list of studies, their pictures and their downloads.' },
  'r:studies:detail': { name: 'Organize studies', opens: 'The panel in which a study is organized.' },
  'r:projects': { name: 'Projects', opens: 'Projects of the team, and adding studies to them.' },
  'r:datasets': { name: 'Datasets', opens: 'Collections of studies to train models with.' },
  'r:structures': { name: 'Structures', opens: 'The structures that can be drawn.' },
  'r:segmentations': { name: 'Segmentations', opens: 'Drawn structures of studies.' },
  'r:reviews': { name: 'Reviews', opens: 'Reviewing segmentations, with comments.' },
  'r:transfer-functions': { name: 'Transfer functions', opens: 'Colours and opacity of volumes.' },
  'r:ai-models': { name: 'AI Models', opens: 'Models that the team may use.' },
  'r:ai-trainings': { name: 'AI Trainings', opens: 'Training models, and its progress.' },
  'r:ai-infers': { name: 'AI Infers', opens: 'Results of models on studies.' },
  'r:pipeline': { name: 'Pipelines', opens: 'Steps that studies go through automatically.' },
  'r:flow': { name: 'Flows', opens: 'Studies on their way through a pipeline.' },
  'r:team': { name: 'Team', opens: 'Members of the team: change their roles and remove them.' },
  'r:invitations': { name: 'Invitations', opens: 'Inviting people to the team.' },
  'r:xr-sessions': { name: 'XR Sessions', opens: 'Studies shown in a headset.' },
  'r:xr-workers': { name: 'XR Workers', opens: 'Machines that render for headsets.' },
  'r:users': { name: 'Users', opens: 'All accounts on this server.' },
  'r:api-users': { name: 'API Users', opens: 'Programs that use this server, and their keys.' },
  'r:teams': { name: 'Teams', opens: 'All teams of this server.' },
  'r:roles': {
    name: 'Roles',
    opens: 'Roles of the team: create, change and delete them. Roles of all teams: for a platform administrator.',
  },
  'r:permissions': { name: 'Permissions', opens: 'This list, and which role allows what.' },
  'r:log-session': { name: 'Log sessions', opens: 'What members did, and the audit trail of the team.' },
  'r:ai-workers': { name: 'AI Workers', opens: 'Machines that compute for models.' },
  'r:ai-model-configuration': { name: 'AI model configuration', opens: 'Which model is used for which kind of study.' },
  admin: { name: 'Run the server', opens: 'Logs of all teams, unsent mail, AI prompts. Includes every other permission.' },
};

const AREAS: readonly PermissionArea[] = [
  { title: 'Studies and uploads', permissions: ['r:dashboard', 'r:upload-v2', 'r:upload-history', 'r:studies', 'r:studies:detail'] },
  { title: 'Annotation', permissions: ['r:projects', 'r:structures', 'r:segmentations', 'r:reviews', 'r:transfer-functions'] },
  { title: 'AI', permissions: ['r:datasets', 'r:ai-models', 'r:ai-trainings', 'r:ai-infers', 'r:pipeline', 'r:flow'] },
  { title: 'Team', permissions: ['r:team', 'r:invitations', 'r:roles', 'r:permissions', 'r:log-session'] },
  {
    title: 'Whole server',
    permissions: [
      ...['r:users', 'r:api-users', 'r:teams', 'r:xr-sessions', 'r:xr-workers'],
      ...['r:ai-workers', 'r:ai-model-configuration', 'admin'],
    ],
  },
];

/** A permission that only a newer server knows is shown by its string. */
export function wordsOf(permission: string): PermissionWords {
  return (WORDS as Partial<Record<string, PermissionWords>>)[permission] ?? { name: permission, opens: '' };
}

/** All permissions of the server, by area; unknown ones at the end. */
export function areasOf(permissions: readonly string[] = PERMISSIONS): PermissionArea[] {
  const known = new Set(AREAS.flatMap((area) => area.permissions));
  return [...AREAS, { title: 'Other', permissions: permissions.filter((permission) => !known.has(permission)) }]
    .map(({ title, permissions: inArea }) => ({ title, permissions: inArea.filter((permission) => permissions.includes(permission)) }))
    .filter((area) => area.permissions.length > 0);
}
