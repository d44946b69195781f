import { createUploadServer } from '#api/upload-server.ts';
import { readQueueOwner } from '#api/credentials.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { createQueueStore } from '#localdb/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { browserClock, browserLocks, reportFault } from '#transfer/browser.ts';
import { runSenderOnce } from '#transfer/sender.ts';

/** The browser ends a handler after 180 s; what is on its way then needs time to end by itself. */
const TURN_MS = 150_000;

export function isUploadTag(tag: string): boolean {
  return tag.startsWith('upload:');
}

/**
 * One turn of Background Sync: sends for whoever this origin sends for until nothing is left or the turn ends. Rejects when work is left, which is
 * the only way to be given another turn while no window is open (a worker may not register a tag then).
 */
export async function sendInBackground(): Promise<void> {
  const owner = await readQueueOwner();
  if (!owner) return;
  const db = new LocalDb(owner.userId);
  try {
    const store = createQueueStore(db, await openDeviceKey(db));
    const ports = { store, server: createUploadServer(), clock: browserClock, locks: browserLocks, report: reportFault };
    const { left } = await runSenderOnce(ports, owner.userId, AbortSignal.timeout(TURN_MS));
    if (left) throw new Error('Work is left for another turn');
  } finally {
    db.close();
  }
}
