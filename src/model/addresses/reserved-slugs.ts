/**
 * First segments of the page's paths. A team can also be reached by `/{slug}` on the main domain, where a page of the same name would hide it, and
 * no team may use hosts such as `login` or `admin`. The test of the route table keeps this list equal to the table.
 */
export const PAGE_SEGMENTS = [
  'admin',
  'ai-infers',
  'ai-prompt',
  'ai-trainings',
  'ai2-inference',
  'ai2-model',
  'ai2-trainings',
  'annotator',
  'case',
  'contact',
  'dashboard',
  'dataset',
  'device',
  'flow',
  'forgot-password',
  'get-started',
  'install',
  'login',
  'logout',
  'maintenance',
  'mbg',
  'members',
  'models',
  'modules',
  'my-work',
  'patients',
  'pipeline',
  'pipeline-blueprint',
  'profile',
  'project',
  'register',
  'reset-password',
  'reviews',
  'segmentations',
  'segments',
  'serie',
  'structures',
  'studies-v2',
  'subprocessors',
  'team',
  'transfer-functions',
  'upload',
  'upload-v2',
  'uploads',
  'user-switch',
  'verify',
  'xr',
] as const;

/** The file area of the server has the path of a team's area: `/server`. */
const AREA_OF_SERVER = 'server';

/** Existing teams keep their address: this is only checked when a team is created. */
export function isReservedSlug(slug: string, { reservedLabels }: { reservedLabels: readonly string[] }): boolean {
  return slug === AREA_OF_SERVER || reservedLabels.includes(slug) || PAGE_SEGMENTS.some((segment) => segment === slug);
}
