import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StudyList } from '#contract/entities.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { findStudy, findStudyUuid } from './studies-detail.ts';
import { writeSearchText } from './studies-search.ts';
import { listStudies } from './list-studies.ts';
import { checkStudy } from './studies.ts';
import { studyToText } from './study-text.ts';
import {
  createTestBench,
  packChunk,
  refusalOf,
  registerTestUpload,
  testFile,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';

describe.each(TEST_ENGINES)('studies on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  const list = (query: { page?: number; search?: string; bupload_id?: number } = {}, caller = bench.eva) =>
    listStudies(bench.context, caller, { page: 1, ...query });
  const found = async (search: string) => (await list({ search })).data.map((study) => study.data.patientName);

  test('a study in the list [ENT-47, LIST-009]', async () => {
    const upload = await registerTestUpload(bench, { a: 2, b: 1 });
    await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('x', 'xxxxx', { seriesId: 'a' })]));
    const answer = await list();
    expect(StudyList.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({ total: 1, per_page: 15, current_page: 1, project_state: null, folder: null });
    expect(answer.data[0]).toMatchObject({
      uuid: upload.studyUuid,
      data: { patientName: 'Muster^Eva' },
      studyDate: '20240102',
      bodyPart: { slug: 'prostate', title: 'Prostate' },
      state: 'receiving',
      size: 5,
      created_at: '2026-01-02 03:04:05',
      labels: [],
      series: [
        { seriesNumber: '1', state: 'receiving', files: 2, proved: 1, volumes: 0 },
        { seriesNumber: '2', files: 1, proved: 0 },
      ],
    });
    const meta = { patientSex: 'F', studyDate: '20240102', studyTime: '101112', studyInstanceUid: '1.2.3' };
    expect(await findStudy(bench.context, bench.eva, String(upload.studyId))).toEqual({ ...answer.data[0], meta, findings: [] });
    expect(await findStudy(bench.context, bench.tom, upload.studyUuid)).toEqual({ ...answer.data[0], meta, findings: [] });
  });

  test('15 per page, newest upload first [LIST-007]', async () => {
    const uploads = [];
    for (let index = 0; index < 17; index += 1) {
      bench.clock.now += 1_000;
      uploads.push(await registerTestUpload(bench, { a: 1 }, { patientName: `P${index}` }));
    }
    const [first, second] = [await list({ page: 1 }), await list({ page: 2 })];
    expect([first.total, first.data.length, second.data.length]).toEqual([17, 15, 2]);
    expect([...first.data, ...second.data].map((study) => study.data.patientName)).toEqual(
      Array.from({ length: 17 }, (_, index) => `P${16 - index}`),
    );
    expect((await list({ bupload_id: uploads[3]!.uploadId })).data.map((study) => study.data.patientName)).toEqual(['P3']);
  });

  test('are found by words of the patient name, in any order and case [LIST-021]', async () => {
    for (const patientName of ['Muster^Eva', 'MÜLLER^ÄNNE', 'Иванов^Пётр', '100%_sure'])
      await registerTestUpload(bench, { a: 1 }, { patientName });
    expect(await found('eva MUST')).toEqual(['Muster^Eva']);
    expect(await found('muster^eva')).toEqual(['Muster^Eva']);
    expect(await found('müller änne')).toEqual(['MÜLLER^ÄNNE']);
    expect(await found('иванов')).toEqual(['Иванов^Пётр']);
    expect(await found('eva müller')).toEqual([]);
    expect(await found('%')).toEqual(['100%_sure']);
    expect(await found('_')).toEqual(['100%_sure']);
    expect(await found('\\')).toEqual([]);
    expect(await found("' or 1=1 --")).toEqual([]);
    expect(await found('  ')).toHaveLength(4);
  });

  test('are found by date, by the beginning of their UUID and by a series description [LIST-021]', async () => {
    const { studyUuid } = await registerTestUpload(bench, { a: 1 }, { patientName: 'Muster^Eva' });
    await registerTestUpload(bench, { a: 1 }, { patientName: 'Other' });
    await bench.context.db.write(async (tx) => {
      const { id } = await tx
        .updateTable('study')
        .set({ study_date: '20231231' })
        .where('uuid', '=', studyUuid)
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.updateTable('series').set({ series_description: 'ep2d_DIFF tra 100%' }).where('study_id', '=', id).execute();
      await writeSearchText(tx, id);
    });
    for (const search of [
      '20231231',
      '31.12.2023',
      studyUuid,
      studyUuid.slice(0, 8),
      studyUuid.slice(0, 8).toUpperCase(),
      'diff',
      'muster DIFF 31.12.2023',
      '100%',
    ])
      expect([search, await found(search)]).toEqual([search, ['Muster^Eva']]);
    // All words of it, each somewhere; a date is one whole; a uuid is known by its beginning.
    for (const search of ['muster 30.12.2023', '2023', '31.12.', studyUuid.slice(1), studyUuid.slice(0, 3), '%'])
      expect([search, await found(search)]).toEqual([search, search === '%' ? ['Muster^Eva'] : []]);
  });

  test('of one team do not exist for another: in lists, by id, UUID or UID', async () => {
    const upload = await registerTestUpload(bench, { a: 1 }, { studyInstanceUid: '1.2.840.1' });
    expect(await list({}, bench.ute)).toMatchObject({ total: 0, data: [] });
    expect(await list({ bupload_id: upload.uploadId }, bench.ute)).toMatchObject({ total: 0 });
    for (const id of [String(upload.studyId), upload.studyUuid, '999999', 'nonsense', '']) {
      expect(await refusalOf(findStudy(bench.context, bench.ute, id))).toEqual({ code: 'not_found' });
      expect(await refusalOf(findStudyUuid(bench.context, bench.ute, id))).toEqual({ code: 'not_found' });
    }
    expect(await refusalOf(findStudyUuid(bench.context, bench.ute, studyToText(upload.studyId)))).toEqual({ code: 'not_found' });
    expect(await checkStudy(bench.context, bench.ute, '1.2.840.1')).toBe(false);
    expect(await checkStudy(bench.context, bench.tom, '1.2.840.1')).toEqual({ uuid: upload.studyUuid });
    expect(await checkStudy(bench.context, bench.tom, '1.2.840')).toBe(false);
    expect(await checkStudy(bench.context, bench.tom, '')).toBe(false);
  });

  test('are found by id, UUID and the text that answers carry [CALL-039, ODD-36]', async () => {
    const { studyId, studyUuid } = await registerTestUpload(bench, { a: 1 });
    for (const p of [String(studyId), studyUuid, studyUuid.toUpperCase(), studyToText(studyId)])
      expect([p, await findStudyUuid(bench.context, bench.tom, p)]).toEqual([p, studyUuid]);
    for (const p of [String(studyId + 1), studyToText(studyId + 1), `${studyToText(studyId)}=`, 'nonsense', ''])
      expect([p, await refusalOf(findStudyUuid(bench.context, bench.tom, p))]).toEqual([p, { code: 'not_found' }]);
  });

  test('of an upload that is being dropped are hidden', async () => {
    const upload = await registerTestUpload(bench, { a: 1 });
    await bench.context.db.write((tx) => tx.updateTable('upload').set({ state: 'dropped' }).execute());
    expect((await list()).total).toBe(0);
    expect(await refusalOf(findStudy(bench.context, bench.eva, upload.studyUuid))).toEqual({ code: 'not_found' });
    expect(await refusalOf(findStudyUuid(bench.context, bench.eva, studyToText(upload.studyId)))).toEqual({ code: 'not_found' });
  });
});
