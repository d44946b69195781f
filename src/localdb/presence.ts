/**
 * [Note: Who uses the database]
 *
 * Every context that reads and writes for an account holds a shared lock meanwhile: a page (whose workers end with it), and the service worker
 * for a turn. The page that signs out notifies the others, waits until it is the only one, and then deletes the data, so that nobody writes
 * afterwards what they had read before. A context that keeps its lock (a tab that the browser has frozen) is not waited for long.
 */
function presenceLock(userId: number): string {
  return `lightship.present.u${userId}`;
}

/** Returns the function that ends it. Without Web Locks, no context is waited for. */
export function bePresent(userId: number): () => void {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  void lockManager()?.request(presenceLock(userId), { mode: 'shared' }, () => left);
  return leave;
}

/** True when no other context is present any more. */
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
