import { withConnection } from './connection.ts';
import type { LocalDb, StepRow } from './schema.ts';

/** As many as the server takes at once of a sign-in. Who is without a network for longer loses the oldest: it is a log, and no work of a person. */
export const MOST_STEPS = 100;

export type Step = Pick<StepRow, 'type' | 'path' | 'name'>;

/** Keeps a step until the server has it. Words of our own and a code: nothing here names a patient or a study. */
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
