import type { LocalDb } from './schema.ts';

/** 'Try now': pauses of the sender are over. It watches these rows and goes on by itself. */
export async function tryNow(db: LocalDb): Promise<void> {
  await db.uploads.filter((row) => row.waiting !== null).modify({ waiting: null });
}
