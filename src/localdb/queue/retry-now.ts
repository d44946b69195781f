import type { LocalDb } from '#localdb/schema.ts';

/** 'Try now': ends the pauses of the sender, which observes these rows and resumes. */
export async function retryNow(db: LocalDb): Promise<void> {
  await db.uploads.filter((row) => row.waiting !== null).modify({ waiting: null });
}
