import type { Readable } from 'node:stream';

/**
 * Bytes under keys that we make (never names from outside). Keys are `/`-separated words of `[a-z0-9.-]`.
 * An object is written once and never changed; writing the same key again replaces it whole.
 * Errors: `StorageFullError` when there is no room; anything else is a fault.
 */
export interface ObjectStore {
  /**
   * Durable when it resolves: data fsynced, name fsynced. A key may be awaited, so that bytes are on their way to the disk while they are
   * being looked at; nothing is under any key before it is known, and nothing is kept when it turns out to be null.
   */
  write(key: string | Promise<string | null>, bytes: Uint8Array | Readable): Promise<void>;
  /** `length` bytes from `offset`; rejects with `ObjectMissingError` when the object or the range is not there. */
  read(key: string, offset: number, length: number): Promise<Uint8Array>;
  stream(key: string, offset: number, length: number): Readable;
  /** Bytes of the object, or null. */
  size(key: string): Promise<number | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Removes every object below the prefix. */
  removeAll(prefix: string): Promise<void>;
  /** Every object below the prefix (all of them for `''`), in no order. What is written or removed meanwhile may be among them or not. */
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

/** No room, in the store or in a database (by the codes of the system, SQLite and PostgreSQL): it heals by itself once there is some. */
export function isStorageFull(error: unknown): boolean {
  if (error instanceof StorageFullError) return true;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && FULL.has(error.code);
}
