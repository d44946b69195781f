/**
 * [Note: Who uses the database]
 *
 * Every context that reads and writes for a person holds a shared lock while it does: a page (whose workers end with it), and the service worker
 * for a turn. Whoever signs out tells the others, waits until it is alone, and then removes: so nobody writes after the removal what they had read before
 * it. A context that does not let go (a tab that the browser has frozen) is not waited for long.
 */
function presenceLock(userId: number): string {
  return `lightship.present.u${userId}`;
}

/** Returns how to leave. Without Web Locks nobody is waited for. */
export function bePresent(userId: number): () => void {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  void lockManager()?.request(presenceLock(userId), { mode: 'shared' }, () => left);
  return leave;
}

/** True when nobody else is there any more. */
export async function untilAlone(userId: number, withinMs: number): Promise<boolean> {
  const locks = lockManager();
  if (locks === undefined) return false;
  try {
    await locks.request(presenceLock(userId), { signal: AbortSignal.timeout(withinMs) }, () => undefined);
    return true;
  } catch {
    return false;
  }
}

function lockManager(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks;
}
