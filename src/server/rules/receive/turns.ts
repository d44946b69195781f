/** One thing at a time per key, in the order of asking; different keys beside each other. */
export interface Turns {
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const lastByKey = new Map<string, Promise<unknown>>();
  return {
    take(key, work) {
      const turn = (lastByKey.get(key) ?? Promise.resolve()).then(work, work);
      const settled = turn
        .then(
          () => undefined,
          () => undefined,
        )
        .then(() => {
          if (lastByKey.get(key) === settled) lastByKey.delete(key);
        });
      lastByKey.set(key, settled);
      return turn;
    },
  };
}
