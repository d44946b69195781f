/** Something whose changes can be undone by itself: measurements, or strokes. */
export interface HistoryPart {
  canUndo(): boolean;
  canRedo(): boolean;
  undo(): void;
  redo(): void;
}

export interface HistoryState {
  canUndo: boolean;
  canRedo: boolean;
}

export type History = ReturnType<typeof createHistory>;

/**
 * One order for what several parts have done: undo goes to what was done last, whichever part it was. The parts themselves keep what is undone. What a part can
 * undo from before this page was opened comes last. `pending`: what nobody has decided on yet, which is undone first and cannot be redone.
 */
export function createHistory<Name extends string>(
  parts: Record<Name, HistoryPart>,
  pending: Pick<HistoryPart, 'canUndo' | 'undo'> = { canUndo: () => false, undo: () => undefined },
) {
  const names = Object.keys(parts) as Name[];
  let done: Name[] = [];
  let undone: Name[] = [];
  let isNew = true;
  let state: HistoryState = { canUndo: false, canRedo: false };
  const listeners = new Set<() => void>();

  const lastOf = (list: readonly Name[], can: 'canUndo' | 'canRedo'): Name | null =>
    list.findLast((name) => parts[name][can]()) ?? (can === 'canUndo' || isNew ? (names.find((name) => parts[name][can]()) ?? null) : null);

  function changed(): void {
    const next = { canUndo: pending.canUndo() || lastOf(done, 'canUndo') !== null, canRedo: lastOf(undone, 'canRedo') !== null };
    if (next.canUndo === state.canUndo && next.canRedo === state.canRedo) return;
    state = next;
    for (const listener of listeners) listener();
  }

  return {
    read: (): HistoryState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** A part has done something new. What was undone before cannot be redone any more. */
    did(name: Name): void {
      [done, undone, isNew] = [[...done, name], [], false];
      changed();
    },
    /** What a part can undo or redo has changed. */
    changed,
    undo(): void {
      if (pending.canUndo()) return pending.undo();
      const name = lastOf(done, 'canUndo');
      if (name === null) return;
      done = done.toSpliced(done.lastIndexOf(name), done.includes(name) ? 1 : 0);
      undone = [...undone, name];
      parts[name].undo();
      changed();
    },
    redo(): void {
      const name = lastOf(undone, 'canRedo');
      if (name === null) return;
      undone = undone.toSpliced(undone.lastIndexOf(name), undone.includes(name) ? 1 : 0);
      done = [...done, name];
      parts[name].redo();
      changed();
    },
  };
}
