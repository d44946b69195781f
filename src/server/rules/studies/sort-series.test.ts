import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createTestBench, refusalOf, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { sortSeries } from './sort-series.ts';

describe.each(TEST_ENGINES)('the order of the series of an acquisition on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  /** A study with series of these acquisitions, in this order. */
  async function addStudy(codes: readonly ('T2W' | 'DWI')[], teamId = bench.eva.teamId, userId = bench.eva.userId): Promise<number[]> {
    const times = { created_at: 1, updated_at: 1 };
    return bench.context.db.write(async (tx) => {
      const uuid = crypto.randomUUID();
      const upload = await tx
        .insertInto('upload')
        .values({ session: uuid, team_id: teamId, user_id: userId, started: 0, state: 'open', ...times })
        .returning('id')
        .executeTakeFirstOrThrow();
      const texts = { patient_id: '', issuer: '', birth_date: '', sex: '', merged_into: null };
      const patient = await tx
        .insertInto('patient')
        .values({ uuid: crypto.randomUUID(), team_id: teamId, ...texts, ...times })
        .returning('id')
        .executeTakeFirstOrThrow();
      const study = await tx
        .insertInto('study')
        .values({
          ...{ uuid, team_id: teamId, upload_id: upload.id, patient_id: patient.id, client_id: uuid, study_instance_uid: '' },
          ...{
            patient_name: 'A',
            original_patient_name: 'A',
            patient_sex: '',
            study_date: '',
            study_time: '',
            modality: 'MR',
            body_part: 'prostate',
          },
          ...{ state: 'converted', anonymize: 0, dirty: 0, ...times },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const made: number[] = [];
      for (const [idx, acquisition_code] of codes.entries()) {
        const { id } = await tx
          .insertInto('series')
          .values({
            ...{ uuid: crypto.randomUUID(), study_id: study.id, upload_id: upload.id, client_id: `${uuid} ${idx}`, idx },
            ...{ series_instance_uid: '', series_number: '', series_description: '', modality: 'MR', cnt: 1, number_of_frames: 1 },
            ...{ rows: 1, columns: 1, slice_thickness: null, type: 'dcm', ref_serie: 0, file_count: 1, total_bytes: 1, proved_files: 0 },
            ...{ state: 'converted', message: null, acquisition_code, acquisition_sort: idx + 1, ...times },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        made.push(id);
      }
      return made;
    });
  }
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
