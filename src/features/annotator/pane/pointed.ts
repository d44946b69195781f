/** From the middle of the cell of a pane, in CSS pixels. */
export interface Pointed {
  x: number;
  y: number;
}

/** Where the mouse or pen is in a pane; null: elsewhere, or a finger, which would cover it. Not a state of the pane: it changes with every event. */
export interface PointedStore {
  read(): Pointed | null;
  set(pointed: Pointed | null): void;
  subscribe(listener: () => void): () => void;
}

export function createPointed(): PointedStore {
  let now: Pointed | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => now,
    set(pointed) {
      now = pointed;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
