/** Sends the first value of a key at once, and of those that follow within `everyMs` only the latest, at its end. */
export interface Coalescer<K, V> {
  put(key: K, value: V): void;
  /** Sends what waits, and stops. */
  stop(): void;
}

export function createCoalescer<K, V>(send: (key: K, value: V) => void, latest: (a: V, b: V) => V, everyMs: number): Coalescer<K, V> {
  const pauses = new Map<K, { timer: NodeJS.Timeout; waiting: { value: V } | null }>();

  function pause(key: K): void {
    const timer = setTimeout(() => {
      const waiting = pauses.get(key)?.waiting ?? null;
      pauses.delete(key);
      if (waiting !== null) sendNow(key, waiting.value);
    }, everyMs);
    pauses.set(key, { timer: timer.unref(), waiting: null });
  }

  function sendNow(key: K, value: V): void {
    pause(key);
    send(key, value);
  }

  return {
    put(key, value) {
      const paused = pauses.get(key);
      if (paused === undefined) return sendNow(key, value);
      paused.waiting = { value: paused.waiting === null ? value : latest(paused.waiting.value, value) };
    },
    stop() {
      for (const [key, { timer, waiting }] of pauses) {
        clearTimeout(timer);
        if (waiting !== null) send(key, waiting.value);
      }
      pauses.clear();
    },
  };
}
