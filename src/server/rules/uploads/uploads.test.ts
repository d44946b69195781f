import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { ROLE } from '#contract/permissions.ts';
import { lockRows } from '#server/db/dialect.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { addMembership, isMemberLocked } from '#server/rules/teams/membership.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { tokenToHash } from '#server/rules/tokens.ts';
import { dropUpload, finishUploads, healUploads } from './uploads-end.ts';
import { listUploads } from './uploads-list.ts';
import { receiptRoot, uploadReceipt } from './uploads-receipt.ts';
import { createPatient } from '#server/rules/patients/assign-patient.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { registerStudy } from './uploads-register-study.ts';
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
  type TestBench,
} from './uploads-test-bench.ts';
import { mayFollowUpload, prepareUpload } from './uploads.ts';

describe.each(TEST_ENGINES)('uploads on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  const uploadRow = (session: string) =>
    bench.context.db.read.selectFrom('upload').selectAll().where('session', '=', session).executeTakeFirst();
  const tokenRow = (session: string) =>
    bench.context.db.read
      .selectFrom('upload_token')
      .innerJoin('upload', 'upload.id', 'upload_token.upload_id')
      .selectAll('upload_token')
      .where('session', '=', session)
      .executeTakeFirst();
  const count = async (table: 'study' | 'series' | 'file' | 'piece' | 'chunk') =>
    (
      await bench.context.db.read
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  const endSeries = (uuid: string, state: 'converted' | 'error') => putSeriesInto(bench, state, { uuid });

  describe('preparing [CALL-040]', () => {
    const id = randomUUID();

    // SQLite runs one transaction at a time.
    test.runIf(engine === 'postgres')('waits for the account of its user without keeping the membership from others', async () => {
      const { db } = bench.context;
      const registered = Promise.withResolvers<void>();
      const registering = db.write(async (tx) => {
        await tx.selectFrom('user').select('id').where('id', '=', bench.eva.userId).$call(lockRows(tx)).execute();
        await registered.promise;
      });
      const waiting = async (): Promise<number> => {
        const ofThisDatabase = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        const { rows } = await ofThisDatabase.execute(db.read);
        return rows.length;
      };
      const preparing = prepareUpload(bench.context, bench.eva, { id: randomUUID(), started: 1 });
      await expect.poll(waiting).toBe(1);
      // A notification of another upload locks it under the team, which the registration needs next.
      const notifying = db.write((tx) => isMemberLocked(tx, bench.eva));
      expect(await Promise.race([notifying, pause(2_000)])).toBe(true);
      registered.resolve();
      await Promise.all([registering, preparing]);
    });

    test("opens the upload under the client's id, and stores only the hash of its token", async () => {
      const { session, upload_token: token } = await prepareUpload(bench.context, bench.eva, { id, started: 77 });
      expect(session).toBe(id);
      expect(token).toMatch(/^up_[\w-]{43}$/);
      expect(await uploadRow(id)).toMatchObject({ started: 77, state: 'open', user_id: bench.eva.userId });
      expect(await tokenRow(id)).toMatchObject({ token_hash: tokenToHash(token), sign_in_id: bench.eva.signInId });
    });

    test('again, also simultaneously, opens the same upload, and the last token is valid', async () => {
      await Promise.all([1, 2, 3].map(() => prepareUpload(bench.context, bench.eva, { id, started: 1 })));
      const first = await uploadRow(id);
      const { upload_token: token } = await prepareUpload(bench.context, bench.eva, { id, started: 2 });
      expect(await uploadRow(id)).toMatchObject({ id: first!.id, started: 1 });
      expect(await tokenRow(id)).toMatchObject({ token_hash: tokenToHash(token) });
    });

    test('an id of another user, or of the owner in another team, is a conflict', async () => {
      await prepareUpload(bench.context, bench.eva, { id, started: 1 });
      const before = [await uploadRow(id), await tokenRow(id)];
      const inSouth = { teamId: bench.ute.teamId, userId: bench.eva.userId, roleId: ROLE.teamAdministrator };
      await bench.context.db.write((tx) => addMembership(tx, inSouth, bench.clock.now));
      for (const caller of [bench.tom, bench.ute, { ...bench.eva, teamId: bench.ute.teamId }]) {
        expect(await refusalOf(prepareUpload(bench.context, caller, { id, started: 1 }))).toEqual({ code: 'conflict' });
      }
      expect([await uploadRow(id), await tokenRow(id)]).toEqual(before);
    });

    test('reopens a finished upload with all its content, which is finished by the same calls', async () => {
      const upload = await registerTestUpload(bench, { a: 1 });
      await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('a-1', 'first', { seriesId: 'a' })]));
      await putSeriesInto(bench, 'converted');
      const finish = () => finishUploads(bench.context, bench.eva, [upload.studyUuid]);
      await finish();
      expect(await uploadRow(upload.session)).toMatchObject({ state: 'finished' });
      expect(await tokenRow(upload.session)).toBeUndefined();
      const { upload_token: token } = await prepareUpload(bench.context, bench.eva, { id: upload.session, started: 1 });
      expect(await uploadRow(upload.session)).toMatchObject({ state: 'open' });
      expect(await tokenRow(upload.session)).toMatchObject({ token_hash: tokenToHash(token) });
      expect(await uploadStatus(bench.context, bench.eva, upload.session)).toMatchObject({
        chunks: [0],
        files: [{ proved: true }],
        series: [{ state: 'converted' }],
      });
      await finish();
      expect(await uploadRow(upload.session)).toMatchObject({ state: 'finished' });
    });

    test('does not reopen a dropped upload', async () => {
      await prepareUpload(bench.context, bench.eva, { id, started: 1 });
      await dropUpload(bench.context, bench.eva, id);
      expect(await refusalOf(prepareUpload(bench.context, bench.eva, { id, started: 1 }))).toEqual({ code: 'session_closed' });
    });
  });

  describe('registering a study [CALL-051]', () => {
    let session: string;
    beforeEach(async () => {
      session = randomUUID();
      await prepareUpload(bench.context, bench.eva, { id: session, started: 1 });
    });
    const register = (study: ReturnType<typeof testStudy>, caller = bench.eva) => registerStudy(bench.context, caller, study);

    test('returns ids, and the same ids when it is repeated, also simultaneously', async () => {
      const study = testStudy(session, { a: 3, b: 1 });
      const [first, second] = await Promise.all([register(study), register(study)]);
      expect(second).toEqual(first);
      expect(await register(study)).toEqual(first);
      expect(first.series.map((series) => series.clientId)).toEqual(['a', 'b']);
      expect([await count('study'), await count('series')]).toEqual([1, 2]);
    });

    test('again with one more series keeps the first and adds the other', async () => {
      const first = await register(testStudy(session, { a: 3 }));
      const second = await register(testStudy(session, { a: 3, b: 1 }));
      expect(second.study).toEqual(first.study);
      expect(second.series[0]).toEqual(first.series[0]);
      expect(await count('series')).toBe(2);
    });

    test('with an unknown body part is refused as missing one', async () => {
      for (const bodyPart of ['', 'nonsense']) {
        expect(await refusalOf(register(testStudy(session, { a: 1 }, { bodyPart })))).toMatchObject({ code: 'missing_bodypart' });
      }
      expect(await count('study')).toBe(0);
    });

    test('with another number of files of a series, or a series of another study, is a conflict and changes nothing', async () => {
      await register(testStudy(session, { a: 3 }));
      expect(await refusalOf(register(testStudy(session, { a: 4 })))).toEqual({ code: 'conflict' });
      expect(await refusalOf(register(testStudy(session, { a: 3 }, { id: 'study-2' })))).toEqual({ code: 'conflict' });
      expect(await count('study')).toBe(1);
    });

    test('with one series named twice is refused', async () => {
      const study = testStudy(session, { a: 1 });
      study.study.series.push({ ...study.study.series[0]! });
      expect(await refusalOf(register(study))).toMatchObject({ code: 'invalid' });
    });

    test('has one reference series, and a second one is refused [UPL2-066]', async () => {
      const marked = (...ids: string[]) => {
        const body = testStudy(session, { a: 1, b: 1, c: 1 });
        for (const series of body.study.series) series.ref_serie = ids.includes(series.id);
        return body;
      };
      expect(await refusalOf(register(marked('a', 'b')))).toMatchObject({ code: 'invalid' });
      const first = marked('b');
      first.study.series.length = 2;
      await register(first);
      await register(first);
      expect(await refusalOf(register(marked('b', 'c')))).toMatchObject({ code: 'invalid' });
      const later = marked('c');
      expect(await refusalOf(register(later))).toEqual({ code: 'conflict' });
      const series = await bench.context.db.read.selectFrom('series').select(['client_id', 'ref_serie']).orderBy('idx').execute();
      expect(series).toEqual([
        { client_id: 'a', ref_serie: 0 },
        { client_id: 'b', ref_serie: 1 },
      ]);
    });

    test('stores the entered name next to that of the files [UPL2-055]', async () => {
      const body = testStudy(session, { a: 1 });
      Object.assign(body.study, { patientName: 'Case 7', dirty: true });
      await register(body);
      const { data } = await listStudies(bench.context, bench.eva, { page: 1 });
      expect(data).toMatchObject([{ data: { patientName: 'Case 7' }, originalPatientName: 'Muster^Eva', dirty: true }]);
    });

    test('beyond the limit of an upload is refused, naming the limit', async () => {
      const now = bench.context.now();
      const { id } = (await uploadRow(session))!;
      const patient_id = await bench.context.db.write((tx) => createPatient(tx, { teamId: bench.eva.teamId, now }));
      await bench.context.db.write((tx) =>
        tx
          .insertInto('study')
          .values(
            Array.from({ length: LIMITS.studiesPerUpload }, (_, index) => ({
              uuid: randomUUID(),
              team_id: bench.eva.teamId,
              upload_id: id,
              client_id: `s${index}`,
              patient_id,
              study_instance_uid: '',
              patient_name: '',
              original_patient_name: '',
              patient_sex: '',
              study_date: '',
              study_time: '',
              modality: '',
              body_part: 'brain',
              anonymize: 0 as const,
              dirty: 0 as const,
              created_at: now,
              updated_at: now,
            })),
          )
          .execute(),
      );
      expect(await refusalOf(register(testStudy(session, { a: 1 })))).toEqual({
        code: 'too_large',
        limit: { name: 'studiesPerUpload', max: LIMITS.studiesPerUpload },
      });
    });

    test('is refused for another user, another team, a missing or a closed upload', async () => {
      const study = testStudy(session, { a: 1 });
      expect(await refusalOf(register(study, bench.tom))).toEqual({ code: 'not_found' });
      expect(await refusalOf(register(study, bench.ute))).toEqual({ code: 'not_found' });
      expect(await refusalOf(register(testStudy(randomUUID(), { a: 1 })))).toEqual({ code: 'not_found' });
      await dropUpload(bench.context, bench.eva, session);
      expect(await refusalOf(register(study))).toEqual({ code: 'session_closed' });
    });
  });

  describe('the end of an upload', () => {
    test('comes once every study is registered and every series has ended, ends its token, and may be repeated', async () => {
      const upload = await registerTestUpload(bench, { a: 1, b: 1 });
      const finish = () => finishUploads(bench.context, bench.eva, [upload.studyUuid]);
      await endSeries(upload.series[0]!.uuid, 'converted');
      await finish();
      expect(await uploadRow(upload.session)).toMatchObject({ state: 'open' });
      await endSeries(upload.series[1]!.uuid, 'error');
      await finish();
      await finish();
      expect(await uploadRow(upload.session)).toMatchObject({ state: 'finished' });
      expect(await tokenRow(upload.session)).toBeUndefined();
      expect((await uploadStatus(bench.context, bench.eva, upload.session)).state).toBe('finished');
      expect(await refusalOf(dropUpload(bench.context, bench.eva, upload.session))).toEqual({ code: 'session_closed' });
    });

    test('does not come while a study was not registered', async () => {
      const upload = await registerTestUpload(bench, { a: 1 });
      await registerStudy(bench.context, bench.eva, testStudy(upload.session, { b: 1 }, { id: 'study-2' }));
      await putSeriesInto(bench, 'converted');
      await finishUploads(bench.context, bench.eva, [upload.studyUuid]);
      expect(await uploadRow(upload.session)).toMatchObject({ state: 'open' });
    });

    test('cannot be requested by others', async () => {
      const upload = await registerTestUpload(bench, { a: 1 });
      expect(await refusalOf(finishUploads(bench.context, bench.tom, [upload.studyUuid]))).toEqual({ code: 'not_found' });
      expect(await refusalOf(dropUpload(bench.context, bench.tom, upload.session))).toEqual({ code: 'not_found' });
      expect(await refusalOf(finishUploads(bench.context, bench.eva, [upload.studyUuid, randomUUID()]))).toEqual({ code: 'not_found' });
      await finishUploads(bench.context, bench.eva, []);
    });

    test('by dropping removes rows, bytes and jobs, and may be repeated', async () => {
      const upload = await registerTestUpload(bench, { a: 1, b: 2 });
      await receiveChunk(
        bench.context,
        bench.eva,
        packChunk({ ...upload, chunk: 0 }, [testFile('x', 'x', { seriesId: 'a' }), testFile('y', 'y', { seriesId: 'b' })]),
      );
      const { object_key } = await bench.context.db.read.selectFrom('chunk').select('object_key').executeTakeFirstOrThrow();
      await dropUpload(bench.context, bench.eva, upload.session);
      await dropUpload(bench.context, bench.eva, upload.session);
      expect([await count('study'), await count('series'), await count('file'), await count('piece'), await count('chunk')]).toEqual([
        0, 0, 0, 0, 0,
      ]);
      expect(await bench.context.objects.size(object_key)).toBeNull();
      expect(await bench.context.db.read.selectFrom('job').select('state').execute()).toEqual([
        { state: 'cancelled' },
        { state: 'cancelled' },
      ]);
      expect(await refusalOf(uploadStatus(bench.context, bench.eva, upload.session))).toEqual({ code: 'session_closed' });
      expect((await listUploads(bench.context, bench.eva, { page: 1 })).total).toBe(0);
    });

    test('by dropping keeps a complete study, which others see', async () => {
      const upload = await registerTestUpload(bench, { a: 1 });
      await registerStudy(bench.context, bench.eva, testStudy(upload.session, { b: 1 }, { id: 'study-2' }));
      await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('x', 'x', { seriesId: 'a' })]));
      await endSeries(upload.series[0]!.uuid, 'converted');
      await dropUpload(bench.context, bench.eva, upload.session);
      expect([await count('study'), await count('piece')]).toEqual([1, 1]);
      expect((await listUploads(bench.context, bench.eva, { page: 1 })).data).toMatchObject([
        { session: upload.session, state: 'finished' },
      ]);
    });

    test('by a drop that a crash interrupted is completed at the next start', async () => {
      const upload = await registerTestUpload(bench, { a: 1 });
      const killed = { ...bench.context, objects: { ...bench.context.objects, removeAll: () => Promise.reject(new Error('killed')) } };
      await expect(dropUpload(killed, bench.eva, upload.session)).rejects.toThrow('killed');
      expect(await count('study')).toBe(1);
      await healUploads(bench.context);
      expect(await count('study')).toBe(0);
    });
  });

  describe('the receipt', () => {
    test('lists every file with its hash, and one root per study that common tools can compute', async () => {
      const upload = await registerTestUpload(bench, { a: 3 });
      const contents = { 'b.dcm': 'second', 'a.dcm': 'first' };
      const files = Object.entries(contents).map(([name, bytes]) => testFile(name, bytes, { name, seriesId: 'a' }));
      await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, files));
      await receiveChunk(
        bench.context,
        bench.eva,
        packChunk({ ...upload, chunk: 1 }, [{ file: testFile('half', 'halved', { seriesId: 'a' }), to: 2 }]),
      );
      const receipt = await uploadReceipt(bench.context, bench.eva, upload.session);
      expect(receipt).toMatchObject({
        session: upload.session,
        created_at: '2026-01-02 03:04:05',
        studies: [{ studyUuid: upload.studyUuid }],
      });
      expect(receipt.studies[0]!.files).toEqual([
        { name: 'a.dcm', size: 5, sha256: sha256Of(Buffer.from('first')), proved: true },
        { name: 'b.dcm', size: 6, sha256: sha256Of(Buffer.from('second')), proved: true },
        { name: 'half.dcm', size: 6, sha256: sha256Of(Buffer.from('halved')), proved: false },
      ]);

      const folder = mkdtempSync(join(tmpdir(), 'lightship-receipt-'));
      for (const [name, bytes] of Object.entries(contents)) writeFileSync(join(folder, name), bytes);
      const byTools = execFileSync('sh', ['-c', 'sha256sum * | LC_ALL=C sort | sha256sum'], { cwd: folder, encoding: 'utf8' });
      rmSync(folder, { recursive: true });
      expect(receipt.studies[0]!.root).toBe(byTools.slice(0, 64));
    });

    test('a line break in a name cannot look like another line', () => {
      const sha256 = 'a'.repeat(64);
      const one = [{ name: `x\n${sha256}  y`, sha256, proved: true }];
      const two = [
        { name: 'x', sha256, proved: true },
        { name: 'y', sha256, proved: true },
      ];
      expect(receiptRoot(one)).not.toBe(receiptRoot(two));
    });

    test('is available to the owner only', async () => {
      const upload = await registerTestUpload(bench, { a: 1 });
      expect(await refusalOf(uploadReceipt(bench.context, bench.tom, upload.session))).toEqual({ code: 'not_found' });
      expect(await refusalOf(uploadStatus(bench.context, bench.ute, upload.session))).toEqual({ code: 'not_found' });
    });
  });

  test('the events of an upload are for its owner and for those who may upload in its team', async () => {
    const { session } = await registerTestUpload(bench, { a: 1 });
    const mayFollow = (member: typeof bench.eva) => mayFollowUpload(bench.context, member, session);
    expect(await mayFollow(bench.eva)).toBe(true);
    expect(await mayFollow({ ...bench.eva, permissions: new Set() })).toBe(true);
    expect(await mayFollow(bench.tom)).toBe(true);
    expect(await mayFollow({ ...bench.tom, permissions: new Set() })).toBe(false);
    expect(await mayFollow(bench.ute)).toBe(false);
    expect(await mayFollow({ ...bench.eva, teamId: bench.ute.teamId })).toBe(false);
    expect(await mayFollowUpload(bench.context, bench.eva, randomUUID())).toBe(false);
  });
});
