import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { createQueryClient } from '#app/query/query-client.ts';
import { TEXTS } from '#app/texts.ts';
import classes from './PersonProviders.module.css';
import { loadPersonParts, onPersonParts, readPersonParts } from './person-parts.ts';
import { useSessionState } from './visit-context.tsx';

/**
 * Wraps every page with the providers of the signed-in user, or those of a guest. The guest providers stay until the person parts are
 * loaded; the guard of each page waits for the same parts, so that no page is drawn without them.
 */
export function PersonProviders({ children }: { children: ReactNode }) {
  const state = useSessionState();
  const parts = useSyncExternalStore(onPersonParts, readPersonParts);
  const isKnown = state.phase !== 'starting';
  useEffect(() => {
    // Loaded for guests as well, in the background, so that a sign-in does not wait. The guard of a page reports a failure.
    if (isKnown) void loadPersonParts().catch(() => undefined);
  }, [isKnown]);
  // Draws no page: its data is being removed, and unmounting ends whatever could write it again.
  if (state.phase === 'leaving')
    return (
      <p role="status" className={classes.leaving}>
        {TEXTS.signingOut}
      </p>
    );
  if (state.phase !== 'signed-in' || parts === null) return <GuestProviders>{children}</GuestProviders>;
  return (
    <parts.SignedInProviders key={state.user.id} user={state.user} state={state}>
      {children}
    </parts.SignedInProviders>
  );
}

function GuestProviders({ children }: { children: ReactNode }) {
  const client = useMemo(() => createQueryClient(), []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
