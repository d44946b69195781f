/**
 * While it is held, a new version of the app waits (ODD-38, PWA-43): files that were accepted but not yet stored would be lost with the
 * page. Features hold; the app's version check asks.
 */
const holds = new Set<symbol>();
const listeners = new Set<() => void>();

/** Returns the release. Releasing twice is harmless. */
export function holdReload(): () => void {
  const hold = Symbol('hold');
  holds.add(hold);
  return () => {
    if (holds.delete(hold) && holds.size === 0) for (const listener of listeners) listener();
  };
}

export function mayReload(): boolean {
  return holds.size === 0;
}

export function onMayReload(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
