import { createContext, use, useSyncExternalStore } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import type { Visit } from './create-visit.ts';
import type { Reachability } from './reachability.ts';
import type { ServerSettings } from './server-settings.ts';
import type { SessionState } from './session-state.ts';

const VisitContext = createContext<Visit | null>(null);

export const VisitProvider = VisitContext.Provider;

export function useVisit(): Visit {
  const visit = use(VisitContext);
  if (visit === null) throw new Error('useVisit was called outside the app');
  return visit;
}

export function useSessionState(): SessionState {
  const { session } = useVisit();
  return useSyncExternalStore(session.subscribe, session.read);
}

export function useSettings(): ServerSettings | null {
  const { settings } = useVisit();
  return useSyncExternalStore(settings.subscribe, settings.read);
}

export function useReachability(): Reachability {
  const { reachability } = useVisit();
  return useSyncExternalStore(reachability.subscribe, reachability.read);
}

/** The local database of the signed-in user on this host, passed to features as props by their route. */
export interface Own {
  db: LocalDb;
  userId: number;
}

const OwnContext = createContext<Own | null>(null);

export const OwnProvider = OwnContext.Provider;

export function useOwn(): Own {
  const own = use(OwnContext);
  if (own === null) throw new Error('useOwn was called without a signed-in user');
  return own;
}

export function useOptionalOwn(): Own | null {
  return use(OwnContext);
}
