import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createTestBench, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { noteStudyChange } from './studies-changes.ts';

describe.each(TEST_ENGINES)('the stored state of a study on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  test('is right when both series end at the same moment, each without seeing the other [CONV-012]', async () => {
    const { db } = bench.context;
    const { studyId, studyUuid, series } = await registerTestUpload(bench, { one: 1, two: 1 });
    // SQLite has one writer, so there one transaction follows the other.
    const bothChanged = engine === 'postgres' ? meeting(2) : () => Promise.resolve();
    await Promise.all(
      series.map(({ id }, index) =>
        db.write(async (tx) => {
          await tx
            .updateTable('series')
            .set({ state: index === 0 ? 'converted' : 'error' })
            .where('id', '=', id)
            .execute();
          await bothChanged();
          await noteStudyChange(tx, { teamId: bench.eva.teamId, studyUuid, now: 1 });
        }),
      ),
    );
    const study = await db.read.selectFrom('study').select('state').where('id', '=', studyId).executeTakeFirst();
    expect(study).toEqual({ state: 'converted' });
  });
});

/** Resolves once it was called `count` times. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}
