import { useEffect } from 'react';

/** A page asks for the sign-in form over it; who draws it is the frame. */
const listeners = new Set<() => void>();

export function requestSignIn(): void {
  for (const listener of listeners) listener();
}

/** `listener` must stay the same from one drawing to the next. */
export function useSignInRequests(listener: () => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}
