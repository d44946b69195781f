import { liveQuery, type Subscription } from 'dexie';

/** The answer of a live query for any number of places on a page: it runs once, as long as one of them subscribes. For useSyncExternalStore. */
export class LiveQuery<T> {
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
      // The last answer may be outdated when the next one subscribes.
      this.#answer = UNKNOWN;
    };
  };

  /** Undefined until it is known. Throws the error that ended the query. */
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
