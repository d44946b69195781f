/**
 * True if a write failed because the device is full. The platform reports this itself, and Dexie wraps it: in an AbortError with an inner error if
 * the commit failed, in a BulkError with the failures if one of many writes did.
 */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, inner, failures } = error as { name?: unknown; inner?: unknown; failures?: unknown };
  return name === 'QuotaExceededError' || isQuotaError(inner) || (Array.isArray(failures) && failures.some(isQuotaError));
}
