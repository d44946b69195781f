import type { Readable } from 'node:stream';

/**
 * Bytes under keys that we make (never names from outside). Keys are `/`-separated words of `[a-z0-9.-]`.
 * An object is written once and never changed; writing the same key again replaces it whole.
 * Errors: `StorageFullError` when there is no space; anything else is a fault.
 */
export interface ObjectStore {
  /**
   * Durable when it resolves: data fsynced, name fsynced. The key may be a promise, so that bytes are written to disk while they are being checked.
   * Nothing is stored under a key before it is known, and nothing is kept if it is null.
   */
  write(key: string | Promise<string | null>, bytes: Uint8Array | Readable): Promise<void>;
  /** `length` bytes from `offset`. Rejects with `ObjectMissingError` if the object or the range does not exist. */
  read(key: string, offset: number, length: number): Promise<Uint8Array>;
  stream(key: string, offset: number, length: number): Readable;
  /** Size of the object, or null. */
  size(key: string): Promise<number | null>;
  /** Removing a missing object is not an error. */
  remove(key: string): Promise<void>;
  /** Removes every object below the prefix. */
  removeAll(prefix: string): Promise<void>;
  /** Every object below the prefix (all of them for `''`), in any order. Concurrent changes may be included or not. */
  list(prefix: string): AsyncIterable<ListedObject>;
}

export interface ListedObject {
  key: string;
  bytes: number;
  /** Milliseconds since 1970. */
  writtenAt: number;
}

export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

/** No space in the store or a database (by system, SQLite and PostgreSQL codes): resolved once space is available. */
export function isStorageFull(error: unknown): boolean {
  if (error instanceof StorageFullError) return true;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && FULL.has(error.code);
}
