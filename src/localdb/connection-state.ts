/**
 * How a page stands with its database.
 *
 * | state    | means                                                                                             |
 * |----------|---------------------------------------------------------------------------------------------------|
 * | open     | as it should be                                                                                   |
 * | blocked  | another tab with an older version of the page holds the database: this one waits until it closes |
 * | outdated | a newer version of the page has the database: nothing of this page is read or written any more    |
 *
 * `outdated` is for good: only a reload brings the newer page. Nothing is deleted by it, and what was being staged is not stored.
 */
export type ConnectionState = 'open' | 'blocked' | 'outdated';

export class Connection {
  #state: ConnectionState = 'open';
  readonly #listeners = new Set<() => void>();

  read = (): ConnectionState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(state: ConnectionState): void {
    if (this.#state === state || this.#state === 'outdated') return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The database on this device was written by a newer version of the page, which this one must not touch. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}
