import { useEffect } from 'react';

/** A page requests the sign-in form over it; the frame shows it. */
const listeners = new Set<() => void>();

export function requestSignIn(): void {
  for (const listener of listeners) listener();
}

/** `listener` must be stable between renders. */
export function useSignInRequests(listener: () => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}
