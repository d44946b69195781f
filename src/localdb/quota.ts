/** True when a write failed because the device has no room: Dexie wraps it (AbortError, inner QuotaExceededError), the platform does not. */
export function isQuotaError(error: unknown): boolean {
  for (let cause: unknown = error; typeof cause === 'object' && cause !== null; cause = (cause as { inner?: unknown }).inner) {
    if ((cause as { name?: unknown }).name === 'QuotaExceededError') return true;
  }
  return false;
}
