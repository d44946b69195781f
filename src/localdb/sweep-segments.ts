import type { LocalDb } from './schema.ts';

/**
 * Removes staged bytes that no file row names: a large file whose intake was killed half way. Only while no intake runs on this origin
 * (the caller holds the intake lock alone): the segments of a running one have no row yet.
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
