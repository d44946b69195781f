import { PERMISSIONS, type Permission } from '#contract/permissions.ts';

/** What a permission is called, and what it opens, in words of a person. */
export interface PermissionWords {
  name: string;
  opens: string;
}

export interface PermissionArea {
  title: string;
  permissions: readonly string[];
}

const WORDS: Record<Permission, PermissionWords> = {
  'r:dashboard': { name: 'Dashboard', opens: 'Own teams and invitations. Everybody has it.' },
  'r:upload-v2': { name: 'Upload', opens: 'Bring studies to the team. Taken away, what is on its way stops and waits.' },
  'r:upload-history': { name: 'Upload history', opens: 'What was sent to the team, by whom and when.' },
  'r:studies': { name: 'Studies', opens: 'The list of studies, their pictures and their downloads.' },
  'r:studies:detail': { name: 'Organize studies', opens: 'The panel in which a study is organized.' },
  'r:projects': { name: 'Projects', opens: 'Projects of the team, and putting studies into them.' },
  'r:datasets': { name: 'Datasets', opens: 'Collections of studies to train models with.' },
  'r:structures': { name: 'Structures', opens: 'The structures that can be drawn.' },
  'r:segmentations': { name: 'Segmentations', opens: 'Drawn structures of studies.' },
  'r:reviews': { name: 'Reviews', opens: 'Segmentations to be looked over, with their comments.' },
  'r:transfer-functions': { name: 'Transfer functions', opens: 'Colours and opacity of volumes.' },
  'r:ai-models': { name: 'AI Models', opens: 'Models that the team may use.' },
  'r:ai-trainings': { name: 'AI Trainings', opens: 'Training of models, and how it goes.' },
  'r:ai-infers': { name: 'AI Infers', opens: 'What models found in studies.' },
  'r:pipeline': { name: 'Pipelines', opens: 'Steps that studies pass through by themselves.' },
  'r:flow': { name: 'Flows', opens: 'Studies on their way through a pipeline.' },
  'r:team': { name: 'Team', opens: 'Members of the team: their roles, and removing them.' },
  'r:invitations': { name: 'Invitations', opens: 'Asking people into the team.' },
  'r:xr-sessions': { name: 'XR Sessions', opens: 'Studies shown in a headset.' },
  'r:xr-workers': { name: 'XR Workers', opens: 'Machines that draw for headsets.' },
  'r:users': { name: 'Users', opens: 'Accounts of everybody on this server.' },
  'r:api-users': { name: 'API Users', opens: 'Programs that use this server, and their keys.' },
  'r:teams': { name: 'Teams', opens: 'Every team of this server.' },
  'r:roles': { name: 'Roles', opens: 'Roles of the team: make, change and delete them. Those of all teams, for who runs the server.' },
  'r:permissions': { name: 'Permissions', opens: 'This list, and which role allows what.' },
  'r:log-session': { name: 'Log sessions', opens: 'What members did, and the audit trail of the team.' },
  'r:ai-workers': { name: 'AI Workers', opens: 'Machines that compute for models.' },
  'r:ai-model-configuration': { name: 'AI model configuration', opens: 'Which model is used for which kind of study.' },
  admin: { name: 'Run the server', opens: 'Logs of all teams, mails that were not sent, AI prompts. It counts as holding every right.' },
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

/** One that a newer server knows and this page does not is called by its string. */
export function wordsOf(permission: string): PermissionWords {
  return (WORDS as Partial<Record<string, PermissionWords>>)[permission] ?? { name: permission, opens: '' };
}

/** All that the server knows, by area; those that this page does not know at the end. */
export function areasOf(permissions: readonly string[] = PERMISSIONS): PermissionArea[] {
  const known = new Set(AREAS.flatMap((area) => area.permissions));
  return [...AREAS, { title: 'Other', permissions: permissions.filter((permission) => !known.has(permission)) }]
    .map(({ title, permissions: inArea }) => ({ title, permissions: inArea.filter((permission) => permissions.includes(permission)) }))
    .filter((area) => area.permissions.length > 0);
}
