import { useSyncExternalStore } from 'react';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { Overlays } from './overlay-store.ts';

export function useOverlays(): Overlays {
  const { overlays } = useWorkstation();
  return useSyncExternalStore(overlays.subscribe, overlays.read);
}
