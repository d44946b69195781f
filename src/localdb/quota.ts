/**
 * True when a write failed because the device has no room. The platform says so itself; Dexie wraps it: in an AbortError with an inner error
 * when the commit failed, in a BulkError with the failures when one of many writes did.
 */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, inner, failures } = error as { name?: unknown; inner?: unknown; failures?: unknown };
  return name === 'QuotaExceededError' || isQuotaError(inner) || (Array.isArray(failures) && failures.some(isQuotaError));
}
