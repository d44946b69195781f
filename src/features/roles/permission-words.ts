import { PERMISSIONS, type Permission } from '#contract/permissions.ts';
import { t } from '#language/t.ts';

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
  'r:dashboard': { name: t('Dashboard'), opens: t('Your teams and invitations. Everyone has this permission.') },
  'r:upload-v2': { name: t('Upload'), opens: t('Upload studies to the team. If it is removed, unfinished uploads stop and wait.') },
  'r:upload-history': { name: t('Upload history'), opens: t('What was uploaded to the team, by whom and when.') },
  'r:studies': { name: t('Studies'), opens: t('The list of studies, their pictures and their downloads.') },
  'r:studies:detail': { name: t('Organize studies'), opens: t('The panel in which a study is organized.') },
  'r:projects': { name: t('Projects'), opens: t('Projects of the team, and adding studies to them.') },
  'r:datasets': { name: t('Datasets'), opens: t('Collections of studies to train models with.') },
  'r:structures': { name: t('Structures'), opens: t('The structures that can be drawn.') },
  'r:segmentations': { name: t('Segmentations'), opens: t('Drawn structures of studies.') },
  'r:reviews': { name: t('Reviews'), opens: t('Reviewing segmentations, with comments.') },
  'r:transfer-functions': { name: t('Transfer functions'), opens: t('Colours and opacity of volumes.') },
  'r:ai-models': { name: t('AI Models'), opens: t('Models that the team may use.') },
  'r:ai-trainings': { name: t('AI Trainings'), opens: t('Training models, and its progress.') },
  'r:ai-infers': { name: t('AI Infers'), opens: t('Results of models on studies.') },
  'r:pipeline': { name: t('Pipelines'), opens: t('Steps that studies go through automatically.') },
  'r:flow': { name: t('Flows'), opens: t('Studies on their way through a pipeline.') },
  'r:team': { name: t('Team'), opens: t('Members of the team: change their roles and remove them.') },
  'r:invitations': { name: t('Invitations'), opens: t('Inviting people to the team.') },
  'r:xr-sessions': { name: t('XR Sessions'), opens: t('Studies shown in a headset.') },
  'r:xr-workers': { name: t('XR Workers'), opens: t('Machines that render for headsets.') },
  'r:users': { name: t('Users'), opens: t('All accounts on this server.') },
  'r:api-users': { name: t('API Users'), opens: t('Programs that use this server, and their keys.') },
  'r:teams': { name: t('Teams'), opens: t('All teams of this server.') },
  'r:roles': {
    name: t('Roles'),
    opens: t('Roles of the team: create, change and delete them. Roles of all teams: for a platform administrator.'),
  },
  'r:permissions': { name: t('Permissions'), opens: t('This list, and which role allows what.') },
  'r:log-session': { name: t('Log sessions'), opens: t('What members did, and the audit trail of the team.') },
  'r:ai-workers': { name: t('AI Workers'), opens: t('Machines that compute for models.') },
  'r:ai-model-configuration': { name: t('AI model configuration'), opens: t('Which model is used for which kind of study.') },
  admin: { name: t('Run the server'), opens: t('Logs of all teams, unsent mail, AI prompts. Includes every other permission.') },
};

const AREAS: readonly PermissionArea[] = [
  { title: t('Studies and uploads'), permissions: ['r:dashboard', 'r:upload-v2', 'r:upload-history', 'r:studies', 'r:studies:detail'] },
  { title: t('Annotation'), permissions: ['r:projects', 'r:structures', 'r:segmentations', 'r:reviews', 'r:transfer-functions'] },
  { title: t('AI'), permissions: ['r:datasets', 'r:ai-models', 'r:ai-trainings', 'r:ai-infers', 'r:pipeline', 'r:flow'] },
  { title: t('Team'), permissions: ['r:team', 'r:invitations', 'r:roles', 'r:permissions', 'r:log-session'] },
  {
    title: t('Whole server'),
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
  return [...AREAS, { title: t('Other'), permissions: permissions.filter((permission) => !known.has(permission)) }]
    .map(({ title, permissions: inArea }) => ({ title, permissions: inArea.filter((permission) => permissions.includes(permission)) }))
    .filter((area) => area.permissions.length > 0);
}
