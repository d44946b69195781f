import type { Team, User } from '#contract/entities.ts';

/** What every page after sign-in may rely on. Built by src/app/session, read by features through `useSession<Session>()`. */
export interface Session {
  /** From the server, or the stored one while the server is unreachable (PWA-23). */
  user: User;
  /** The team of this host; null on the main domain. */
  team: Team | null;
  /** The user's permissions in `team`. Only for display: the server decides. */
  permissions: ReadonlySet<string>;
  /** False while the network or server is unavailable: actions that need the server are disabled and say so. */
  serverReachable: boolean;
  /** When the server last answered, ms; null if it has not since the app was opened. */
  lastReachedAt: number | null;
  /** Fetches user, team and permissions again, for example after a change of the preferred team. */
  reload(): Promise<void>;
}
