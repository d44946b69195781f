import { StorageFullError } from './object-store.ts';

/**
 * Something that the store did or did not do. `code` is `S3:` and the store's own word for it, its status, or the code of the system: it
 * names no object and no key, so that it may stand in a log.
 */
export class S3Fault extends Error {
  override readonly name = 'S3Fault';
  readonly code: string;
  /** What the store calls it. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`The object store: ${reason}`, options);
    this.reason = reason;
    this.code = `S3:${reason}`;
  }
}

/**
 * Swift says EntityTooLarge when a container's quota is used up, and no request of ours is larger than the smallest limit of any store.
 * SlowDown and ServiceUnavailable are no full storage: the same request succeeds later.
 */
const FULL = new Set(['InsufficientStorage', 'QuotaExceeded', 'QuotaExceededException', 'XMinioStorageFull', 'EntityTooLarge']);

/** The answer, or a fault of ours. */
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

/** An answer without a body of the store's (a HEAD, a proxy in between) has a status alone. */
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
