import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { registerStudies } from './uploads-register-studies.ts';
import { createTestBench, packChunk, refusalOf, testFile, testStudy, type TestBench } from './uploads-test-bench.ts';
import { prepareUpload } from './uploads.ts';

/** Two studies as older clients send them (CALL-050): a series of the first, two of the second. */
function olderBody(session_id: string) {
  const studies = ['1.2.1', '1.2.2'].map((studyInstanceUid) => {
    const { study, bodyPart } = testStudy(session_id, {});
    const { patientName, patientSex, studyDate, studyTime, modality } = study;
    return { studyInstanceUid, patientName, patientSex, studyDate, studyTime, modality, bodyPart };
  });
  const { series } = testStudy(session_id, { a: 1, b: 1, c: 1 }).study;
  return { studies, series: series.map((each, n) => ({ ...each, studyInstanceUid: n === 0 ? '1.2.1' : '1.2.2' })), session_id };
}

describe.each(TEST_ENGINES)('studies that an older client registers together on %s', (engine) => {
  let bench: TestBench;
  let session: string;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    session = randomUUID();
    await prepareUpload(bench.context, bench.eva, { id: session, started: 1 });
  });
  afterEach(() => bench.close());
  const register = (body: ReturnType<typeof olderBody>, caller = bench.eva) => registerStudies(bench.context, caller, body);
  const studies = () => bench.context.db.read.selectFrom('study').selectAll().orderBy('id').execute();

  test('are returned by their UIDs, each with its own series, and accept their files', async () => {
    const registered = await register(olderBody(session));
    expect(registered.map(({ studyInstanceUid }) => studyInstanceUid)).toEqual(['1.2.1', '1.2.2']);
    const { data } = await listStudies(bench.context, bench.eva, { page: 1 });
    const seriesOf = (uuid: string) => data.find((study) => study.uuid === uuid)?.series.length;
    expect(registered.map(({ uuid }) => seriesOf(uuid))).toEqual([1, 2]);
    const chunk = packChunk({ session, studyUuid: registered[1]!.uuid, chunk: 0 }, [testFile('f', 'bytes', { seriesId: 'b' })]);
    expect(await receiveChunk(bench.context, bench.eva, chunk)).toEqual({ ok: true, chunk: 0, proved: ['f'] });
  });

  test('are the same when they are sent again, also simultaneously', async () => {
    const [first, second] = await Promise.all([register(olderBody(session)), register(olderBody(session))]);
    expect(second).toEqual(first);
    expect(await register(olderBody(session))).toEqual(first);
    expect(await studies()).toHaveLength(2);
  });

  test('are registered for several uploads of a team simultaneously, without waiting for each other in a circle', async () => {
    const sessions = Array.from({ length: 6 }, () => randomUUID());
    for (const id of sessions) await prepareUpload(bench.context, bench.eva, { id, started: 1 });
    await Promise.all(sessions.map((id) => register(olderBody(id))));
    expect(await studies()).toHaveLength(12);
  });

  test('keep the patient name of the files and count as identified when nothing is stated', async () => {
    await register(olderBody(session));
    const [study] = await studies();
    expect(study).toMatchObject({ original_patient_name: 'Muster^Eva', dirty: 0, anonymize: 0, deidentification: null });
  });

  test('that are de-identified get a number in place of a registered name, which is not stored', async () => {
    const body = olderBody(session);
    const [first, second] = body.studies;
    const named = {
      ...body,
      studies: [{ ...first!, anonymize: true, originalPatientName: 'Muster^Eva', patientName: 'Eva (knee)' }, second!],
    };
    await register(named);
    const [anonymous, other] = await studies();
    expect(anonymous).toMatchObject({ patient_name: 'Anonymous 1', original_patient_name: 'Anonymous 1', dirty: 0, anonymize: 1 });
    expect(JSON.stringify(anonymous)).not.toMatch(/eva|muster/i);
    expect(other).toMatchObject({ original_patient_name: 'Muster^Eva', anonymize: 0 });
    const again = randomUUID();
    await prepareUpload(bench.context, bench.eva, { id: again, started: 1 });
    await register({ ...named, session_id: again });
    expect((await studies())[2]).toMatchObject({ patient_name: 'Anonymous 1' });
  });

  test('continue after a refused one, once that is corrected', async () => {
    const body = olderBody(session);
    body.studies[1]!.bodyPart = '';
    expect(await refusalOf(register(body))).toMatchObject({ code: 'missing_bodypart' });
    const [kept] = await studies();
    const registered = await register(olderBody(session));
    expect(registered[0]!.uuid).toBe(kept!.uuid);
    expect(await studies()).toHaveLength(2);
  });

  test('are refused before the first is registered, when studies and series do not match', async () => {
    const twice = olderBody(session);
    twice.studies.push({ ...twice.studies[0]! });
    const strange = olderBody(session);
    strange.series[0]!.studyInstanceUid = '1.2.3';
    const without = olderBody(session);
    without.series.shift();
    for (const body of [twice, strange, without]) expect(await refusalOf(register(body))).toMatchObject({ code: 'invalid' });
    expect(await studies()).toEqual([]);
  });

  test('belong to the owner of the upload', async () => {
    expect(await refusalOf(register(olderBody(session), bench.tom))).toEqual({ code: 'not_found' });
    expect(await refusalOf(register(olderBody(session), bench.ute))).toEqual({ code: 'not_found' });
  });
});
