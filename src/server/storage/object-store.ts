import type { Readable } from 'node:stream';

/**
 * Bytes under keys that we make (never names from outside). Keys are `/`-separated words of `[a-z0-9.-]`.
 * An object is written once and never changed; writing the same key again replaces it whole.
 * Errors: `StorageFullError` when there is no room; anything else is a fault.
 */
export interface ObjectStore {
  /** Durable when it resolves: data fsynced, name fsynced. */
  write(key: string, bytes: Uint8Array | Readable): Promise<void>;
  /** `length` bytes from `offset`; rejects with `ObjectMissingError` when the object or the range is not there. */
  read(key: string, offset: number, length: number): Promise<Uint8Array>;
  stream(key: string, offset: number, length: number): Readable;
  /** Bytes of the object, or null. */
  size(key: string): Promise<number | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Removes every object below the prefix. */
  removeAll(prefix: string): Promise<void>;
}

export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
}
