import { randomInt } from 'node:crypto';

/** Without letters and digits that are easily confused when read off a terminal (0 O, 1 I L, 2 Z, 5 S, 8 B). */
const SIGNS = 'ACDEFGHJKMNPQRTUVWXY34679';

/** Three groups of four: 55 bits, with tries limited by sign-in-limits.ts. */
export function createSetUpCode(): string {
  const group = () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return [group(), group(), group()].join('-');
}
