import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useMeasure } from '#features/annotator/measure/measure-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { createHistory, type History, type HistoryState } from './history.ts';

const HistoryContext = createContext<History | null>(null);

/** Joins the changes of measurements and of segments. A click that nobody has accepted yet is undone before them. */
export function HistoryProvider({ children }: { children: ReactNode }) {
  const { store } = useMeasure();
  const { masks, clicks } = useWorkstation();
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
        { canUndo: clicks.hasPending, undo: () => clicks.undo() },
      ),
    [store, masks, clicks],
  );
  useEffect(() => {
    store.whenMade(() => history.did('measure'));
    masks.whenDrawn(() => history.did('masks'));
    const ends = [store.subscribe(history.changed), masks.subscribe(history.changed), clicks.subscribe(history.changed)];
    return () => ends.forEach((end) => end());
  }, [store, masks, clicks, history]);
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
