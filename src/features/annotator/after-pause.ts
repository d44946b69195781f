/** Pause in drawing, after which what is computed from it is computed again. */
const PAUSE_MS = 300;

/** Calls back after the pause; the result cancels it. */
export function afterPause(call: () => void): () => void {
  const timer = setTimeout(call, PAUSE_MS);
  return () => clearTimeout(timer);
}
