import { liveQuery, type Subscription } from 'dexie';

/**
 * What a live query answers, for any number of places of a page: it is asked once, as long as one of them listens. For useSyncExternalStore.
 */
export class LiveAnswer<T> {
  readonly #query: () => Promise<T>;
  readonly #listeners = new Set<() => void>();
  #subscription: Subscription | null = null;
  #answer: { value: T | undefined; fault: unknown } = UNKNOWN;

  constructor(query: () => Promise<T>) {
    this.#query = query;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#subscription ??= liveQuery(this.#query).subscribe({
      next: (value) => this.#tell({ value, fault: undefined }),
      error: (fault: unknown) => this.#tell({ value: undefined, fault }),
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#subscription?.unsubscribe();
      this.#subscription = null;
      // What was true when the last one looked away may be so no more.
      this.#answer = UNKNOWN;
    };
  };

  /** Undefined until it is known. Throws what the query ended with. */
  readonly read = (): T | undefined => {
    if (this.#answer.fault !== undefined) throw this.#answer.fault;
    return this.#answer.value;
  };

  #tell(answer: { value: T | undefined; fault: unknown }): void {
    this.#answer = answer;
    for (const listener of this.#listeners) listener();
  }
}

const UNKNOWN = { value: undefined, fault: undefined };
