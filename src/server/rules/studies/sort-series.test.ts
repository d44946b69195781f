import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createTestBench, refusalOf, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { addStudyRows } from '#tests/fixtures/study-rows.ts';
import { sortSeries } from './sort-series.ts';

describe.each(TEST_ENGINES)('the order of the series of an acquisition on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  /** A study with series of these acquisitions, in this order. */
  const addStudy = (codes: readonly ('T2W' | 'DWI')[], teamId = bench.eva.teamId, userId = bench.eva.userId): Promise<number[]> =>
    addStudyRows(
      bench.context.db,
      { teamId, userId },
      codes.map((acquisition_code, at) => ({ acquisition_code, acquisition_sort: at + 1 })),
    );
  const sort = (series: readonly { id: number; sort: number }[], acquisitionCode = 'T2W', caller = bench.eva) =>
    sortSeries(bench.context, caller, { series, acquisitionCode });

  test('is the order that was sent, numbered from 1, and a repeated call changes nothing [CALL-080]', async () => {
    const [a, b, c] = (await addStudy(['T2W', 'T2W', 'T2W'])) as [number, number, number];
    const wanted = [
      { id: c, sort: 7 },
      { id: a, sort: 9 },
      { id: b, sort: 30 },
    ];
    const numbered = [
      { id: c, sort: 1 },
      { id: a, sort: 2 },
      { id: b, sort: 3 },
    ];
    expect((await sort(wanted)).data).toEqual(numbered);
    bench.told.length = 0;
    expect((await sort(wanted)).data).toEqual(numbered);
    expect(bench.told).toEqual([]);
  });

  test('keeps series that are not named behind the others, and other acquisitions as they were', async () => {
    const [a, other, b, c] = (await addStudy(['T2W', 'DWI', 'T2W', 'T2W'])) as [number, number, number, number];
    expect((await sort([{ id: b, sort: 1 }])).data.map(({ id }) => id)).toEqual([b, a, c]);
    const row = bench.context.db.read.selectFrom('series').select('acquisition_sort').where('id', '=', other);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ acquisition_sort: 2 });
  });

  test('refuses series of another study, of another acquisition, of another team and unknown ones', async () => {
    const [a, b] = (await addStudy(['T2W', 'DWI'])) as [number, number];
    const [elsewhere] = (await addStudy(['T2W'])) as [number];
    const [foreign] = (await addStudy(['T2W'], bench.ute.teamId, bench.ute.userId)) as [number];
    const codeOf = async (...ids: number[]) => refusalOf(sort(ids.map((id, place) => ({ id, sort: place }))));
    expect(await codeOf(a, b)).toMatchObject({ code: 'invalid' });
    expect(await codeOf(a, elsewhere)).toMatchObject({ code: 'invalid' });
    expect(await codeOf(foreign)).toMatchObject({ code: 'not_found' });
    expect(await codeOf(a, 999_999)).toMatchObject({ code: 'not_found' });
  });
});
