import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { createQueryClient } from '#app/query/query-client.ts';
import { TEXTS } from '#app/texts.ts';
import classes from './PersonProviders.module.css';
import { loadPersonParts, onPersonParts, readPersonParts } from './person-parts.ts';
import { useSessionState } from './visit-context.tsx';

/**
 * Around every page: what belongs to the person who is signed in, or what a guest needs. Until the parts of a person are loaded the guest's
 * stand as they are; the guard of each page waits for the same parts, so that no page is drawn without them.
 */
export function PersonProviders({ children }: { children: ReactNode }) {
  const state = useSessionState();
  const parts = useSyncExternalStore(onPersonParts, readPersonParts);
  const isKnown = state.phase !== 'starting';
  useEffect(() => {
    // For a guest as well, behind the page: who signs in does not wait for them. What cannot be loaded is said by the guard of a page.
    if (isKnown) void loadPersonParts().catch(() => undefined);
  }, [isKnown]);
  // Nothing of the page: what it shows is being removed, and whatever could write it anew ends with it.
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
