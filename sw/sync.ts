import { createUploadServer } from '#api/upload-server.ts';
import { onSignedOutElsewhere, readQueueOwner } from '#api/credentials.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { createLocks } from '#localdb/locks.ts';
import { bePresent } from '#localdb/presence.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { browserClock, reportFault } from '#transfer/browser.ts';
import { runSenderOnce } from '#transfer/sender.ts';
import { tellOfFinished, uploadsOnTheirWay } from './notify.ts';

/** The browser ends a handler after 180 s, and requests in flight need time to finish before that. */
const TURN_MS = 150_000;

export function isUploadTag(tag: string): boolean {
  return tag.startsWith('upload:');
}

/**
 * One turn of Background Sync: sends the queue of the signed-in account until nothing is left or the turn ends. Rejects when work is left, because
 * that is the only way to get another turn while no window is open: a worker cannot register a tag then. `handOver` ends the turn early, and so
 * does signing out in a page: the queue then waits for its owner.
 */
export async function sendInBackground(handOver: AbortSignal): Promise<void> {
  const owner = await readQueueOwner();
  if (!owner) return;
  const signOut = new AbortController();
  const unhear = onSignedOutElsewhere(() => signOut.abort());
  const leave = bePresent(owner.userId);
  const db = new LocalDb(owner.userId);
  try {
    const store = createQueueStore(db, await openDeviceKey(db));
    const ports = {
      store,
      server: createUploadServer(owner.userId),
      clock: browserClock,
      locks: createLocks(db, browserClock),
      report: reportFault,
    };
    const onTheirWay = await uploadsOnTheirWay(db);
    const { left } = await runSenderOnce(ports, owner.userId, AbortSignal.any([AbortSignal.timeout(TURN_MS), handOver, signOut.signal]));
    // If the system refuses a notice, that must not cost another turn.
    await tellOfFinished(db, onTheirWay).catch(reportFault);
    if (left && !signOut.signal.aborted) throw new Error('Work is left for another turn');
  } finally {
    db.close();
    leave();
    unhear();
  }
}
