/**
 * Somebody is at the screen. Hands on keyboard, pointer and wheel are seen by the lock itself (src/app/lock); what else counts as use, as a film that
 * plays, says so here.
 */
type Listener = () => void;

const listeners = new Set<Listener>();

export function noteUse(): void {
  for (const listener of listeners) listener();
}

export function onUse(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
