import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Grid } from '#contract/grids.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import {
  createTestBench,
  refusalOf,
  registerTestUpload,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { gridHash, gridOfSeries, storeGrid } from './grids.ts';
import { createMask } from './masks.ts';
import { createSegmentation, readSegmentation } from './segmentations.ts';

const gridAt = (z: number): Grid => ({
  version: 1,
  planes: [{ columns: 4, rows: 4, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.9' }],
  slices: [{ sop: '2.25.1', frame: 0, plane: 0, position: [0, 0, z] }],
  ...{ step: null, noVolume: 'single-slice' },
});

describe.each(TEST_ENGINES)('masks on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { a: 1, b: 1 });
  });
  afterEach(() => bench.close());

  /** As if the series had been read. */
  async function read(series: number, grid: Grid): Promise<string> {
    return bench.context.db.write(async (tx) => {
      const seriesId = upload.series[series]!.id;
      const hash = await storeGrid(tx, { seriesId, grid, now: bench.clock.now });
      await tx.deleteFrom('series_reading').where('series_id', '=', seriesId).execute();
      await tx
        .insertInto('series_reading')
        .values({
          ...{ series_id: seriesId, version: 1, facts: null, why: null, unread_files: 0, thumbnail_key: null, thumbnail_hash: null },
          ...{ thumbnail_bytes: 0, no_picture: null, grid_hash: hash, no_volume: grid.noVolume, read_at: bench.clock.now },
        })
        .execute();
      return hash;
    });
  }
  const create = () => createSegmentation(bench.context, bench.eva, upload.studyUuid, { structure: 'liver', rbac: 1 });
  const mask = (uuid: string, ref: string, caller: Member = bench.eva) => createMask(bench.context, caller, { uuid, ref });
  const maskOf = async (ref: string) => (await readSegmentation(bench.context.db.read, bench.eva, ref)).mask;
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

  test('an empty mask is created on the grid of a series, and kept when it is created again [SEG-003, CALL-070]', async () => {
    const [first, second] = [await read(0, gridAt(0)), await read(1, gridAt(9))];
    expect(first).not.toBe(second);
    const { uuid } = await create();
    expect(await mask(upload.series[1]!.uuid, uuid)).toEqual({ revision: 0 });
    expect(await maskOf(uuid)).toEqual({ series: upload.series[1]!.uuid, grid: second });
    bench.told.length = 0;
    expect(await mask(upload.series[0]!.uuid, uuid)).toEqual({ revision: 0 });
    expect(await maskOf(uuid)).toEqual({ series: upload.series[1]!.uuid, grid: second });
    expect(bench.told).toEqual([]);
  });

  test('a series that is read again with another grid moves no mask', async () => {
    const before = await read(0, gridAt(0));
    const { uuid } = await create();
    await mask(upload.series[0]!.uuid, uuid);
    const after = await read(0, gridAt(5));
    expect(await gridOfSeries(bench.context, bench.eva, upload.series[0]!.uuid)).toEqual({ hash: after, grid: gridAt(5) });
    expect((await maskOf(uuid))?.grid).toBe(before);
    const grids = await bench.context.db.read.selectFrom('grid').select('hash').execute();
    expect(grids.map(({ hash }) => hash).toSorted()).toEqual([before, after].toSorted());
    expect(before).toBe(gridHash(gridAt(0)));
  });

  test('of a study, the reference series or the only one with a grid is used; without a grid it is refused', async () => {
    const { uuid } = await create();
    expect(await code(mask(upload.studyUuid, uuid))).toBe('grid_missing');
    expect(await gridOfSeries(bench.context, bench.eva, upload.series[0]!.uuid)).toBe(null);
    await read(0, gridAt(0));
    await mask(upload.studyUuid, uuid);
    await read(1, gridAt(9));
    const other = await create();
    expect(await code(mask(upload.studyUuid, other.uuid))).toBe('grid_missing');
    await bench.context.db.write((tx) => tx.updateTable('series').set({ ref_serie: 1 }).where('id', '=', upload.series[1]!.id).execute());
    await mask(upload.studyUuid, other.uuid);
    expect((await maskOf(other.uuid))?.series).toBe(upload.series[1]!.uuid);
  });

  test('another team sees neither grid nor mask, and a series of another study is not that of the segmentation', async () => {
    await read(0, gridAt(0));
    const { uuid } = await create();
    expect(await code(gridOfSeries(bench.context, bench.ute, upload.series[0]!.uuid))).toBe('not_found');
    expect(await code(mask(upload.series[0]!.uuid, uuid, bench.ute))).toBe('not_found');
    expect(await code(mask(randomUUID(), uuid))).toBe('not_found');
    const other = await registerTestUpload(bench, { a: 1 }, { studyInstanceUid: '1.2.4' });
    expect(await code(mask(other.series[0]!.uuid, uuid))).toBe('not_found');
  });
});
