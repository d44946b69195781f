/** Aborts when either signal aborts. `AbortSignal.any` is newer than the browsers that have no Web Locks. */
export function eitherSignal(a: AbortSignal, b: AbortSignal): AbortSignal {
  return {
    get aborted() {
      return a.aborted || b.aborted;
    },
    addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }) {
      a.addEventListener(type, listener, options);
      b.addEventListener(type, listener, options);
    },
    removeEventListener(type: 'abort', listener: () => void) {
      a.removeEventListener(type, listener);
      b.removeEventListener(type, listener);
    },
  } as AbortSignal;
}

/** A signal that its creator aborts: an AbortController for code without a platform. */
export function createSignal(): { signal: AbortSignal; abort(): void } {
  const listeners = new Set<() => void>();
  let aborted = false;
  const signal = {
    get aborted() {
      return aborted;
    },
    addEventListener: (_: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: 'abort', listener: () => void) => void listeners.delete(listener),
  } as AbortSignal;
  return {
    signal,
    abort() {
      if (aborted) return;
      aborted = true;
      for (const listener of [...listeners]) listener();
    },
  };
}
