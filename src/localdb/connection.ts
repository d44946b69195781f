import { Dexie } from 'dexie';
import type { LocalDb } from './schema.ts';

/**
 * Does work on the database, and once more over a new connection when the browser has lost the old one: WebKit says UnknownError or
 * InvalidStateError from then on, and every further try on the dead handle fails as well. Whatever is done here may be done twice. What fails
 * again fails: it is not stored.
 */
export async function withConnection<T>(db: LocalDb, work: () => Promise<T>): Promise<T> {
  return overNewConnection(db, isConnectionLost, work);
}

/** The same after whatever `isFault` says. Inside a transaction there is nothing to repeat: who began it does. */
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
 * For a live view: undefined once a newer page has the database, or nobody has. What was read before may be true no more, and an error is not what
 * happened; the page says `reload`, or has been left.
 */
export async function unlessOutdated<T>(db: LocalDb, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (db.connection.isOver()) return undefined;
    throw error;
  }
}

/** Two that meet the same fault open one connection between them. */
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
