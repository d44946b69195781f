import { StorageFullError } from './object-store.ts';

/**
 * A failure of the store. `code` is `S3:` followed by the store's error code, its status, or the system's error code. It contains no object and no
 * key, so it may be logged.
 */
export class S3Fault extends Error {
  override readonly name = 'S3Fault';
  readonly code: string;
  /** The store's name for it. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`The object store: ${reason}`, options);
    this.reason = reason;
    this.code = `S3:${reason}`;
  }
}

/**
 * Swift returns EntityTooLarge when a container's quota is exceeded; our requests are below the smallest limit of any store. SlowDown and
 * ServiceUnavailable do not mean full storage: the same request succeeds later.
 */
const FULL = new Set(['InsufficientStorage', 'QuotaExceeded', 'QuotaExceededException', 'XMinioStorageFull', 'EntityTooLarge']);

/** The answer, or one of our faults. */
export async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (cause) {
    throw toFault(cause);
  }
}

export function toFault(cause: unknown): S3Fault | StorageFullError {
  if (cause instanceof S3Fault) return cause;
  const reason = reasonOf(cause);
  return FULL.has(reason) || reason === '507'
    ? new StorageFullError('The object store is full', { cause })
    : new S3Fault(reason, { cause });
}

export function isFault(error: unknown, reason: string): boolean {
  return error instanceof S3Fault && error.reason === reason;
}

/** An answer without a body from the store (a HEAD, a proxy in between) has only a status. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z_]+$/.test(error.code)) return error.code;
  const status = statusOf(error);
  if (status === 507) return '507';
  const isWord = /^[A-Za-z]{3,60}$/.test(error.name) && !/^(?:Error|UnknownError|Unknown|NotFound)$/.test(error.name);
  return isWord && !/^(?:SyntaxError|TypeError)$/.test(error.name) ? error.name : String(status ?? error.name);
}

function statusOf(error: Error): number | undefined {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
