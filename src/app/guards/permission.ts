import { HOME, STAY, type Verdict, type Visit } from './visit.ts';

/** The last guard (GUARD-25, 26): runs when the permissions are known. The server checks again; this only avoids an empty page. */
export function permission({ person, page, permissions }: Visit): Verdict {
  if (person === null || page.permission === null || permissions.has(page.permission)) return STAY;
  return { go: 'path', to: HOME, toast: 'Not authorized' };
}
