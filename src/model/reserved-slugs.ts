/**
 * First segments of the page's paths. A team is also reached by `/{slug}` on the main domain, where a page of the same name would hide it; and
 * nobody but us speaks from a host called `login` or `admin`. The test of the route table keeps this list and the table equal.
 */
export const PAGE_SEGMENTS = [
  'admin',
  'ai-prompt',
  'contact',
  'dashboard',
  'device',
  'forgot-password',
  'get-started',
  'install',
  'login',
  'logout',
  'maintenance',
  'members',
  'modules',
  'profile',
  'register',
  'reset-password',
  'studies-v2',
  'subprocessors',
  'team',
  'upload',
  'upload-v2',
  'uploads',
  'verify',
] as const;

/** Those of before keep their address: this is asked where a team is made. */
export function isReservedSlug(slug: string, { reservedLabels }: { reservedLabels: readonly string[] }): boolean {
  return reservedLabels.includes(slug) || PAGE_SEGMENTS.some((segment) => segment === slug);
}
