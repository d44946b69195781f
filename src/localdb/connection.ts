import { Dexie } from 'dexie';
import type { LocalDb } from './schema.ts';

/**
 * Runs work on the database, and repeats it over a new connection if the browser has lost the old one: WebKit then reports UnknownError or
 * InvalidStateError, also for every later call on the same connection. The work must be safe to repeat. If it fails again, nothing is stored.
 */
export async function withConnection<T>(db: LocalDb, work: () => Promise<T>): Promise<T> {
  return overNewConnection(db, isConnectionLost, work);
}

/** The same for any error that `isFault` accepts. Inside a transaction nothing is repeated: the caller that began it does that. */
export async function overNewConnection<T>(db: LocalDb, isFault: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  const before = db.isOpen() ? db.backendDB() : null;
  try {
    return await work();
  } catch (error) {
    if (!isFault(error) || Dexie.currentTransaction !== null || db.connection.isOver()) throw error;
    await reopen(db, before);
    return work();
  }
}

/**
 * For a live query: undefined once a newer page has the database or it is closed. What was read earlier may be outdated, and an error would be
 * misleading: the page shows `reload` or is being closed.
 */
export async function unlessOutdated<T>(db: LocalDb, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (db.connection.isOver()) return undefined;
    throw error;
  }
}

/** Two callers that meet the same fault share one new connection. */
async function reopen(db: LocalDb, before: IDBDatabase | null): Promise<void> {
  if (before !== null && db.isOpen() && db.backendDB() === before) db.close({ disableAutoOpen: false });
  await db.open();
}

export function isConnectionLost(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, inner } = error as { name?: unknown; message?: unknown; inner?: unknown };
  if (name === 'UnknownError' || name === 'InvalidStateError') return true;
  return (typeof message === 'string' && message.includes('Connection to Indexed Database server lost')) || isConnectionLost(inner);
}
