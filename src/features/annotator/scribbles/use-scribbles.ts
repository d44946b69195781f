import { useSyncExternalStore } from 'react';
import { useWorkstation, type Workstation } from '#features/annotator/workstation.ts';
import type { ScribbleState } from './scribble-store.ts';

export function useScribbles(): ScribbleState {
  const { scribbles } = useWorkstation();
  return useSyncExternalStore(scribbles.subscribe, scribbles.read);
}

/** Keys and undo are for strokes while their tool is chosen and there are any. */
export function isScribbling({ scribbles, station }: Pick<Workstation, 'scribbles' | 'station'>): boolean {
  return station.read().tool === 'scribble' && scribbles.read().strokes.length > 0;
}
