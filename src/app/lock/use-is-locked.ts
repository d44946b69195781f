import { useSyncExternalStore } from 'react';
import { useVisit } from '#app/session/visit-context.tsx';

export function useIsLocked(): boolean {
  const { lock } = useVisit();
  return useSyncExternalStore(lock.subscribe, lock.isLocked);
}
