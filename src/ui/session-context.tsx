import { createContext, use, type ReactNode } from 'react';

/**
 * Gives pages the session without importing the app: `src/app` provides a value, features read it with the type of `#model/session.ts`:
 * `const { user, permissions } = useSession<Session>()`. This folder knows neither user nor server, so the caller gives the type; the
 * product has one provider, typed with the same interface.
 */
const SessionContext = createContext<unknown>(null);

export function SessionProvider<S extends object>({ session, children }: { session: S; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session of the signed-in user. Throws outside a sign-in, where asking for it is a bug. */
export function useSession<S extends object>(): S {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession was called outside the signed-in part of the app');
  return session as S;
}

/** For parts that are shown with and without a sign-in. */
export function useOptionalSession<S extends object>(): S | null {
  return use(SessionContext) as S | null;
}
