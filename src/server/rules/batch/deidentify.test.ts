import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UNSORTED } from '#contract/chunk.ts';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { deidentifyFiles } from '#server/archives/deidentify-files.ts';
import { createSeriesDeidentifier } from '#server/archives/process-deidentifier.ts';
import type { SeriesDeidentifier } from '#server/archives/series-deidentifier.ts';
import { sortFiles } from '#server/archives/sort-files.ts';
import { unpackArchive } from '#server/archives/unpack-archive.ts';
import type { ArchiveUnpacker } from '#server/archives/archive-unpacker.ts';
import { createSyntheticSeries } from '#server/conversion/synthetic-series.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { checkFiles } from '#server/reading/check-files.ts';
import type { IdentityCheck } from '#server/reading/identity-check.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { namedGzip } from '#tests/fixtures/archives/named-gzip.ts';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';
import { prepareBatch } from './batch.ts';
import { moveBatch } from './move.ts';
import { createReadBatchHandler } from './read-job.ts';
import { readBatch } from './result.ts';
import { requestConversion } from '#server/rules/conversion/conversion-request.ts';
import { createConvertSeriesHandler } from '#server/rules/conversion/conversion-series-job.ts';
import { saveDeidentification } from '#server/rules/deidentification/deidentification.ts';
import { createFaultSteps, type FaultSteps, type PlannedFault } from '#server/rules/receive/faults-test-bench.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { dropUpload, finishUploads, healUploads } from '#server/rules/uploads/uploads-end.ts';
import { uploadReceipt } from '#server/rules/uploads/uploads-receipt.ts';
import { registerStudy } from '#server/rules/uploads/uploads-register-study.ts';
import { createTestBench, packChunk, testFile, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';

/** Without their processes: what that of the last does besides is the last test. */
const unpacker: ArchiveUnpacker = {
  unpack: ({ source, name, passwords }, _signal, take) => unpackArchive(source, { name, passwords }, take),
  sort: (files) => sortFiles(files),
  pixels: async () => null,
  slices: async () => null,
};
const LOOKS: IdentityCheck = { check: (asked) => checkFiles(asked, asked.files) };
const HERE: SeriesDeidentifier = { deidentify: (series, _signal, take) => deidentifyFiles(series, series.files, take) };

const NAMED = createSyntheticSeries({ patientName: 'Heron^Quiet' }).map(({ bytes }, n) => ({ name: `Heron/${n}.dcm`, bytes }));
/** Of another patient and study, whose files lie in the same object. */
const OTHER = smallFile({ PatientName: 'Tern^Brave', StudyInstanceUID: '2.25.9', SeriesInstanceUID: '2.25.91' });
/** Three slices, of which the second has more levels than are walked: it can be read, and nobody can say what is in it. */
const TWISTED = [1, 2, 3].map((n) => {
  let deep: DicomElement = { tag: 0x00081200, vr: 'SQ', value: { items: [[]] } };
  for (let level = 0; level < 100; level += 1) deep = { tag: 0x00081200, vr: 'SQ', value: { items: [[deep]] } };
  return smallFile({ InstanceNumber: n, SOPInstanceUID: `2.25.11${n}` }, { elements: n === 2 ? [deep] : [] });
});

/** As in receive/faults.test.ts: other steps in each run, all of them with LIGHTSHIP_TEST_FAULT_STRIDE=1. */
const STRIDE = Number(process.env['LIGHTSHIP_TEST_FAULT_STRIDE'] ?? 29);
const FIRST = 1 + Math.floor(Math.random() * STRIDE);

describe.each(TEST_ENGINES)('an archive whose studies are de-identified, on %s', (engine) => {
  let bench: TestBench;
  let runner: JobRunner | null;
  let converted: Uint8Array[];
  beforeEach(async () => {
    bench = await createTestBench(engine);
    runner = null;
    converted = [];
  });
  afterEach(async () => {
    await runner?.stop('abandon');
    await bench.close();
  });

  async function opened(files: { name: string; bytes: Uint8Array }[], deidentifier: SeriesDeidentifier = HERE) {
    const { session } = await prepareBatch(bench.context, bench.eva, {});
    const zip = testFile('a.zip', writeZip(files), { name: 'a.zip', seriesId: UNSORTED });
    await receiveChunk(bench.context, bench.eva, packChunk({ session, studyUuid: session, chunk: 0 }, [zip]));
    await readBatch(bench.context, bench.eva, session, { isAsking: false, passwords: {} });
    runner ??= startJobRunner(
      bench.context.jobs,
      { 'read-batch': createReadBatchHandler(bench.context, unpacker), ...convertsIn(bench.context, deidentifier) },
      { lanes: [['read-batch', 'convert-series']] },
    );
    await runner.idle();
    return told(session);
  }
  function convertsIn(context: TestBench['context'], deidentifier: SeriesDeidentifier) {
    const played = {
      ...{ name: 'played', maxInputBytes: 10_000_000 },
      async convert({ files: given }: { files: readonly { bytes: Uint8Array }[] }) {
        converted.push(...given.map(({ bytes }) => bytes));
        return { ok: true as const, volumes: [{ name: 'v', bytes: Buffer.from('voxels'), sidecar: null }] };
      },
    };
    return { 'convert-series': createConvertSeriesHandler(context, { dcm: played, nii: played }, 'every', LOOKS, deidentifier) };
  }
  const told = async (session: string) => {
    const { result } = await readBatch(bench.context, bench.eva, session, { isAsking: true, passwords: {} });
    if (result === false) throw new Error('It was not read');
    return result;
  };
  type Opened = Awaited<ReturnType<typeof opened>>;

  /** As a device does it (CALL-051, CALL-055). */
  async function send(session: string, { studies }: Pick<Opened, 'studies'>, isAnonymous: (uid: string) => boolean) {
    for (const { studyInstanceUid, series } of studies) {
      const anonymize = isAnonymous(studyInstanceUid);
      for (const [n, each] of series.entries()) {
        const id = `own-${each.upload_id}`;
        const registered = await registerStudy(bench.context, bench.eva, {
          study: {
            ...{ id: `own-${studyInstanceUid}`, patientName: 'Anonymous 1', originalPatientName: 'Anonymous 1', patientSex: '' },
            ...{ studyDate: '', studyTime: '', dirty: false, modality: 'CT', pipelineCode: null },
            series: [
              {
                ...{ id, idx: n, seriesInstanceUid: '', seriesNumber: n, seriesDescription: '', modalityCode: 'CT', cnt: each.cnt },
                ...{ numberOfFrames: 1, rows: 4, columns: 5, sliceThickness: 1, file_count: each.files, totalFileSize: 1, files: [] },
                type: each.type,
              },
            ],
          },
          ...{ studyInstanceUid: '', bodyPart: 'prostate', labels: [], session_id: session, anonymize },
        });
        const [made] = registered.series;
        await requestConversion(bench.context, { ...bench.eva, uploadId: null }, session, {
          ...{ studyRemoteId: registered.study.id, studyRemoteUuid: registered.study.uuid },
          ...{ serieRemoteId: made!.id, serieRemoteUuid: made!.uuid, location: 'server', serieClientUploadId: each.upload_id },
        });
      }
    }
  }
  const objects = async () => {
    const all: { key: string; text: string }[] = [];
    for await (const { key, bytes } of bench.context.objects.list('')) {
      all.push({ key, text: Buffer.from(await bench.context.objects.read(key, 0, bytes)).toString('latin1') });
    }
    return all;
  };
  const finish = async (context: TestBench['context'] = bench.context) => {
    const studies = await context.db.read.selectFrom('study').select('uuid').execute();
    await finishUploads(
      context,
      bench.eva,
      studies.map(({ uuid }) => uuid),
    );
  };

  test('a study that was sent de-identified earlier is recognised, and a new one is not', async () => {
    const { session, ...first } = await opened(NAMED);
    expect(first.studies).toMatchObject([{ exists: false }]);
    await send(session, first, () => true);
    await runner!.idle();
    await finish();
    const again = await opened([...NAMED, { name: 'other/1.dcm', bytes: OTHER }]);
    const known = Object.fromEntries(again.studies.map(({ patientName, exists }) => [patientName, exists]));
    expect(known).toEqual({ 'Heron^Quiet': true, 'Tern^Brave': false });
  });

  test('its files become files of the new series, without names and with both hashes in the receipt; the originals are deleted [READ-020]', async () => {
    const { session, ...result } = await opened(NAMED);
    expect(result.studies).toMatchObject([{ patientName: 'Heron^Quiet', series: [{ files: NAMED.length }] }]);
    await send(session, result, () => true);
    const before = await bench.context.db.read.selectFrom('file').select('id').execute();
    expect(before).toEqual([]);
    await runner!.idle();
    const series = await bench.context.db.read.selectFrom('series').selectAll().execute();
    expect(series).toMatchObject([{ state: 'converted', message: null, file_count: NAMED.length, proved_files: NAMED.length }]);
    expect(series[0]!.series_instance_uid).toMatch(/^2\.25\./);
    expect(await bench.context.db.read.selectFrom('study').select(['study_instance_uid', 'study_date', 'anonymize']).execute()).toEqual([
      { study_instance_uid: expect.stringMatching(/^2\.25\.\d{27,}$/), study_date: '', anonymize: 1 },
    ]);
    for (const bytes of converted) {
      const header = await readDicomHeader(createMemorySource(bytes));
      if (!header.ok) throw new Error(header.why);
      expect(header.description.patientName).toBe('');
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Heron|P-4711|20240102/);
    }
    const receipt = await uploadReceipt(bench.context, { ...bench.eva, uploadId: null }, session);
    expect(receipt.studies[0]!.files).toEqual(
      NAMED.map(({ bytes }, n) => ({
        ...{ name: `0000${n + 1}.dcm`, size: converted[n]!.length, proved: true },
        sha256: createHash('sha256').update(converted[n]!).digest('hex'),
        original_sha256: createHash('sha256').update(bytes).digest('hex'),
      })),
    );
    // Nobody's by then: the next row that named them is gone.
    expect((await objects()).filter(({ text }) => text.includes('Heron'))).toEqual([]);
    expect(await bench.context.db.read.selectFrom('batch_file').select('name').where('parent_id', 'is not', null).execute()).toEqual([]);
    await finish();
    expect(await bench.context.db.read.selectFrom('batch').select('state').execute()).toEqual([]);
  });

  test('a file that cannot be de-identified is excluded, by name for the sender and as a number for others; the rest continues', async () => {
    const { session, ...result } = await opened(TWISTED.map((bytes, n) => ({ name: `Heron/${n}.dcm`, bytes })));
    expect(result.studies).toMatchObject([{ series: [{ files: 3 }] }]);
    await send(session, result, () => true);
    await runner!.idle();
    expect(await bench.context.db.read.selectFrom('series').select(['state', 'message', 'file_count', 'left_behind']).execute()).toEqual([
      { state: 'converted', message: '1 of its files stays behind: patient data could not be taken out.', file_count: 2, left_behind: 1 },
    ]);
    expect((await told(session)).refused).toMatchObject([{ path: 'a.zip/Heron/1.dcm', code: 'not-deidentified' }]);
    // Announced once more it is the same series.
    await send(session, result, () => true);
    expect(await bench.context.db.read.selectFrom('series').select('id').execute()).toHaveLength(1);
    await finish();
    expect((await objects()).filter(({ text }) => /Heron|P-4711/.test(text))).toEqual([]);
  });

  test('a series of which no file can be made ends with the reason, and others continue', async () => {
    const files = [
      { name: 'a.dcm', bytes: TWISTED[1]! },
      { name: 'b.dcm', bytes: OTHER },
    ];
    const { session, ...result } = await opened(files);
    await send(session, result, () => true);
    await runner!.idle();
    const series = await bench.context.db.read.selectFrom('series').select(['state', 'message']).orderBy('state').execute();
    expect(series).toEqual([
      { state: 'converted', message: null },
      { state: 'error', message: 'Patient data could not be removed from any of its files, so none was kept.' },
    ]);
  });

  test('next to an unchanged study, nothing of the de-identified one is left in their shared objects', async () => {
    const { session, ...result } = await opened([...NAMED, { name: 'other.dcm', bytes: OTHER }]);
    await send(session, result, (uid) => uid !== '2.25.9');
    await runner!.idle();
    await finish();
    const all = await objects();
    expect(all.filter(({ text }) => text.includes('Heron'))).toEqual([]);
    expect(all.filter(({ text }) => text.includes('Tern^Brave'))).toHaveLength(1);
    const [piece] = await bench.context.db.read
      .selectFrom('piece')
      .innerJoin('file', 'file.id', 'piece.file_id')
      .select(['object_key', 'object_offset', 'length'])
      .where('sha256', '=', createHash('sha256').update(OTHER).digest('hex'))
      .execute();
    const kept = await bench.context.objects.read(piece!.object_key, piece!.object_offset, piece!.length);
    expect(Buffer.from(kept).equals(Buffer.from(OTHER))).toBe(true);
  });

  test('excluded files are removed from the objects of the sent ones, also when everything was sent unchanged', async () => {
    const { session, ...result } = await opened([...NAMED, { name: 'other.dcm', bytes: OTHER }]);
    await send(session, { studies: result.studies.filter(({ studyInstanceUid }) => studyInstanceUid === '2.25.9') }, () => false);
    await runner!.idle();
    // As one who polls, and has not heard the first answer.
    await Promise.all([finish(), finish(), finish()]);
    const all = await objects();
    expect(all.filter(({ text }) => text.includes('Heron'))).toEqual([]);
    expect(all.filter(({ text }) => text.includes('Tern^Brave'))).toHaveLength(1);
  });

  test('a crash or an error at any step leaves nothing with a name once the upload has ended', { timeout: 600_000 }, async () => {
    const lived = async (fault: PlannedFault | null): Promise<FaultSteps> => {
      const { session, ...result } = await opened([...NAMED, { name: 'other.dcm', bytes: OTHER }]);
      await runner!.stop('abandon');
      await send(session, result, (uid) => uid !== '2.25.9');
      const steps = createFaultSteps(fault);
      const db = steps.database(bench.context.db);
      const dying = {
        ...bench.context,
        db,
        jobs: createJobQueue(db, { now: bench.context.now }),
        objects: steps.objects(bench.context.objects),
      };
      const working = startJobRunner(dying.jobs, convertsIn(dying, HERE), { heartbeatMs: 2 ** 30 });
      const work = async () => {
        await working.idle();
        await finish(dying);
      };
      await Promise.race([work().catch(() => undefined), steps.killed]);
      if (!steps.isKilled()) await working.stop('abandon');
      // Whoever is ended begins anew, and its device asks again.
      if (engine === 'sqlite') await bench.context.jobs.voidEarlierLeases();
      bench.clock.now += 61_000;
      if (steps.isKilled()) await healUploads(bench.context);
      runner = startJobRunner(bench.context.jobs, convertsIn(bench.context, HERE));
      await runner.idle();
      await finish();
      const all = await objects();
      expect(all.filter(({ text }) => text.includes('Heron')).map(({ key }) => key)).toEqual([]);
      expect(all.filter(({ text }) => text.includes('Tern^Brave'))).toHaveLength(1);
      expect(await bench.context.db.read.selectFrom('batch').select('state').execute()).toEqual([]);
      const states = await bench.context.db.read.selectFrom('series').select('state').execute();
      expect(states).toEqual([{ state: 'converted' }, { state: 'converted' }]);
      await runner.stop('abandon');
      runner = null;
      await bench.context.db.write(async (tx) => {
        await tx.deleteFrom('upload').execute();
        await tx.deleteFrom('job').execute();
      });
      await bench.context.objects.removeAll(`team-${bench.eva.teamId}`);
      return steps;
    };
    const counted = await lived(null);
    expect(counted.count()).toBeGreaterThan(100);
    const failed: unknown[] = [];
    for (const kind of ['kill', 'error'] as const) {
      for (let at = FIRST; at <= counted.count(); at += STRIDE) {
        await lived({ at, kind }).catch((cause: unknown) =>
          failed.push(new Error(`${kind} at step ${at} (${counted.names()[at - 1]}): ${String(cause)}`)),
        );
      }
    }
    expect(failed).toEqual([]);
  });

  test.each(['kill', 'error'] as const)(
    '%s between rows and objects: the next step removes the objects with names before the upload ends',
    async (kind) => {
      const { session, ...result } = await opened(NAMED);
      await runner!.stop('abandon');
      await send(session, result, () => true);
      const failing = { isOn: true };
      const remove = (key: string): Promise<void> => {
        if (!failing.isOn) return bench.context.objects.remove(key);
        return kind === 'kill' ? new Promise(() => undefined) : Promise.reject(new Error('away'));
      };
      const dying = { ...bench.context, objects: { ...bench.context.objects, remove } };
      const working = startJobRunner(bench.context.jobs, convertsIn(dying, HERE), { heartbeatMs: 2 ** 30 });
      if (kind === 'error') await working.idle();
      else await expect.poll(() => bench.context.db.read.selectFrom('file').select('id').execute()).toHaveLength(NAMED.length);
      expect((await objects()).some(({ text }) => text.includes('Heron'))).toBe(true);
      // What was killed is not waited for.
      if (kind === 'error') await working.stop('abandon');
      failing.isOn = false;
      if (engine === 'sqlite') await bench.context.jobs.voidEarlierLeases();
      bench.clock.now += 61_000;
      runner = startJobRunner(bench.context.jobs, convertsIn(dying, HERE));
      await runner.idle();
      expect(await bench.context.db.read.selectFrom('series').select('state').execute()).toEqual([{ state: 'converted' }]);
      expect((await objects()).filter(({ text }) => text.includes('Heron')).map(({ key }) => key)).toEqual([]);
    },
  );

  test.each([true, false])("the legacy upload follows the team's usual setting: without patient data is %s", async (usual) => {
    await saveDeidentification(bench.context.db, bench.eva, { ...FIRST_DEIDENTIFICATION, usual });
    const { session, studies } = await opened([...NAMED, { name: 'Heron.nii', bytes: writeNifti({ dims: [3, 2, 2] }) }]);
    await moveBatch(bench.context, bench.eva, {
      session_id: session,
      studies: studies.map(({ uuid }) => ({ uuid, bodyPart: 'prostate' })),
      series: studies.flatMap(({ uuid, series }) => series.map(({ upload_id }) => ({ uuid, upload_id }))),
    });
    await runner!.idle();
    const kept = await bench.context.db.read.selectFrom('study').selectAll().orderBy('id').execute();
    expect(kept.map(({ anonymize }) => anonymize)).toEqual([usual ? 1 : 0, usual ? 1 : 0]);
    expect(JSON.stringify(kept).includes('Heron')).toBe(!usual);
    const names = await bench.context.db.read.selectFrom('file').select('name').orderBy('name').execute();
    expect(names.map(({ name }) => name)).toEqual(
      usual ? ['00001.dcm', '00001.nii', '00002.dcm', '00003.dcm'] : ['0.dcm', '1.dcm', '2.dcm', 'Heron.nii'],
    );
    await finish();
    expect((await objects()).some(({ text }) => text.includes('Heron^Quiet'))).toBe(!usual);
  });

  test('volumes lose their header texts and file names, and a damaged one is excluded', async () => {
    const volume = (slices: number, description = '') => writeNifti({ dims: [3, 2, slices], description });
    const damaged = namedGzip(volume(5, 'Heron^Quiet'), { name: 'Heron.nii' });
    damaged.fill(7, -8, -4);
    const { session, ...result } = await opened([
      { name: 'a/Heron.nii', bytes: volume(3, 'Heron^Quiet') },
      { name: 'b/Heron.nii.gz', bytes: namedGzip(volume(4, 'Heron^Quiet'), { name: 'Heron.nii' }) },
      { name: 'c/Heron.nii.gz', bytes: damaged },
    ]);
    await send(session, result, () => true);
    await runner!.idle();
    expect(await bench.context.db.read.selectFrom('series').select(['state', 'message']).orderBy('id').execute()).toEqual([
      { state: 'converted', message: null },
      { state: 'converted', message: null },
      { state: 'error', message: 'Patient data could not be removed from any of its files, so none was kept.' },
    ]);
    const [plain, packed] = converted;
    expect(Buffer.from(plain!).equals(volume(3))).toBe(true);
    expect(gunzipSync(packed!).equals(volume(4))).toBe(true);
    const files = await bench.context.db.read.selectFrom('file').select(['name', 'original_sha256']).orderBy('id').execute();
    expect(files.map(({ name }) => name)).toEqual(['00001.nii', '00001.nii.gz']);
    expect(files[0]!.original_sha256).toBe(createHash('sha256').update(volume(3, 'Heron^Quiet')).digest('hex'));
    expect((await told(session)).refused).toMatchObject([{ code: 'not-deidentified' }]);
    await finish();
    expect((await objects()).filter(({ text }) => text.includes('Heron'))).toEqual([]);
  });

  test('failed steps are repeated, and dropping the upload leaves nothing', async () => {
    let tries = 0;
    const breaking: SeriesDeidentifier = {
      async deidentify(series, signal, take) {
        tries += 1;
        const made = await HERE.deidentify(series, signal, take);
        if (tries === 1) throw new Error('It was ended by SIGKILL');
        return made;
      },
    };
    const { session, ...result } = await opened(NAMED, breaking);
    await send(session, result, () => true);
    await runner!.idle();
    expect(await bench.context.db.read.selectFrom('file').select('id').execute()).toEqual([]);
    bench.clock.now += 60_000;
    bench.context.jobs.wake();
    await runner!.idle();
    expect(await bench.context.db.read.selectFrom('series').select('state').execute()).toEqual([{ state: 'converted' }]);
    const again = await opened(NAMED, breaking);
    await send(again.session, again, () => true);
    await dropUpload(bench.context, { ...bench.eva, uploadId: null }, again.session);
    await runner!.idle();
    expect((await objects()).filter(({ key }) => key.includes(again.session))).toEqual([]);
  });
});

test('the result in a separate process is the same', { timeout: 60_000 }, async () => {
  const { demanded: _, usual: __, ...settings } = FIRST_DEIDENTIFICATION;
  const series = { type: 'dcm' as const, settings, key: 'ab'.repeat(32), files: NAMED.map(({ bytes }) => createMemorySource(bytes)) };
  const packs: Uint8Array[][] = [[], []];
  const [own, inProcess] = [HERE, createSeriesDeidentifier({ maxMs: 60_000 })];
  const sent = [];
  for (const [n, each] of [own, inProcess].entries()) {
    sent.push(await each.deidentify(series, new AbortController().signal, async ({ bytes }) => void packs[n]!.push(bytes.slice())));
  }
  expect(sent[1]).toEqual(sent[0]);
  expect(Buffer.concat(packs[1]!).equals(Buffer.concat(packs[0]!))).toBe(true);
});
