/**
 * User activity. The lock itself sees keyboard, pointer and wheel (src/app/lock); other use, such as a film that plays, is reported
 * here.
 */
type Listener = () => void;

const listeners = new Set<Listener>();

export function noteActivity(): void {
  for (const listener of listeners) listener();
}

export function onActivity(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
