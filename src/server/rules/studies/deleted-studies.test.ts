import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DeletedStudyList } from '#contract/deleted-studies.ts';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { checkBatch } from '#server/rules/batch/status.ts';
import { createInfer } from '#server/rules/conversion/infers.ts';
import { mergePatients, splitPatient } from '#server/rules/patients/merge-patients.ts';
import { findPatient, listPatients } from '#server/rules/patients/patients.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { finishUploads } from '#server/rules/uploads/uploads-end.ts';
import { listUploads } from '#server/rules/uploads/uploads-list.ts';
import { uploadReceipt } from '#server/rules/uploads/uploads-receipt.ts';
import { registerStudy } from '#server/rules/uploads/uploads-register-study.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import { prepareUpload } from '#server/rules/uploads/uploads.ts';
import {
  createTestBench,
  packChunk,
  putSeriesInto,
  refusalOf,
  registerTestUpload,
  testFile,
  testStudy,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { deleteStudies, deleteStudy, listDeletedStudies, queueRemovals, restoreStudies } from './deleted-studies.ts';
import { openDownload, prepareDownload } from './downloads.ts';
import { knownContents } from './known-contents.ts';
import { createRemoveStudyHandler } from './remove-study-job.ts';
import { createLabel } from './labels.ts';
import { listStudies } from './list-studies.ts';
import { originalFile, seriesThumbnail, volumeFile } from './studies-bytes.ts';
import { filesOfSeries, findStudy, seriesOfStudy } from './studies-detail.ts';
import { checkStudy, existingStudies } from './studies.ts';
import { attachLabel, labelsOfStudy } from './study-labels.ts';

const DAY_MS = 86_400_000;

describe.each(TEST_ENGINES)('deleted studies on %s', (engine) => {
  let bench: TestBench;
  let removed: unknown[];
  let runner: JobRunner | null;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    removed = [];
    runner = null;
  });
  afterEach(async () => {
    await runner?.stop('abandon');
    await bench.close();
  });

  const remove = (uuid: string, caller = bench.eva) => deleteStudy(bench.context, caller, uuid);
  const restore = (uuid: string, caller = bench.eva) => restoreStudies(bench.context, caller, [uuid]);
  const list = async () => (await listStudies(bench.context, bench.eva, { page: 1 })).data.map(({ uuid }) => uuid);
  const deleted = (caller = bench.eva) => listDeletedStudies(bench.context, caller, 1);
  const rows = (table: 'study' | 'series' | 'file' | 'piece' | 'volume' | 'series_reading' | 'patient' | 'chunk') =>
    bench.context.db.read
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of bench.context.objects.list('')) keys.push(key);
    return keys;
  };
  const member = (...without: string[]) => ({
    ...bench.tom,
    permissions: new Set([...bench.tom.permissions].filter((one) => !without.includes(one))),
  });

  /** A study whose one series was sent, verified and converted, with a volume and a thumbnail. */
  async function study(options: Parameters<typeof registerTestUpload>[2] = {}): Promise<RegisteredUpload> {
    const upload = await registerTestUpload(bench, { a: 1 }, options);
    const bytes = `bytes of ${upload.studyUuid}`;
    const owner = { ...bench.eva, ...options.owner };
    await receiveChunk(bench.context, owner, packChunk({ ...upload, chunk: 0 }, [testFile('f', bytes, { seriesId: 'a' })]));
    const folder = `team-${owner.teamId}/study-${upload.studyUuid}`;
    await bench.context.objects.write(`${folder}/volume`, Buffer.from('volume'));
    await bench.context.objects.write(`${folder}/thumbnail`, Buffer.from('picture'));
    const { id } = upload.series[0]!;
    await putSeriesInto(bench, 'converted', { id });
    await bench.context.db.write(async (tx) => {
      await tx.deleteFrom('job').where('name', '<>', 'remove-study').execute();
      await tx
        .insertInto('volume')
        .values({
          ...{ series_id: id, name: 'volume.nii', object_key: `${folder}/volume`, size: 6, sha256: '', sidecar: null },
          ...{ converter: 'test', created_at: 0 },
        })
        .execute();
      await tx
        .insertInto('series_reading')
        .values({
          ...{ series_id: id, version: 1, facts: null, why: null, unread_files: 0, thumbnail_key: `${folder}/thumbnail` },
          ...{ thumbnail_hash: 'hash', thumbnail_bytes: 7, no_picture: null, read_at: 0 },
        })
        .execute();
    });
    return upload;
  }

  /** Runs what is due at the time of the clock. */
  async function runJobs(): Promise<void> {
    const record = (_: unknown, what: unknown) => Promise.resolve(void removed.push(what));
    const handler = createRemoveStudyHandler(bench.context, record);
    runner = startJobRunner(bench.context.jobs, { 'remove-study': handler }, { lanes: [['remove-study']] });
    await runner.idle();
    await runner.stop('abandon');
    runner = null;
  }

  describe('deleting', () => {
    test('takes a team administrator, and only studies of their own team [PCALL-38, OQ-36]', async () => {
      const { studyUuid } = await study();
      for (const lacking of ['r:team', 'r:invitations'])
        expect(await refusalOf(remove(studyUuid, member(lacking)))).toEqual({ code: 'not_allowed' });
      expect(await refusalOf(remove(studyUuid, bench.ute))).toEqual({ code: 'not_found' });
      expect(await refusalOf(remove(randomUUID()))).toEqual({ code: 'not_found' });
      expect(await list()).toEqual([studyUuid]);
    });

    test('may be sent twice, and also at the same time, by UUID or ID; other browsers hear of it once', async () => {
      const { studyUuid, studyId } = await study();
      bench.told.length = 0;
      expect(await Promise.all([remove(studyUuid), remove(String(studyId), bench.tom)])).toEqual([studyUuid, studyUuid]);
      await remove(studyUuid);
      expect(bench.told.map(({ to, event }) => [to, event])).toEqual([[`team ${bench.eva.teamId}`, 'change']]);
      expect((await deleted()).total).toBe(1);
    });

    test('several at once deletes all of them, or none [PCALL-47]', async () => {
      const [one, other] = [await study(), await study()];
      const { studyUuid: foreign } = await study({ owner: bench.ute });
      const both = [one.studyUuid, other.studyUuid];
      const removeAll = (uuids: string[]) => deleteStudies(bench.context, bench.eva, uuids);
      expect(await refusalOf(removeAll([...both, foreign]))).toEqual({ code: 'not_found' });
      expect((await list()).toSorted()).toEqual(both.toSorted());
      await removeAll([...both, ...both]);
      expect(await list()).toEqual([]);
      await restoreStudies(bench.context, bench.eva, both);
      expect((await list()).toSorted()).toEqual(both.toSorted());
    });

    test.each(['receiving', 'proved', 'converting'] as const)('is refused while a series is %s', async (state) => {
      const { studyUuid, series } = await study();
      await putSeriesInto(bench, state, { uuid: series[0]!.uuid });
      expect(await refusalOf(remove(studyUuid))).toEqual({ code: 'study_arriving' });
      expect(await list()).toEqual([studyUuid]);
    });

    test('and announcing another series of the same study at the same time: one of the two is refused', async () => {
      const { studyUuid, session } = await study();
      const more = registerStudy(bench.context, bench.eva, testStudy(session, { b: 1 }));
      const outcomes = await Promise.allSettled([remove(studyUuid), more]);
      const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'done'));
      expect([
        ['done', 'study_deleted'],
        ['study_arriving', 'done'],
      ]).toContainEqual(codes);
    });
  });

  test('is gone for everybody, in every call [LIST-030]', async () => {
    const { context, eva } = bench;
    const gone = await study({ patientName: 'Gone^Gerda', studyInstanceUid: '1.2.9' });
    const kept = await study({ patientName: 'Kept^Karl' });
    const fileId = (await filesOfSeries(context, eva, gone.series[0]!.uuid))[0]!.id;
    const volumeId = (await seriesOfStudy(context, eva, gone.studyUuid))[0]!.volumes[0]!.id;
    const { patient } = await findStudy(context, eva, gone.studyUuid);
    const ticket = (await prepareDownload(context, eva, { kind: 'originals', study: gone.studyUuid })).url.split('/').at(-1)!;
    const series = gone.series[0]!.uuid;
    await remove(gone.studyUuid);

    const attempts: [string, () => Promise<unknown>][] = [
      ['detail', () => findStudy(context, eva, gone.studyUuid)],
      ['detail by ID', () => findStudy(context, eva, String(gone.studyId))],
      ['series', () => seriesOfStudy(context, eva, gone.studyUuid)],
      ['files', () => filesOfSeries(context, eva, series)],
      ['thumbnail', async () => seriesThumbnail(context, eva, series)],
      ['file', async () => originalFile(context, eva, fileId)],
      ['volume', async () => volumeFile(context, eva, volumeId)],
      ['ticket', () => openDownload(context, ticket)],
      ['originals', () => prepareDownload(context, eva, { kind: 'originals', study: gone.studyUuid })],
      ['originals of a series', () => prepareDownload(context, eva, { kind: 'originals', series })],
      ['download of a volume', () => prepareDownload(context, eva, { kind: 'volume', volume: volumeId })],
      ['receipt', () => prepareDownload(context, eva, { kind: 'receipt', study: gone.studyUuid })],
      ['labels', () => labelsOfStudy(context, eva, gone.studyUuid, null)],
      ['label', () => attachLabel(context, eva, gone.studyUuid, 1)],
      ['inference', () => createInfer(context, eva, { caseId: series, modelId: 'prostate' as never })],
      ['patient', () => findPatient(context, eva, patient!)],
    ];
    for (const [what, attempt] of attempts) expect([what, await refusalOf(attempt())]).toEqual([what, { code: 'not_found' }]);
    expect(await list()).toEqual([kept.studyUuid]);
    expect((await listStudies(context, eva, { page: 1, search: 'gerda' })).total).toBe(0);
    expect((await listStudies(context, eva, { page: 1, bupload_id: gone.uploadId })).total).toBe(0);
    expect(await listPatients(context, eva, { page: 1 })).toMatchObject({ total: 1, data: [{ name: 'Kept^Karl' }] });
    expect(await checkStudy(context, eva, '1.2.9')).toBe(false);
    expect(await knownContents(context, eva, '1.2.9')).toEqual({ files: [], teams: [] });
    expect(await existingStudies(context, eva, [gone.studyUuid, kept.studyUuid])).toEqual([kept.studyUuid]);
    expect((await checkBatch(context, eva, [gone.studyUuid])).data).toEqual([]);
    expect((await listUploads(context, eva, { page: 1, search: 'gerda' })).total).toBe(0);
    expect((await listUploads(context, eva, { page: 1 })).data.map(({ name }) => name)).toEqual(['Kept^Karl', null]);
  });

  test('comes back whole by a restore, which may be sent twice [LIST-031, PCALL-44]', async () => {
    const { studyUuid } = await study();
    const { id } = await createLabel(bench.context, bench.eva, { name: 'urgent', color: '#B25BC9' });
    await attachLabel(bench.context, bench.eva, studyUuid, id);
    const before = await findStudy(bench.context, bench.eva, studyUuid);
    await remove(studyUuid);
    expect(await refusalOf(restore(studyUuid, member('r:team')))).toEqual({ code: 'not_allowed' });
    expect(await refusalOf(restore(studyUuid, bench.ute))).toEqual({ code: 'not_found' });
    await restore(studyUuid);
    await restore(studyUuid);
    expect(await findStudy(bench.context, bench.eva, studyUuid)).toEqual(before);
    bench.clock.now += 40 * DAY_MS;
    await runJobs();
    expect([await list(), await deleted(), (await rows('file')).count]).toEqual([[studyUuid], expect.objectContaining({ total: 0 }), 1]);
  });

  test('are listed for administrators with the time, the person and the days that are left [LIST-032, PCALL-43, ENT-54]', async () => {
    const [one, other] = [await study({ patientName: 'One^Ada' }), await study({ patientName: 'Other^Otto' })];
    await study({ owner: bench.ute });
    await remove(one.studyUuid);
    bench.clock.now += DAY_MS + 1;
    await remove(other.studyUuid, bench.tom);
    const answer = await deleted(bench.tom);
    expect(DeletedStudyList.parse(answer)).toEqual(answer);
    expect(answer.data).toMatchObject([
      { uuid: other.studyUuid, data: { patientName: 'Other^Otto' }, deleted_by: 'Tom', days_left: 30, series: 1, size: expect.any(Number) },
      { uuid: one.studyUuid, deleted_by: 'Eva', days_left: 29, deleted_at: '2026-01-02 03:04:05' },
    ]);
    expect(answer.data[0]!.size).toBeGreaterThan(0);
    expect(await refusalOf(deleted(member('r:invitations')))).toEqual({ code: 'not_allowed' });
    expect((await deleted(bench.ute)).total).toBe(0);
  });

  describe('after 30 days', () => {
    test('are removed with all their objects; those of other studies stay, shared ones too [LIST-033]', async () => {
      const [gone, kept] = [await study(), await study()];
      const shared = `team-${bench.eva.teamId}/study-${gone.studyUuid}/shared`;
      await bench.context.objects.write(shared, Buffer.from('both'));
      await bench.context.db.write(async (tx) => {
        for (const { series } of [gone, kept]) {
          const { id: file_id } = await tx.selectFrom('file').select('id').where('series_id', '=', series[0]!.id).executeTakeFirstOrThrow();
          await tx.insertInto('piece').values({ file_id, file_offset: 900, length: 2, object_key: shared, object_offset: 0 }).execute();
        }
      });
      await remove(gone.studyUuid);
      bench.clock.now += LIMITS.deletedStudyLastsMs - 1;
      await runJobs();
      expect((await rows('study')).count).toBe(2);
      expect((await deleted()).data[0]).toMatchObject({ days_left: 1 });

      bench.clock.now += 1;
      expect(await refusalOf(restore(gone.studyUuid))).toEqual({ code: 'not_found' });
      expect((await deleted()).total).toBe(0);
      bench.clock.now += DAY_MS;
      bench.told.length = 0;
      await runJobs();
      const counts = await Promise.all((['study', 'series', 'file', 'volume', 'series_reading', 'patient', 'chunk'] as const).map(rows));
      expect(counts.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1, 1]);
      const left = (await objects()).filter((key) => key.includes(gone.studyUuid));
      expect(left).toEqual([shared]);
      expect((await objects()).filter((key) => key.includes(kept.studyUuid))).toHaveLength(3);
      expect(removed).toEqual([{ teamId: bench.eva.teamId, studyUuid: gone.studyUuid }]);
      expect(bench.told.map(({ event }) => event)).toEqual(['change']);
      await runJobs();
      expect(removed).toHaveLength(1);
    });

    test('are removed in portions, and an interrupted removal is finished by the next start', async () => {
      const { studyUuid, series } = await study();
      await bench.context.db.write(async (tx) => {
        const file = await tx.selectFrom('file').selectAll().where('series_id', '=', series[0]!.id).executeTakeFirstOrThrow();
        const { id: _, ...columns } = file;
        const more = Array.from({ length: 450 }, (_row, n) => ({ ...columns, client_file_id: `more-${n}` }));
        for (let at = 0; at < more.length; at += 50)
          await tx
            .insertInto('file')
            .values(more.slice(at, at + 50))
            .execute();
      });
      await remove(studyUuid);
      bench.clock.now += 31 * DAY_MS;
      const stop = new AbortController();
      const handler = createRemoveStudyHandler(bench.context, () => Promise.resolve());
      stop.abort();
      const { id } = await bench.context.db.read.selectFrom('study').select('id').executeTakeFirstOrThrow();
      const job = { id: 1, payload: { studyId: id }, tries: 1, signal: stop.signal, progress: () => Promise.resolve() };
      await expect(handler.run(job)).rejects.toThrow();
      expect((await rows('file')).count).toBe(251);
      // The database was restored without its job.
      await bench.context.db.write((tx) => tx.deleteFrom('job').execute());
      await queueRemovals(bench.context);
      await runJobs();
      expect([(await rows('study')).count, (await rows('file')).count, await objects()]).toEqual([0, 0, []]);
    });
  });

  describe('the device that sent one', () => {
    const asks = (session: string) => uploadStatus(bench.context, bench.eva, session, { only: 'series' });

    test('is told that the server has it, before and after the removal, so that it sends nothing again [LIST-034]', async () => {
      const { session, studyUuid, series } = await study();
      const told = { idx: 0, serieRemoteUuid: series[0]!.uuid, state: 'converted', message: null, deleted: true };
      await remove(studyUuid);
      expect((await asks(session)).series).toEqual([told]);
      expect((await uploadReceipt(bench.context, bench.eva, session)).studies).toHaveLength(1);
      bench.clock.now += 31 * DAY_MS;
      await runJobs();
      expect((await asks(session)).series).toEqual([told]);
    });

    test('may end its upload, before and after the removal, whether it names the study or not', async () => {
      const states = () => bench.context.db.read.selectFrom('upload').select('state').orderBy('id').execute();
      const [before, after] = [await study(), await study()];
      await remove(before.studyUuid);
      await finishUploads(bench.context, bench.eva, [before.studyUuid]);
      await remove(after.studyUuid);
      bench.clock.now += 31 * DAY_MS;
      await runJobs();
      await finishUploads(bench.context, bench.eva, [after.studyUuid]);
      expect((await states()).map(({ state }) => state)).toEqual(['finished', 'finished']);
      expect((await listUploads(bench.context, bench.eva, { page: 1 })).data).toEqual([]);
      expect(await refusalOf(finishUploads(bench.context, bench.ute, [after.studyUuid]))).toEqual({ code: 'not_found' });
    });

    test('cannot announce the study of that upload again once it was removed, and a new upload is an ordinary one [LIST-034]', async () => {
      const { session, studyUuid } = await study();
      await remove(studyUuid);
      const again = await study();
      expect(await list()).toEqual([again.studyUuid]);
      bench.clock.now += 31 * DAY_MS;
      await runJobs();
      await prepareUpload(bench.context, bench.eva, { id: session, started: 1 });
      expect(await refusalOf(registerStudy(bench.context, bench.eva, testStudy(session, { a: 1 })))).toEqual({ code: 'study_deleted' });
      expect(await list()).toEqual([again.studyUuid]);
    });

    test('adds no series to it: they become a study of their own, which stays when the other is restored', async () => {
      const { studyUuid } = await study();
      await remove(studyUuid);
      const session = randomUUID();
      await prepareUpload(bench.context, bench.tom, { id: session, started: 1 });
      const answer = await registerStudy(bench.context, bench.tom, { ...testStudy(session, { b: 1 }), joins: studyUuid });
      expect(answer.left_off).toEqual(['study']);
      await restore(studyUuid);
      expect((await list()).toSorted()).toEqual([studyUuid, answer.study.uuid].toSorted());
    });
  });

  test('stay with their patient: merged with it, and not split off', async () => {
    const [one, other, third] = [await study(), await study(), await study()];
    const patientOf = async (uuid: string) => (await findStudy(bench.context, bench.eva, uuid)).patient!;
    const [into, from] = [await patientOf(one.studyUuid), await patientOf(other.studyUuid)];
    await mergePatients(bench.context, bench.eva, { into, from: await patientOf(third.studyUuid) });
    await remove(other.studyUuid);
    await remove(third.studyUuid);
    await mergePatients(bench.context, bench.eva, { into, from });
    const split = (studies: string[]) => splitPatient(bench.context, bench.eva, { from: into, uuid: randomUUID(), studies });
    expect(await refusalOf(split([other.studyUuid]))).toEqual({ code: 'conflict' });
    expect((await refusalOf(split([one.studyUuid]))).code).toBe('invalid');
    await restore(other.studyUuid);
    expect(await patientOf(other.studyUuid)).toBe(into);
  });
});
