import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { saveDeidentification } from '#server/rules/deidentification/deidentification.ts';
import { knownContents } from '#server/rules/studies/known-contents.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { findStudy, seriesOfStudy } from '#server/rules/studies/studies-detail.ts';
import { dropUpload, finishUploads, healUploads } from './uploads-end.ts';
import { listUploads } from './uploads-list.ts';
import { notifyOfFailures } from './uploads-notices.ts';
import { receiptOfStudy, uploadReceipt } from './uploads-receipt.ts';
import { registerStudy, type Registration } from './uploads-register-study.ts';
import { uploadStatus } from './uploads-status.ts';
import {
  createTestBench,
  packChunk,
  putSeriesInto,
  refusalOf,
  registerTestUpload,
  sha256Of,
  testFile,
  testStudy,
  type RegisteredUpload,
  type TestBench,
} from './uploads-test-bench.ts';
import { prepareUpload } from './uploads.ts';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';

describe.each(TEST_ENGINES)('series that join an existing study on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  type Person = TestBench['eva'];

  /** Announced by this person as part of the study that is named. */
  async function joining(
    joins: string | undefined,
    fileCounts: Record<string, number>,
    owner: Person = bench.tom,
    change: (registration: Registration) => void = () => undefined,
  ) {
    const session = randomUUID();
    await prepareUpload(bench.context, owner, { id: session, started: 1 });
    bench.clock.now += 1000;
    const registration: Registration = { ...testStudy(session, fileCounts), ...(joins !== undefined && { joins }) };
    change(registration);
    const answer = await registerStudy(bench.context, owner, registration);
    const { id: uploadId } = await bench.context.db.read
      .selectFrom('upload')
      .select('id')
      .where('session', '=', session)
      .executeTakeFirstOrThrow();
    return { session, uploadId, registration, ...answer, studyUuid: answer.study.uuid };
  }
  const sends = (owner: Person, upload: Pick<RegisteredUpload, 'session' | 'studyUuid'>, seriesId: string, chunk = 0) =>
    receiveChunk(bench.context, owner, packChunk({ ...upload, chunk }, [testFile(`${seriesId}-1`, `bytes of ${seriesId}`, { seriesId })]));
  const hashOf = (seriesId: string) => sha256Of(Buffer.from(`bytes of ${seriesId}`));
  const endSeries = (uuid: string, state: 'converted' | 'error' = 'converted') => putSeriesInto(bench, state, { uuid });
  const studies = async () => (await listStudies(bench.context, bench.eva, { page: 1 })).data;
  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of bench.context.objects.list('')) keys.push(key);
    return keys;
  };
  const jobs = () => bench.context.db.read.selectFrom('job').select(['name', 'payload']).where('name', '=', 'convert-series').execute();
  const stateOf = async (session: string) =>
    (await bench.context.db.read.selectFrom('upload').select('state').where('session', '=', session).executeTakeFirstOrThrow()).state;

  /** Eva has sent a study of series a and b, which are converted. */
  async function evaHasSent() {
    const upload = await registerTestUpload(bench, { a: 1, b: 1 });
    await sends(bench.eva, upload, 'a', 0);
    await sends(bench.eva, upload, 'b', 1);
    for (const { uuid } of upload.series) await endSeries(uuid);
    await bench.context.db.write((tx) => tx.deleteFrom('job').execute());
    return upload;
  }

  test("become part of the team's study, and only they are converted [CONV-001]", async () => {
    const eva = await evaHasSent();
    const tom = await joining(eva.studyUuid, { c: 1 });
    expect(tom.study).toEqual({ id: eva.studyId, uuid: eva.studyUuid, pipelineCode: null });
    expect(tom.left_off).toBeUndefined();
    await sends(bench.tom, tom, 'c');
    expect((await studies()).map(({ uuid, series, state }) => [uuid, series.length, state])).toEqual([[eva.studyUuid, 3, 'converting']]);
    expect((await jobs()).map(({ payload }) => JSON.parse(payload))).toEqual([{ seriesId: tom.series[0]!.id }]);
    expect(await seriesOfStudy(bench.context, bench.eva, eva.studyUuid)).toHaveLength(3);
    expect((await knownContents(bench.context, bench.eva, '1.2.3')).files).toEqual(['a', 'b', 'c'].map(hashOf).toSorted());
  });

  test('have the same ids when they are registered again, and more may follow', async () => {
    const eva = await evaHasSent();
    const first = await joining(eva.studyUuid, { c: 1 });
    const again = await registerStudy(bench.context, bench.tom, first.registration);
    expect([again.study, again.series]).toEqual([first.study, first.series]);
    const more = { ...testStudy(first.session, { d: 1 }), joins: eva.studyUuid };
    expect((await registerStudy(bench.context, bench.tom, more)).study.uuid).toBe(eva.studyUuid);
    expect((await studies())[0]!.series).toHaveLength(4);
  });

  test('leave the name, pipeline, reference and series numbers of the study unchanged', async () => {
    const eva = await evaHasSent();
    await bench.context.db.write((tx) =>
      tx
        .updateTable('series')
        .set({ ref_serie: 1, acquisition_code: 'T2W', acquisition_sort: 3 })
        .where('uuid', '=', eva.series[0]!.uuid)
        .execute(),
    );
    await joining(eva.studyUuid, { c: 1 }, bench.tom, ({ study }) => {
      Object.assign(study, { patientName: 'Another^Name', dirty: true, pipelineCode: 'no-such' });
      Object.assign(study.series[0]!, { ref_serie: true, acquisition_code: 'T2W', score: 1, sort: 1 });
    });
    const [study] = await studies();
    expect(study!.data.patientName).toBe('Muster^Eva');
    expect(study!.series.map(({ ref_serie, sort }) => [ref_serie, sort])).toEqual([
      [true, 3],
      [false, 4],
      [false, null],
    ]);
  });

  describe('form a separate study, with a note in the answer,', () => {
    test.each<[string, (eva: RegisteredUpload) => Promise<unknown>, (registration: Registration) => void]>([
      ['when the study is gone', (eva) => dropUpload(bench.context, bench.eva, eva.session), () => undefined],
      ['when its Study Instance UID is another', async () => undefined, (one) => void (one.studyInstanceUid = '1.2.4')],
      ['when neither has a Study Instance UID', () => noUid(), (one) => void (one.studyInstanceUid = '')],
      ['when they are de-identified and the study is not', async () => undefined, (one) => void (one.anonymize = true)],
    ])('%s', async (_, before, change) => {
      const eva = await registerTestUpload(bench, { a: 1 });
      await before(eva);
      const tom = await joining(eva.studyUuid, { c: 1 }, bench.tom, change);
      expect(tom.left_off).toEqual(['study']);
      expect(tom.study.uuid).not.toBe(eva.studyUuid);
      expect((await registerStudy(bench.context, bench.tom, tom.registration)).left_off).toEqual(['study']);
      await sends(bench.tom, tom, 'c');
    });
    const noUid = () => bench.context.db.write((tx) => tx.updateTable('study').set({ study_instance_uid: '' }).execute());

    test('when the team has changed its de-identification settings meanwhile', async () => {
      const eva = await registerTestUpload(bench, { a: 1 }, { anonymize: true, patientName: 'Anonymous 1' });
      const asAnonymous = (one: Registration) => void Object.assign(one, { anonymize: true });
      expect((await joining(eva.studyUuid, { c: 1 }, bench.tom, asAnonymous)).study.uuid).toBe(eva.studyUuid);
      const { retain } = FIRST_DEIDENTIFICATION;
      await saveDeidentification(bench.context.db, bench.eva, { ...FIRST_DEIDENTIFICATION, retain: { ...retain, uids: !retain.uids } });
      expect((await joining(eva.studyUuid, { d: 1 }, bench.tom, asAnonymous)).left_off).toEqual(['study']);
    });

    test('when they are de-identified and the study is not, in a team that does not require it', async () => {
      await saveDeidentification(bench.context.db, bench.eva, { ...FIRST_DEIDENTIFICATION, demanded: false });
      const eva = await registerTestUpload(bench, { a: 1 });
      expect((await joining(eva.studyUuid, { c: 1 }, bench.tom, (one) => void (one.anonymize = true))).left_off).toEqual(['study']);
    });

    test('when the study belongs to another team, which is not revealed', async () => {
      const eva = await evaHasSent();
      const ute = await joining(eva.studyUuid, { c: 1 }, bench.ute);
      expect(ute.left_off).toEqual(['study']);
      const unknown = await joining(randomUUID(), { c: 1 }, bench.ute);
      expect(Object.keys(ute)).toEqual(Object.keys(unknown));
      expect((await studies())[0]!.series).toHaveLength(2);
      expect(await refusalOf(findStudy(bench.context, bench.ute, eva.studyUuid))).toEqual({ code: 'not_found' });
    });
  });

  test('accept only files of their own upload, and no other upload can send into them', async () => {
    const eva = await registerTestUpload(bench, { a: 1 });
    const tom = await joining(eva.studyUuid, { c: 1 });
    expect(await refusalOf(sends(bench.tom, tom, 'a'))).toEqual({ code: 'not_found' });
    expect(await refusalOf(sends(bench.eva, eva, 'c'))).toEqual({ code: 'not_found' });
    await sends(bench.tom, tom, 'c');
    await sends(bench.eva, eva, 'a');
    expect((await uploadStatus(bench.context, bench.tom, tom.session)).files).toHaveLength(1);
    expect((await uploadStatus(bench.context, bench.eva, eva.session)).series).toHaveLength(1);
  });

  test('end with their upload, whatever the other waits for; the history lists each upload with its own series', async () => {
    const eva = await registerTestUpload(bench, { a: 1, b: 1 });
    const tom = await joining(eva.studyUuid, { c: 1 });
    await sends(bench.tom, tom, 'c');
    await endSeries(tom.series[0]!.uuid);
    await finishUploads(bench.context, bench.tom, [tom.studyUuid]);
    expect([await stateOf(eva.session), await stateOf(tom.session)]).toEqual(['open', 'finished']);
    const { data } = await listUploads(bench.context, bench.eva, { page: 1 });
    expect(data.map(({ session, name, series, progress }) => [session, name, series, progress]).toSorted()).toEqual(
      [
        [eva.session, 'Muster^Eva', 2, 'sending'],
        [tom.session, 'Muster^Eva', 1, 'converted'],
      ].toSorted(),
    );
    expect((await listUploads(bench.context, bench.eva, { page: 1, search: 'muster' })).total).toBe(2);
    const found = await listStudies(bench.context, bench.eva, { page: 1, bupload_id: tom.uploadId });
    expect(found.data.map(({ uuid }) => uuid)).toEqual([eva.studyUuid]);
  });

  test('are deleted with their upload: the study and the files of others stay', async () => {
    const eva = await evaHasSent();
    const before = await objects();
    const tom = await joining(eva.studyUuid, { c: 2 });
    await sends(bench.tom, tom, 'c');
    expect(await objects()).toHaveLength(before.length + 1);
    await dropUpload(bench.context, bench.tom, tom.session);
    await dropUpload(bench.context, bench.tom, tom.session);
    await healUploads(bench.context);
    expect((await studies()).map(({ series, state }) => [series.length, state])).toEqual([[2, 'converted']]);
    expect(await objects()).toEqual(before);
    expect((await uploadReceipt(bench.context, bench.eva, eva.session)).studies[0]!.files.every(({ proved }) => proved)).toBe(true);
    expect((await listUploads(bench.context, bench.eva, { page: 1 })).data.map(({ session }) => session)).toEqual([eva.session]);
  });

  test('keep the study when the first upload is deleted, and then own it', async () => {
    const eva = await registerTestUpload(bench, { a: 2 });
    await sends(bench.eva, eva, 'a');
    const tom = await joining(eva.studyUuid, { c: 1, d: 1 });
    await sends(bench.tom, tom, 'c');
    await dropUpload(bench.context, bench.eva, eva.session);
    expect((await studies()).map(({ uuid, series }) => [uuid, series.length])).toEqual([[eva.studyUuid, 2]]);
    const owners = await bench.context.db.read.selectFrom('study').select('upload_id').where('uuid', '=', eva.studyUuid).execute();
    expect(owners).toEqual([{ upload_id: tom.uploadId }]);
    await sends(bench.tom, tom, 'd', 1);
    expect((await registerStudy(bench.context, bench.tom, tom.registration)).study.uuid).toBe(eva.studyUuid);
    const receipt = await uploadReceipt(bench.context, bench.tom, tom.session);
    expect(receipt.studies.map(({ files }) => files.map(({ sha256, proved }) => [sha256, proved]))).toEqual([
      [
        [hashOf('c'), true],
        [hashOf('d'), true],
      ],
    ]);
    expect(await objects()).toHaveLength(2);
    await dropUpload(bench.context, bench.tom, tom.session);
    expect([await studies(), await objects()]).toEqual([[], []]);
  });

  test('a study whose own series have ended is visible while joined series are being sent, also after its upload is deleted', async () => {
    const eva = await evaHasSent();
    const tom = await joining(eva.studyUuid, { c: 1 });
    await dropUpload(bench.context, bench.eva, eva.session);
    expect((await studies()).map(({ series, state }) => [series.length, state])).toEqual([[3, 'receiving']]);
    await sends(bench.tom, tom, 'c');
  });

  test('have their own receipt, which lists existing files by content; that of the study lists all', async () => {
    const eva = await evaHasSent();
    const tom = await joining(eva.studyUuid, { c: 1 });
    await sends(bench.tom, tom, 'c');
    const late = await joining(eva.studyUuid, { d: 1 }, bench.eva);
    await sends(bench.eva, late, 'd');
    const [study] = (await uploadReceipt(bench.context, bench.tom, tom.session)).studies;
    expect(study!.files.map(({ sha256 }) => sha256)).toEqual([hashOf('c')]);
    expect(study!.there).toEqual([hashOf('a'), hashOf('b')].toSorted().map((sha256) => ({ sha256 })));
    expect((await uploadReceipt(bench.context, bench.eva, eva.session)).studies[0]).not.toHaveProperty('there');
    const row = await bench.context.db.read.selectFrom('study').selectAll().where('id', '=', eva.studyId).executeTakeFirstOrThrow();
    const whole = (await receiptOfStudy(bench.context, row)).studies[0]!;
    expect(whole.files.map(({ sha256 }) => sha256)).toEqual(['a', 'b', 'c', 'd'].map(hashOf));
  });

  test('report to their sender only, without failures of another upload', async () => {
    const eva = await evaHasSent();
    const tom = await joining(eva.studyUuid, { c: 1 });
    await endSeries(tom.series[0]!.uuid, 'error');
    const notified = await bench.context.db.write((tx) => notifyOfFailures(tx, tom.series[0]!.id, bench.clock.now));
    expect(notified).not.toBeNull();
    const rows = await bench.context.db.read.selectFrom('notification').select(['user_id', 'description']).execute();
    expect(rows).toEqual([{ user_id: bench.tom.userId, description: '1 of 1 series could not be converted.' }]);
    expect(await bench.context.db.write((tx) => notifyOfFailures(tx, eva.series[0]!.id, bench.clock.now))).toBeNull();
  });

  test("are in the team's change log when they join and when they are deleted", async () => {
    const eva = await evaHasSent();
    const changes = async () =>
      (
        await bench.context.db.read
          .selectFrom('change')
          .select('seq')
          .where('kind', '=', 'study')
          .where('ref', '=', eva.studyUuid)
          .execute()
      ).length;
    const before = await changes();
    const tom = await joining(eva.studyUuid, { c: 1 });
    expect(await changes()).toBe(before + 1);
    await dropUpload(bench.context, bench.tom, tom.session);
    expect(await changes()).toBe(before + 2);
  });

  test('may be thousands: a study is registered in parts, and every series and file is counted', async () => {
    const session = randomUUID();
    await prepareUpload(bench.context, bench.eva, { id: session, started: 1 });
    const parts = [LIMITS.seriesPerRegistration, LIMITS.seriesPerRegistration, 7];
    let count = 0;
    for (const part of parts) {
      const fileCounts = Object.fromEntries(Array.from({ length: part }, () => [`s${(count += 1)}`, 1]));
      await registerStudy(bench.context, bench.eva, testStudy(session, fileCounts));
    }
    const [study] = await studies();
    expect(study!.series).toHaveLength(count);
    await sends(bench.eva, { session, studyUuid: study!.uuid }, `s${count}`);
    const { data } = await listUploads(bench.context, bench.eva, { page: 1 });
    expect(data.map(({ studies: ofUpload, series, files, proved }) => [ofUpload, series, files, proved])).toEqual([[1, count, count, 1]]);
    expect(await seriesOfStudy(bench.context, bench.eva, study!.uuid)).toHaveLength(count);
  });

  test('are refused completely when the upload would exceed its file limit', async () => {
    const session = randomUUID();
    await prepareUpload(bench.context, bench.eva, { id: session, started: 1 });
    expect(await refusalOf(registerStudy(bench.context, bench.eva, testStudy(session, { a: LIMITS.filesPerUpload, b: 1 })))).toEqual({
      code: 'too_large',
      limit: { name: 'filesPerUpload', max: LIMITS.filesPerUpload },
    });
    expect(await studies()).toEqual([]);
  });
});
