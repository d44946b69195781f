/**
 * How a page stands with its database.
 *
 * | state    | means                                                                                             |
 * |----------|---------------------------------------------------------------------------------------------------|
 * | open     | as it should be                                                                                   |
 * | blocked  | another tab with an older version of the page holds the database: this one waits until it closes |
 * | outdated | a newer version of the page has the database: nothing of this page is read or written any more    |
 * | gone     | its owner has signed out, here or in another tab: what they did not keep is being deleted         |
 *
 * `outdated` is for good: only a reload brings the newer page. Nothing is deleted by it, and what was being staged is not stored. `gone` is for good
 * as well: a connection that opened again would make an empty database, and write into it what had just been removed.
 */
export type ConnectionState = 'open' | 'blocked' | 'outdated' | 'gone';

export class Connection {
  #state: ConnectionState = 'open';
  readonly #listeners = new Set<() => void>();

  read = (): ConnectionState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  isOver = (): boolean => this.#state === 'outdated' || this.#state === 'gone';

  change(state: ConnectionState): void {
    if (this.#state === state || this.isOver()) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The database on this device was written by a newer version of the page, which this one must not touch. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}
