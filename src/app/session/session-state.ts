import type { Team, User } from '#contract/entities.ts';

/**
 * States of a visit, and their transitions:
 *
 *   starting    → signed-in    a token is stored with its user (immediately, `stored`), or the exchange returned one with its user
 *               → signed-out   the server refused the exchange (`no-sign-in`), or nothing is stored and none was reached (`unreached`)
 *   signed-out  → signed-in    the form or a later exchange returned a token
 *   signed-in   → signed-in    newer user, team or permissions arrived
 *               → signed-out   a real 401 that no exchange healed. A missing network never (PWA-23)
 *               → signed-in    the same, on a page that asks for a sign-in over itself (`hasEnded`), until there is one
 *               → leaving      the user signed out, here or in another tab: none of their data is drawn any more, and it is being removed
 *   leaving     → signed-out   if the page stays because the main domain could not be reached
 */
export type SessionState =
  | { phase: 'starting' }
  | { phase: 'signed-out'; because: 'no-sign-in' | 'unreached' }
  | { phase: 'leaving' }
  | SignedIn;

export interface SignedIn {
  phase: 'signed-in';
  user: User;
  /** The team of this host. */
  team: TeamState;
  permissions: PermissionState;
  /** The server knows the sign-in no longer, and a page that would lose work asks for another one. Absent: it does. */
  hasEnded?: boolean;
}

export type TeamState =
  /** The main domain has none. */
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'known'; team: Team }
  /** The server refused it: to the base URL (LAYOUT-07). */
  | { kind: 'refused' };

export type PermissionState = { kind: 'unknown' } | { kind: 'known'; version: number; list: ReadonlySet<string> };

/** SIDE-01: the frame opens when all three are known. */
export function isReady(state: SessionState): state is SignedIn & { permissions: { kind: 'known' } } {
  return state.phase === 'signed-in' && state.permissions.kind === 'known' && state.team.kind !== 'loading';
}
