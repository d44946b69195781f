import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Grid } from '#contract/grids.ts';
import { LIMITS } from '#contract/limits.ts';
import { Measurement, type SavedMeasurement } from '#contract/measurements.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { storeGrid } from '#server/rules/segmentations/grids.ts';
import {
  createTestBench,
  refusalOf,
  registerTestUpload,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { deleteMeasurement, listMeasurements, saveMeasurement } from './measurements.ts';

const [TABLET, DESK] = [randomUUID(), randomUUID()];
const GRID: Grid = {
  version: 1,
  planes: [{ columns: 4, rows: 4, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.9' }],
  slices: [0, 1].map((frame) => ({ sop: '2.25.1', frame, plane: 0, position: [0, 0, frame] })),
  ...{ step: [0, 0, 1], noVolume: null },
};

describe.each(TEST_ENGINES)('measurements on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  let study: string;
  /** Not administrators, in the team of Eva, who is one. */
  let tom: Member;
  let ann: Member;

  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { a: 1, b: 1 });
    study = upload.studyUuid;
    tom = { ...bench.tom, permissions: new Set(['r:studies:detail']) };
    ann = { ...bench.eva, permissions: new Set(['r:studies:detail']) };
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  const content = (more: Partial<SavedMeasurement> = {}): SavedMeasurement => ({
    ...{ base: 0, device: DESK, series: upload.series[0]!.uuid, grid: 'a'.repeat(64), slice: 3, sop: '2.25.7', frame: 0, kind: 'length' },
    ...{
      points: [
        [1, 2],
        [4, 6.5],
      ],
      text: 'Aorta',
      measured: { values: { length: 22.3 }, scale: 'patient', unit: null },
    },
    ...more,
  });
  const save = (uuid: string, more: Partial<SavedMeasurement> = {}, caller: Member = tom) =>
    saveMeasurement(bench.context, caller, { study, uuid }, content(more));
  const remove = (uuid: string, caller: Member = tom) => deleteMeasurement(bench.context, caller, { study, uuid });
  const list = (caller: Member = tom) => listMeasurements(bench.context, caller, study);
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

  test('a measurement has its place, kind, points, text, values, author, times, number and version [MEAS-01]', async () => {
    const uuid = randomUUID();
    const made = await save(uuid);
    expect(Measurement.parse(made)).toEqual(made);
    const { base: _, device: __, ...given } = content();
    expect(made).toEqual({
      ...{ ...given, uuid, number: 1, version: 1, user: { id: tom.userId, name: 'Tom' }, editable: true },
      ...{ created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:04:05' },
    });
    expect(await list()).toEqual([made]);
  });

  test('everybody who may see the study reads it, and another team does not [MEAS-05]', async () => {
    const { uuid } = await save(randomUUID());
    expect(await list(ann)).toMatchObject([{ uuid, editable: false }]);
    expect(await list(bench.eva)).toMatchObject([{ uuid, editable: true }]);
    expect(await code(list(bench.ute))).toBe('not_found');
    expect(await code(save(randomUUID(), {}, bench.ute))).toBe('not_found');
    expect(await code(remove(uuid, bench.ute))).toBe('not_found');
  });

  test('saved twice, or twice at the same moment, it is there once [MEAS-06]', async () => {
    const uuid = randomUUID();
    const [first, second] = await Promise.all([save(uuid), save(uuid)]);
    expect([second, await save(uuid)]).toEqual([first, first]);
    expect(await list()).toEqual([first]);
    expect(bench.told).toHaveLength(1);
  });

  test('a change makes a new version, with the old number and author [MEAS-01]', async () => {
    const { uuid } = await save(randomUUID());
    bench.clock.now += 60_000;
    const changed = await save(
      uuid,
      {
        base: 1,
        text: 'Arch',
        points: [
          [1, 2],
          [9, 9],
        ],
        slice: 4,
      },
      bench.eva,
    );
    expect(changed).toMatchObject({
      version: 2,
      number: 1,
      text: 'Arch',
      slice: 4,
      user: { name: 'Tom' },
      created_at: '2026-01-02 03:04:05',
    });
    expect(changed.updated_at).toBe('2026-01-02 03:05:05');
    expect(await list()).toEqual([changed]);
  });

  test('a change of an older version is a conflict that has the stored one [MEAS-07]', async () => {
    const { uuid } = await save(randomUUID());
    const stored = await save(uuid, { base: 1, text: 'From the desk' });
    expect(await refusalOf(save(uuid, { base: 1, text: 'From the tablet', device: TABLET }))).toEqual({ code: 'conflict', stored });
    expect(await refusalOf(save(uuid, { base: 0, device: TABLET }))).toEqual({ code: 'conflict', stored });
    expect(await list()).toEqual([stored]);
    expect((await save(uuid, { base: 2, text: 'From the tablet', device: TABLET })).version).toBe(3);
  });

  test('of two devices that change a version at the same moment one has a conflict [MEAS-07]', async () => {
    const { uuid } = await save(randomUUID());
    const both = await Promise.allSettled([DESK, TABLET].map((device) => save(uuid, { base: 1, text: device, device })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await list()).toMatchObject([{ version: 2 }]);
  });

  test('a device that never read the answer to its own version still changes it [MEAS-06]', async () => {
    const { uuid } = await save(randomUUID());
    expect(await save(uuid, { base: 0, text: 'Arch' })).toMatchObject({ version: 2, text: 'Arch' });
  });

  test('only its author and team administrators change and delete it [MEAS-08]', async () => {
    const { uuid } = await save(randomUUID());
    expect(await code(save(uuid, { base: 1, text: 'Mine' }, ann))).toBe('not_allowed');
    expect(await code(save(uuid, {}, ann))).toBe('not_allowed');
    expect(await code(remove(uuid, ann))).toBe('not_allowed');
    expect(await list()).toMatchObject([{ text: 'Aorta' }]);
    await remove(uuid, bench.eva);
    expect(await list()).toEqual([]);
  });

  test('a deleted one stays deleted when it is deleted or saved again, and nothing of it is kept [MEAS-09]', async () => {
    const { uuid } = await save(randomUUID());
    await remove(uuid);
    await remove(uuid);
    await remove(randomUUID());
    expect(await code(save(uuid, { base: 1, text: 'From the tablet', device: TABLET }))).toBe('measurement_deleted');
    expect(await code(save(uuid))).toBe('measurement_deleted');
    expect(await list()).toEqual([]);
    const rows = await bench.context.db.read.selectFrom('measurement').select(['text', 'points', 'number']).execute();
    expect(rows).toEqual([{ text: '', points: '[]', number: 1 }]);
    expect(bench.told).toHaveLength(2);
  });

  test('numbers are those of the study, and deleted ones count [MEAS-10]', async () => {
    const [first, second] = [await save(randomUUID()), await save(randomUUID(), {}, ann)];
    await remove(second.uuid, ann);
    const third = await save(randomUUID());
    expect([first.number, second.number, third.number]).toEqual([1, 2, 3]);
    const other = await registerTestUpload(bench, { a: 1 }, { studyInstanceUid: '1.2.4' });
    const at = { study: other.studyUuid, uuid: first.uuid };
    const elsewhere = await saveMeasurement(bench.context, tom, at, content({ series: other.series[0]!.uuid }));
    expect(elsewhere.number).toBe(1);
    const together = await Promise.all([1, 2, 3].map(() => save(randomUUID())));
    expect(together.map(({ number }) => number).toSorted()).toEqual([4, 5, 6]);
  });

  test('the series is one of the study, and the slice is that of the grid if the server has computed it', async () => {
    const other = await registerTestUpload(bench, { a: 1 }, { studyInstanceUid: '1.2.4' });
    expect(await refusalOf(save(randomUUID(), { series: other.series[0]!.uuid }))).toMatchObject({
      code: 'invalid',
      errors: { series: [expect.any(String)] },
    });
    const [{ id: seriesId, uuid: series }] = upload.series as [RegisteredUpload['series'][number]];
    const grid = await bench.context.db.write((tx) => storeGrid(tx, { seriesId, grid: GRID, now: bench.clock.now }));
    const at = { series, grid, slice: 1, sop: '2.25.1', frame: 1 };
    expect(await save(randomUUID(), at)).toMatchObject(at);
    for (const wrong of [{ slice: 0 }, { slice: 2 }, { sop: '2.25.2' }, { frame: 0 }])
      expect(await refusalOf(save(randomUUID(), { ...at, ...wrong }))).toMatchObject({
        code: 'invalid',
        errors: { slice: [expect.any(String)] },
      });
    // The grid of another series.
    expect(await save(randomUUID(), { ...at, series: upload.series[1]!.uuid, slice: 9 })).toMatchObject({ slice: 9 });
  });

  test('each change is announced to the team with its study, and one without effect is not [MEAS-11]', async () => {
    const { uuid } = await save(randomUUID());
    await save(uuid, { base: 1 });
    await save(uuid, { base: 1, text: 'Arch' });
    await remove(uuid);
    await remove(uuid);
    expect(bench.told.map(({ to, event }) => `${to} ${event}`)).toEqual(Array<string>(3).fill(`team ${bench.eva.teamId} change`));
    const changes = await bench.context.db.read.selectFrom('change').select(['kind', 'ref']).where('kind', '=', 'measurement').execute();
    expect(changes).toEqual([1, 2, 3].map(() => ({ kind: 'measurement', ref: study })));
  });

  test('a study has a limited number of them, deleted ones included', async () => {
    const max = LIMITS.measurementsPerStudy;
    const { uuid } = await save(randomUUID());
    await bench.context.db.write(async (tx) => {
      const { id: _, ...row } = await tx.selectFrom('measurement').selectAll().executeTakeFirstOrThrow();
      const rows = Array.from({ length: max - 1 }, (_, index) => ({ ...row, uuid: randomUUID(), number: index + 2, deleted_at: 1 }));
      for (let at = 0; at < rows.length; at += 100)
        await tx
          .insertInto('measurement')
          .values(rows.slice(at, at + 100))
          .execute();
    });
    expect(await refusalOf(save(randomUUID()))).toEqual({ code: 'too_large', limit: { name: 'measurementsPerStudy', max } });
    expect(await save(uuid, { base: 1, text: 'Arch' })).toMatchObject({ version: 2 });
  });

  test('they go with their study, and the author can go without them', async () => {
    await save(randomUUID());
    await bench.context.db.write(async (tx) => {
      await tx.updateTable('measurement').set({ user_id: null }).execute();
    });
    expect(await list()).toMatchObject([{ user: null, editable: false }]);
    await bench.context.db.write((tx) => tx.deleteFrom('study').where('id', '=', upload.studyId).execute());
    expect(await bench.context.db.read.selectFrom('measurement').selectAll().execute()).toEqual([]);
  });
});
