/** One task at a time per key, in order of arrival; different keys run in parallel. */
export interface KeyQueue {
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyQueue(): KeyQueue {
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
