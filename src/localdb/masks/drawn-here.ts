import type { LocalDb } from '#localdb/schema.ts';

/** Operations that the server has not confirmed, over all segmentations. */
export function countDrawn(db: LocalDb): Promise<number> {
  return db.maskOperations.where('state').equals('drawn').count();
}

/** At a sign-out: what the server has is deleted, and what it has not stays. */
export async function dropConfirmed(db: LocalDb): Promise<void> {
  await db.transaction('rw', db.masks, db.maskSnapshots, db.maskOperations, async () => {
    await db.masks.clear();
    await db.maskSnapshots.clear();
    await db.maskOperations.where('state').notEqual('drawn').delete();
  });
}

/** Deletes what this device has of the masks of studies that are gone; what was drawn and not confirmed stays, and the server keeps it aside when it arrives. */
export async function dropMasksOfStudies(db: LocalDb, studies: readonly string[]): Promise<void> {
  await db.transaction('rw', db.masks, db.maskSnapshots, db.maskOperations, async () => {
    await db.masks.where('study').anyOf(studies).delete();
    await db.maskSnapshots.where('study').anyOf(studies).delete();
    await db.maskOperations
      .where('study')
      .anyOf(studies)
      .filter(({ state }) => state !== 'drawn')
      .delete();
  });
}
