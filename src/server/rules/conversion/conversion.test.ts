import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Conversion, Converter } from '#server/conversion/converter.ts';
import { createDcm2niix } from '#server/conversion/dcm2niix.ts';
import { createDicomConverter } from '#server/conversion/dicom-converter.ts';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { rleFrame } from '#tests/fixtures/rle-frame.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import { createSyntheticSeries } from '#server/conversion/synthetic-series.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { recordSeenStatus, requestConversion } from './conversion-request.ts';
import { createConvertSeriesHandler } from './conversion-series-job.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { dropUpload } from '#server/rules/uploads/uploads-end.ts';
import {
  createTestBench,
  packChunk,
  refusalOf,
  registerTestUpload,
  sha256Of,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';

describe.each(TEST_ENGINES)('conversion on %s', (engine) => {
  let bench: TestBench;
  let runner: JobRunner | null;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    runner = null;
  });
  afterEach(async () => {
    await runner?.stop('abandon');
    await bench.close();
  });

  function start(dcm: Converter): JobRunner {
    runner = startJobRunner(bench.context.jobs, {
      'convert-series': createConvertSeriesHandler(bench.context, { dcm, nii: createNiftiAsSent() }),
    });
    return runner;
  }
  /** A converter that the test plays. */
  function converter(convert: Converter['convert'], maxInputBytes = 1_000_000): Converter {
    return { name: 'played 1.0', maxInputBytes, convert };
  }
  const volume = (name: string, text: string, sidecar: string | null = null) => ({ name, bytes: Buffer.from(text), sidecar });
  const oneVolume: Converter['convert'] = () => Promise.resolve({ ok: true, volumes: [volume('1_t2', 'voxels', '{"Modality":"MR"}')] });

  async function sendSeries(clientIds: string[]): Promise<RegisteredUpload> {
    const upload = await registerTestUpload(bench, Object.fromEntries(clientIds.map((clientId) => [clientId, 2])));
    for (const [index, seriesId] of clientIds.entries()) {
      await receiveChunk(
        bench.context,
        bench.eva,
        packChunk({ ...upload, chunk: index }, [
          testFile(`${seriesId}-2`, `second of ${seriesId}`, { seriesId }),
          testFile(`${seriesId}-1`, `first of ${seriesId}`, { seriesId }),
        ]),
      );
    }
    return upload;
  }
  const series = () => bench.context.db.read.selectFrom('series').select(['client_id', 'state', 'message']).orderBy('id').execute();
  const volumes = () => bench.context.db.read.selectFrom('volume').selectAll().orderBy('id').execute();
  const events = () => bench.told.filter((each) => each.event.startsWith('upload:'));

  describe('a verified series', () => {
    test('is converted without a client: files in order, volumes stored, events sent [CONV-007, CONV-008, SOCK-12]', async () => {
      const upload = await sendSeries(['a']);
      const given: string[][] = [];
      await start(
        converter(({ files }) => {
          given.push(files.map((file) => Buffer.from(file.bytes).toString()));
          return Promise.resolve({ ok: true, volumes: [volume('1_t2', 'voxels', '{"Modality":"MR"}'), volume('1_t2_ph', 'phases')] });
        }),
      ).idle();
      expect(given).toEqual([['first of a', 'second of a']]);
      expect(await series()).toEqual([{ client_id: 'a', state: 'converted', message: null }]);
      expect(await volumes()).toMatchObject([
        { name: '1_t2', size: 6, sha256: sha256Of(Buffer.from('voxels')), sidecar: '{"Modality":"MR"}', converter: 'played 1.0' },
        { name: '1_t2_ph', size: 6, sidecar: null },
      ]);
      const [first] = await volumes();
      expect(Buffer.from(await bench.context.objects.read(first!.object_key, 0, 6)).toString()).toBe('voxels');
      const event = { session: upload.session, idx: 0, serieRemoteUuid: upload.series[0]!.uuid };
      expect(events()).toEqual([{ to: upload.session, event: 'upload:conversion:oneserie:done', payload: event }]);
    });

    test('with files that are in no volume is converted, with a note', async () => {
      await sendSeries(['a']);
      const note = '1 of 2 slices are in no volume.';
      await start(converter(() => Promise.resolve({ ok: true, volumes: [volume('v', 'v')], note }))).idle();
      expect(await series()).toEqual([{ client_id: 'a', state: 'converted', message: note }]);
      expect(events()).toMatchObject([{ event: 'upload:conversion:oneserie:done' }]);
    });

    test('is converted one at a time, in order, and the next one follows a failed one [CONV-004, CONV-013, SOCK-13, ERR-18]', async () => {
      await sendSeries(['a', 'b', 'c']);
      const order: string[] = [];
      await start(
        converter(({ files }) => {
          order.push(Buffer.from(files[0]!.bytes).toString());
          return Promise.resolve<Conversion>(
            order.length === 2 ? { ok: false, why: 'The converter made no volume.' } : { ok: true, volumes: [volume('v', 'v')] },
          );
        }),
      ).idle();
      expect(order).toEqual(['first of a', 'first of b', 'first of c']);
      expect((await series()).map((each) => [each.state, each.message])).toEqual([
        ['converted', null],
        ['error', 'The converter made no volume.'],
        ['converted', null],
      ]);
      expect(events().map((each) => each.event.slice('upload:conversion:oneserie:'.length))).toEqual(['done', 'error', 'done']);
      expect(events()[1]!.payload).toMatchObject({ idx: 1, message: 'The converter made no volume.' });
    });

    test('larger than the converter accepts is refused by name before it is read', async () => {
      await sendSeries(['a']);
      await start(converter(() => Promise.reject(new Error('must not be asked')), 10)).idle();
      expect(await series()).toMatchObject([
        { state: 'error', message: 'The series is too large for the converter: 1 MB, and the limit is 1 MB.' },
      ]);
    });

    test('that is a NIfTI volume is unchanged', async () => {
      const bytes = writeNifti({ dims: [4, 5, 6] });
      const upload = await registerTestUpload(bench, { a: 1 }, { type: 'nii' });
      await receiveChunk(
        bench.context,
        bench.eva,
        packChunk({ ...upload, chunk: 0 }, [testFile('x', bytes, { seriesId: 'a', name: 'brain.nii' })]),
      );
      await start(converter(() => Promise.reject(new Error('must not be asked')))).idle();
      expect(await volumes()).toMatchObject([{ name: 'brain', sha256: sha256Of(bytes), converter: 'as sent' }]);
    });

    test('with an incomplete NIfTI volume ends in error with the reason', async () => {
      const bytes = writeNifti({ dims: [4, 5, 6] }).subarray(0, -1);
      const upload = await registerTestUpload(bench, { a: 1 }, { type: 'nii' });
      await receiveChunk(
        bench.context,
        bench.eva,
        packChunk({ ...upload, chunk: 0 }, [testFile('x', bytes, { seriesId: 'a', name: 'brain.nii' })]),
      );
      await start(converter(() => Promise.reject(new Error('must not be asked')))).idle();
      expect(await series()).toMatchObject([{ state: 'error', message: 'A volume is incomplete: it is shorter than its header states.' }]);
      expect(await volumes()).toEqual([]);
    });
  });

  describe('a failing converter', () => {
    test('is tried three times; then the series ends in error with the reason, and the next one follows', async () => {
      await sendSeries(['a', 'b']);
      let tries = 0;
      start(
        converter(({ files }) => {
          if (!Buffer.from(files[0]!.bytes).toString().endsWith('of a')) return oneVolume({ files }, new AbortController().signal);
          tries += 1;
          return Promise.reject(new Error('memory access out of bounds at /in/000000.dcm of Muster^Eva'));
        }),
      );
      for (let round = 0; round < 3; round += 1) {
        await runner!.idle();
        bench.clock.now += 60_000;
      }
      await runner!.idle();
      expect(tries).toBe(3);
      expect(await series()).toEqual([
        { client_id: 'a', state: 'error', message: 'The converter crashed on this series.' },
        { client_id: 'b', state: 'converted', message: null },
      ]);
      expect(events().map((each) => each.event.endsWith('error'))).toEqual([true, false]);
    });

    test('is retried after one failure and leaves one set of volumes', async () => {
      await sendSeries(['a']);
      let tries = 0;
      start(converter((input, signal) => ((tries += 1) === 1 ? Promise.reject(new Error('broke')) : oneVolume(input, signal))));
      await runner!.idle();
      expect(await series()).toMatchObject([{ state: 'converting' }]);
      bench.clock.now += 60_000;
      await runner!.idle();
      expect(await series()).toMatchObject([{ state: 'converted' }]);
      expect(await volumes()).toHaveLength(1);
    });
  });

  test('a server killed after writing the volumes converts again: one set of volumes, one event [CONV-019]', async () => {
    await sendSeries(['a']);
    const handler = createConvertSeriesHandler(bench.context, { dcm: converter(oneVolume), nii: createNiftiAsSent() });
    const job = (await bench.context.jobs.claim())!;
    await handler.run({ ...job, signal: new AbortController().signal, progress: () => Promise.resolve() });
    expect(await series()).toMatchObject([{ state: 'converting' }]);
    expect(await volumes()).toEqual([]);

    await bench.context.jobs.voidEarlierLeases();
    await start(converter(oneVolume)).idle();
    expect(await series()).toMatchObject([{ state: 'converted' }]);
    expect(await volumes()).toHaveLength(1);
    expect(events()).toHaveLength(1);
  });

  test('an upload dropped during conversion leaves no volume', async () => {
    const upload = await sendSeries(['a']);
    const handler = createConvertSeriesHandler(bench.context, { dcm: converter(oneVolume), nii: createNiftiAsSent() });
    const job = (await bench.context.jobs.claim())!;
    const outcome = await handler.run({
      ...job,
      signal: new AbortController().signal,
      progress: async (fraction) => (fraction === 0.9 ? dropUpload(bench.context, bench.eva, upload.session) : undefined),
    });
    expect(await bench.context.jobs.complete(job, outcome.effect)).toBe(false);
    await outcome.refused?.();
    expect(
      existsSync(join(bench.diskFolder, `team-${bench.eva.teamId}`, `study-${upload.studyUuid}`)) &&
        readdirSync(join(bench.diskFolder, `team-${bench.eva.teamId}`, `study-${upload.studyUuid}`)),
    ).toEqual([]);
    expect(await volumes()).toEqual([]);
  });

  describe('requesting a conversion [CALL-055]', () => {
    const reference = (upload: RegisteredUpload) => ({
      studyRemoteId: upload.studyId,
      studyRemoteUuid: upload.studyUuid,
      serieRemoteId: upload.series[0]!.id,
      serieRemoteUuid: upload.series[0]!.uuid,
      location: 'local' as const,
      serieClientUploadId: 'a',
    });
    const ask = (upload: RegisteredUpload, caller = bench.eva, change = {}) =>
      requestConversion(bench.context, caller, upload.session, { ...reference(upload), ...change });

    test('before all files are verified is refused', async () => {
      const upload = await registerTestUpload(bench, { a: 1 });
      expect(await refusalOf(ask(upload))).toEqual({ code: 'series_incomplete' });
    });

    test('afterwards is accepted repeatedly, and creates no second job [CONV-005]', async () => {
      const upload = await sendSeries(['a']);
      for (let times = 0; times < 3; times += 1) expect(await ask(upload)).toEqual({ idx: 0, accepted: true });
      expect(await bench.context.db.read.selectFrom('job').select('id').where('name', '=', 'convert-series').execute()).toHaveLength(1);
      expect(events()).toEqual([]);
    });

    test('after the end repeats the event', async () => {
      const upload = await sendSeries(['a']);
      await start(converter(oneVolume)).idle();
      await ask(upload);
      expect(events()).toHaveLength(2);
      expect(events()[1]).toEqual(events()[0]);
    });

    test('of a missing or foreign series is not found', async () => {
      const upload = await sendSeries(['a']);
      expect(await refusalOf(ask(upload, bench.tom))).toEqual({ code: 'not_found' });
      expect(await refusalOf(ask(upload, bench.ute))).toEqual({ code: 'not_found' });
      expect(await refusalOf(ask(upload, bench.eva, { serieRemoteId: 999 }))).toEqual({ code: 'not_found' });
      expect(await refusalOf(ask(upload, bench.eva, { studyRemoteId: 999 }))).toEqual({ code: 'not_found' });
    });
  });

  test('a status reported by a client is recorded and not trusted [CALL-052, CONV-011]', async () => {
    const upload = await sendSeries(['a']);
    const seen = { uuid: upload.series[0]!.uuid, id: upload.series[0]!.id, state: 'converted' as const };
    for (let times = 0; times < 2; times += 1) expect(await recordSeenStatus(bench.context, bench.eva, seen)).toEqual(seen);
    expect(await bench.context.db.read.selectFrom('seen_status').select(['series_uuid', 'state']).execute()).toEqual([
      { series_uuid: seen.uuid, state: 'converted' },
    ]);
    expect(await series()).toMatchObject([{ state: 'proved' }]);
    expect(await refusalOf(recordSeenStatus(bench.context, bench.tom, seen))).toEqual({ code: 'not_found' });
    expect(await refusalOf(recordSeenStatus(bench.context, bench.eva, { ...seen, id: 999 }))).toEqual({ code: 'not_found' });
  });

  test('a slice becomes a volume with the real converter', async () => {
    const slices = createSyntheticSeries();
    const upload = await registerTestUpload(bench, { ct: slices.length });
    await receiveChunk(
      bench.context,
      bench.eva,
      packChunk(
        { ...upload, chunk: 0 },
        slices.map((slice) => testFile(slice.name, slice.bytes, { seriesId: 'ct', name: slice.name })),
      ),
    );
    await start(createDcm2niix()).idle();
    expect(await series()).toMatchObject([{ state: 'converted' }]);
    expect(await volumes()).toMatchObject([{ name: '4_thorax', size: 352 + 3 * 4 * 5 * 2 }]);
  }, 60_000);

  describe("with the server's converter", () => {
    const PICTURE = {
      Rows: 1,
      Columns: 2,
      BitsAllocated: 8,
      BitsStored: 8,
      HighBit: 7,
      SamplesPerPixel: 3,
      PhotometricInterpretation: 'RGB',
    };

    async function sendFile(bytes: Uint8Array): Promise<void> {
      const upload = await registerTestUpload(bench, { us: 1 });
      await receiveChunk(
        bench.context,
        bench.eva,
        packChunk({ ...upload, chunk: 0 }, [testFile('x', bytes, { seriesId: 'us', name: 'x.dcm' })]),
      );
      await start(createDicomConverter()).idle();
    }

    test('a compressed colour cine becomes a volume of its frames, and its row names the writer', async () => {
      const frames = [rleFrame([1, 2, 3, 4, 5, 6], 3), rleFrame([7, 8, 9, 10, 11, 12], 3)];
      await sendFile(
        smallFile({ ...PICTURE, NumberOfFrames: 2, PixelData: { fragments: frames } }, { transferSyntaxUid: '1.2.840.10008.1.2.5' }),
      );
      expect(await series()).toMatchObject([{ state: 'converted', message: null }]);
      expect(await volumes()).toMatchObject([{ name: 'series-2', size: 352 + 12, converter: 'Lightship, frames along z' }]);
      const key = (await volumes())[0]!.object_key;
      expect([...(await bench.context.objects.read(key, 352, 12))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    }, 60_000);

    test('a report is complete without a volume, and its study has not failed [ANN-73]', async () => {
      await sendFile(
        writeDicom({ elements: elements({ SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.11', SOPInstanceUID: '2.25.3', Modality: 'SR' }) }),
      );
      expect(await series()).toMatchObject([{ state: 'converted', message: null }]);
      expect(await volumes()).toEqual([]);
    }, 60_000);
  });

  const DATA = process.env['LIGHTSHIP_TEST_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data');
  const SKYRA = join(DATA, 'mr-prostate-siemens-skyra');
  if (!existsSync(SKYRA)) console.info('Skipped: no real study under LIGHTSHIP_TEST_DATA or ../shared/data');

  test.skipIf(!existsSync(SKYRA))(
    'a real study with seven series becomes the volumes of the reference converter',
    async () => {
      const studyFolder = join(SKYRA, 'ProstateX-0000', '07-07-2011');
      const folders = readdirSync(studyFolder).map((name) => ({ name, files: readdirSync(join(studyFolder, name)) }));
      const upload = await registerTestUpload(bench, Object.fromEntries(folders.map((folder) => [folder.name, folder.files.length])));
      for (const [index, folder] of folders.entries()) {
        const files = folder.files.map((name) =>
          testFile(`${folder.name}/${name}`, readFileSync(join(studyFolder, folder.name, name)), { seriesId: folder.name, name }),
        );
        await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: index }, files));
      }
      await start(createDcm2niix()).idle();
      expect((await series()).map((each) => each.state)).toEqual(Array(7).fill('converted'));
      for (const { name, sha256 } of await volumes()) {
        expect(sha256).toBe(sha256Of(gunzipSync(readFileSync(join(SKYRA, 'reference-dcm2niix', `${name}.nii.gz`)))));
      }
      expect(await volumes()).toHaveLength(7);
    },
    60_000,
  );
});
