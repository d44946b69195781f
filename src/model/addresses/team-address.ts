import { TeamSlug } from '#contract/entities.ts';

/** "Radiology West" → "radiology-west": suggested until the user edits the address. */
export function titleToSlug(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63)
    .replace(/-+$/, '');
}

export function isTeamAddress(text: string): boolean {
  return TeamSlug.safeParse(text).success;
}
