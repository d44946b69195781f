import { withConnection } from '#localdb/connection.ts';
import type { LocalDb, StepRow } from '#localdb/schema.ts';

/** As many as the server accepts at once from a sign-in. After a longer time offline, the oldest are lost: it is only a log. */
export const MOST_STEPS = 100;

export type Step = Pick<StepRow, 'type' | 'path' | 'name'>;

/** Stores a step until the server has it. Consists of our own words and a code: nothing names a patient or a study. */
export async function saveStep(db: LocalDb, step: Step): Promise<void> {
  await withConnection(db, () =>
    db.transaction('rw', db.steps, async () => {
      await db.steps.add({ ...step, key: crypto.randomUUID(), at: Date.now() });
      const tooMany = (await db.steps.count()) - MOST_STEPS;
      if (tooMany > 0) await db.steps.orderBy('seq').limit(tooMany).delete();
    }),
  );
}

export function savedSteps(db: LocalDb): Promise<StepRow[]> {
  return db.steps.orderBy('seq').toArray();
}

export async function removeStep(db: LocalDb, { seq }: StepRow): Promise<void> {
  await withConnection(db, () => db.steps.delete(seq));
}
