/**
 * The state of a page's connection to its database.
 *
 * | state    | meaning                                                                                           |
 * |----------|---------------------------------------------------------------------------------------------------|
 * | open     | normal operation                                                                                  |
 * | blocked  | another tab with an older version of the page uses the database: this one waits until it closes   |
 * | outdated | a newer version of the page uses the database: this page no longer reads or writes                |
 * | gone     | its owner has signed out, here or in another tab: everything that was not kept is being deleted   |
 *
 * `outdated` is final: only a reload brings the newer page. It deletes nothing, and files that were being staged are not stored. `gone` is final
 * as well: a new connection would create an empty database and write to it what was just deleted.
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

/** The database on this device was written by a newer version of the page and must not be touched. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}
