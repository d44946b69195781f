import { leaveChosenBehind } from './chosen-files.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import type { LocalDb } from '#localdb/schema.ts';

/** Cleans up after a page that was killed while it took files: their bytes, and the names of those that did not arrive. Same condition as below. */
export async function sweepLeftBehind(db: LocalDb, pageId: string): Promise<void> {
  await sweepSegments(db);
  await leaveChosenBehind(db, await openDeviceKey(db), pageId);
}

/**
 * Removes staged bytes that no file row refers to: those of a large file whose intake was killed half way. Call only while no intake runs on this
 * origin (with the exclusive intake lock): the segments of a running one have no row yet.
 */
export async function sweepSegments(db: LocalDb): Promise<number> {
  return db.transaction('rw', db.segments, db.files, async () => {
    let swept = 0;
    for (const segmentId of await db.segments.toCollection().primaryKeys()) {
      if ((await db.files.where('segmentIds').equals(segmentId).count()) > 0) continue;
      await db.segments.delete(segmentId);
      swept += 1;
    }
    return swept;
  });
}

export function intakeLockName(userId: number): string {
  return `lightship.intake.u${userId}`;
}
