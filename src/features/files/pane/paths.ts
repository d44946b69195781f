/** Paths of areas, as text. Names are never changed here: the server decides which are allowed. */

export const ROOT = '/';

/** `/north/a/b` → `/north/a`; an area → `/`. */
export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? ROOT : path.slice(0, at);
}

/** `/north/a` → `a`. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const joined = (dir: string, name: string): string => (dir === ROOT ? `/${name}` : `${dir}/${name}`);

/** `/north/a` → `north`; null for the list of areas. */
export const areaOf = (path: string): string | null => path.split('/')[1] || null;

export const isAreaRoot = (path: string): boolean => path !== ROOT && parentOf(path) === ROOT;

/** Whether one is the other, or below it. */
export const isWithin = (path: string, dir: string): boolean => path === dir || path.startsWith(dir === ROOT ? ROOT : `${dir}/`);

/** `/north/a` → north, a; each with its path. */
export function crumbsOf(path: string): { name: string; path: string }[] {
  const names = path.split('/').filter((name) => name !== '');
  return names.map((name, at) => ({ name, path: `/${names.slice(0, at + 1).join('/')}` }));
}

/** `scans.nii.gz` → `scans`: what remains of a name without what says its kind. */
export function stemOf(name: string): string {
  const stem = name.replace(/(\.(nii|tar))?\.[^.]+$/i, '');
  return stem === '' ? name : stem;
}

/** Archives that the server unpacks. */
export const isArchive = (name: string): boolean => /\.(zip|tar|tgz|gz)$/i.test(name) && !/\.nii\.gz$/i.test(name);
