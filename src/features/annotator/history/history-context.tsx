import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useMeasure } from '#features/annotator/measure/measure-context.tsx';
import { isScribbling } from '#features/annotator/scribbles/use-scribbles.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { createHistory, type History, type HistoryState } from './history.ts';

const HistoryContext = createContext<History | null>(null);

/** Joins the changes of measurements and of segments. A click that nobody has accepted yet, or a scribble while somebody scribbles, is undone before them. */
export function HistoryProvider({ children }: { children: ReactNode }) {
  const { store } = useMeasure();
  const workstation = useWorkstation();
  const { masks, clicks, scribbles, station } = workstation;
  const history = useMemo(
    () =>
      createHistory(
        {
          measure: {
            canUndo: () => store.read().canUndo,
            canRedo: () => store.read().canRedo,
            undo: () => store.undo(),
            redo: () => store.redo(),
          },
          masks: { canUndo: masks.canUndo, canRedo: masks.canRedo, undo: masks.undo, redo: masks.redo },
        },
        {
          canUndo: () => isScribbling(workstation) || clicks.hasPending(),
          undo: () => (isScribbling(workstation) ? scribbles : clicks).undo(),
        },
      ),
    [workstation, store, masks, clicks, scribbles],
  );
  useEffect(() => {
    store.whenMade(() => history.did('measure'));
    masks.whenDrawn(() => history.did('masks'));
    const ends = [store, masks, clicks, scribbles, station].map((part) => part.subscribe(history.changed));
    return () => ends.forEach((end) => end());
  }, [store, masks, clicks, scribbles, station, history]);
  return <HistoryContext value={history}>{children}</HistoryContext>;
}

export function useHistory(): History {
  const history = use(HistoryContext);
  if (history === null) throw new Error('Outside of a workstation');
  return history;
}

export function useHistoryState(): HistoryState {
  const history = useHistory();
  return useSyncExternalStore(history.subscribe, history.read);
}
