import { petToDicom } from '#tests/fixtures/pet.ts';
import type { Suv } from '#contract/suv.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SeriesReading } from '#contract/series-reading.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { createSyntheticSeries } from '#server/conversion/synthetic-series.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { JobHandler } from '#server/jobs/job-handler.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { readSeries } from '#server/reading/read-series.ts';
import type { ReadSeries, SeriesReader } from '#server/reading/series-reader.ts';
import { readingsOf } from './readings.ts';
import { createReadSeriesHandler, queueMissingReadings } from './reading-series-job.ts';
import { gridHash } from '#server/rules/segmentations/grids.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { takeInventoryAgain } from '#server/rules/receive/inventory.ts';
import { clearStrays } from '#server/rules/receive/strays.ts';
import { dropUpload } from '#server/rules/uploads/uploads-end.ts';
import {
  createTestBench,
  packChunk,
  registerTestUpload,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';

describe.each(TEST_ENGINES)('reading series on %s', (engine) => {
  let bench: TestBench;
  let runner: JobRunner | null;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    runner = null;
    differing = [];
  });
  afterEach(async () => {
    await runner?.stop('abandon');
    await bench.close();
  });

  const codecs = createNodeCodecs();
  /** Our own, without its process. */
  const ownReader: SeriesReader = { version: 1, read: (series) => readSeries(series, codecs) };
  let differing: { series: number; different: number }[] = [];
  const played = (read: SeriesReader['read'], version = 1): SeriesReader => ({ version, read });
  function start(reader: SeriesReader = ownReader, converts?: JobHandler): JobRunner {
    runner = startJobRunner(
      bench.context.jobs,
      {
        'read-series': createReadSeriesHandler(bench.context, reader, (found) => differing.push(found)),
        ...(converts && { 'convert-series': converts }),
      },
      { lanes: converts ? [['convert-series'], ['read-series']] : [['read-series']] },
    );
    return runner;
  }

  /** `grid`: the name that the device tells. */
  async function send(
    files: readonly Uint8Array[],
    type: 'dcm' | 'nii' = 'dcm',
    grid: string | null = null,
    suv: Suv | null = null,
  ): Promise<RegisteredUpload> {
    const upload = await registerTestUpload(bench, { a: files.length }, { type, ...(grid !== null && { grid }), ...(suv && { suv }) });
    const parts = files.map((bytes, index) => testFile(`${index}`, bytes, { seriesId: 'a', name: `${index}.${type}` }));
    await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, parts));
    return upload;
  }
  const read = () => bench.context.db.read;
  const reading = async (upload: RegisteredUpload) => (await readingsOf(read(), [upload.series[0]!.id])).get(upload.series[0]!.id) ?? null;
  const row = () => read().selectFrom('series_reading').selectAll().executeTakeFirst();
  const places = () => read().selectFrom('file').select(['name', 'position', 'frames']).orderBy('name').execute();
  const jobs = () => read().selectFrom('job').select(['state', 'tries']).where('name', '=', 'read-series').execute();
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of bench.context.objects.list('')) found.push(key);
    return found.filter((key) => key.endsWith('.png'));
  };
  const unread: ReadSeries = {
    facts: null,
    why: 'not-dicom',
    places: [null],
    patient: null,
    grid: null,
    quality: null,
    thumbnail: null,
    noPicture: { noPicture: 'damaged' },
  };
  const drawn = (byte: number): ReadSeries => ({ ...unread, thumbnail: Uint8Array.of(byte), noPicture: null });

  describe('a series with all its files', () => {
    test('is read without a client: facts, slice positions, a thumbnail, and an event', async () => {
      const slices = createSyntheticSeries().map(({ bytes }) => bytes);
      const upload = await send([slices[2]!, slices[0]!, slices[1]!]);
      bench.told.length = 0;
      await start().idle();
      const found = await reading(upload);
      expect(SeriesReading.parse(found)).toEqual(found);
      expect(found).toMatchObject({
        facts: { rows: 4, columns: 5, slices: 3, frames: 1, isOneOrientation: true, isColour: false, sliceThickness: 2 },
        why: null,
        unreadFiles: 0,
        noPicture: null,
      });
      expect(found!.facts!.tags).toContainEqual({
        code: '(0008,0008)',
        name: 'Image Type',
        prop: 'imageType',
        value: 'ORIGINAL\\PRIMARY\\AXIAL',
      });
      expect(JSON.stringify(found)).not.toMatch(/Muster|4711/);
      expect((await places()).map(({ position, frames }) => [position, frames])).toEqual([
        [2, 1],
        [0, 1],
        [1, 1],
      ]);
      const stored = await row();
      const png = await bench.context.objects.read(stored!.thumbnail_key!, 0, stored!.thumbnail_bytes);
      expect(Buffer.from(png).subarray(1, 4).toString('latin1')).toBe('PNG');
      expect(stored!.thumbnail_key).toContain(`study-${upload.studyUuid}/thumbnail-`);
      expect(bench.told).toMatchObject([{ event: 'change' }]);
      const change = await read().selectFrom('change').selectAll().orderBy('seq', 'desc').executeTakeFirst();
      expect(change).toMatchObject({ kind: 'study', ref: upload.studyUuid });
    });

    test.each([
      ['same', [true]],
      ['different', ['f'.repeat(64)]],
      ['not-told', [null]],
    ] as const)('says whether its device has read the same grid: %s [ENT-62]', async (result, [told]) => {
      const bytes = createSyntheticSeries().map((file) => file.bytes);
      const { grid } = await readSeries({ type: 'dcm', files: bytes.map(createMemorySource) }, codecs);
      const own = gridHash(grid!);
      const upload = await send(bytes.toReversed(), 'dcm', told === true ? own : told);
      await start().idle();
      expect(await reading(upload)).toMatchObject({ grid: { hash: own }, deviceGrid: result });
      expect(differing).toEqual(result === 'different' ? [{ series: upload.series[0]!.id, different: 1 }] : []);
    });

    test('that cannot be read is compared with nothing', async () => {
      const upload = await send([Buffer.from('x')], 'dcm', 'f'.repeat(64));
      await start().idle();
      expect(await reading(upload)).not.toHaveProperty('deviceGrid');
      expect(differing).toEqual([]);
    });

    test('has the uptake factors of the device, which has read the original header, otherwise those of its files [PET-04]', async () => {
      const nameless = petToDicom({ weightKg: null });
      const suv = { rule: 'series', weight: 0.0004, lean_mass: null, surface: null } as const;
      const told = await send(nameless, 'dcm', null, suv);
      await start().idle();
      expect((await reading(told))!.facts!.suv).toEqual(suv);
    });

    test.each([
      ['known', petToDicom(), { rule: 'series', weight: expect.closeTo(0.0004, 9) }],
      ['not known', petToDicom({ weightKg: 0 }), { why: 'no-weight' }],
    ])('has uptake factors that its device did not tell: %s [PET-04]', async (_, files, suv) => {
      const upload = await send(files);
      await start().idle();
      expect((await reading(upload))!.facts!.suv).toMatchObject(suv);
    });

    test('moves its study to the patient of its files [LIST-025]', async () => {
      const uploads = [await send([createSyntheticSeries()[0]!.bytes]), await send([createSyntheticSeries()[1]!.bytes])];
      await start().idle();
      const studies = await read()
        .selectFrom('study')
        .innerJoin('patient', 'patient.id', 'study.patient_id')
        .selectAll('patient')
        .execute();
      expect(studies).toMatchObject(uploads.map(() => ({ id: studies[0]!.id, patient_id: 'P-4711', birth_date: '' })));
    });

    test('is a volume, with its slices as frames of one file', async () => {
      const upload = await send([writeNifti({ dims: [4, 5, 6] })], 'nii');
      await start().idle();
      expect((await reading(upload))!.facts).toMatchObject({ slices: 6, frames: 6, tags: [] });
      expect(await places()).toMatchObject([{ position: 0, frames: 6 }]);
      expect(await keys()).toHaveLength(1);
    });

    test('is read in ranges, with only the headers of its other slices', async () => {
      const large = { Rows: 512, Columns: 512, PixelData: new Uint8Array(512 * 512 * 2) };
      const files = [1, 2, 3, 4].map((InstanceNumber) => smallFile({ ...large, InstanceNumber }));
      await send(files);
      const { objects } = bench.context;
      const asked: number[] = [];
      bench.context.objects = Object.assign(Object.create(objects) as typeof objects, {
        read: (key: string, offset: number, length: number) => (asked.push(length), objects.read(key, offset, length)),
      });
      await start().idle();
      expect((await row())?.thumbnail_bytes).toBeGreaterThan(0);
      // One frame, four headers and the middle one's once more.
      expect(asked.reduce((sum, length) => sum + length, 0)).toBeLessThan(512 * 512 * 2 + 5 * 65_536 + 65_536);
    });

    test('that cannot be drawn gives the reason and keeps its facts', async () => {
      const report = writeDicom({ elements: elements({ SOPInstanceUID: '2.25.3', Modality: 'SR' }) });
      const upload = await send([report]);
      await start().idle();
      expect(await reading(upload)).toMatchObject({ facts: { rows: 0 }, why: null, thumbnail: null, noPicture: { noPicture: 'pixels' } });
    });

    test('with one unreadable file is read without it', async () => {
      const [first, second] = createSyntheticSeries().map(({ bytes }) => bytes);
      const upload = await send([Buffer.from('no image'), second!, first!]);
      await start().idle();
      expect(await reading(upload)).toMatchObject({ facts: { slices: 2 }, unreadFiles: 1 });
      expect((await places()).map(({ position }) => position)).toEqual([null, 1, 0]);
    });

    test.each([
      ['no image', 'dcm', 'not-dicom'],
      ['no volume', 'nii', 'not-nifti'],
    ] as const)('with nothing but %s is not retried', async (text, type, why) => {
      const upload = await send([Buffer.from(text)], type);
      await start().idle();
      expect(await reading(upload)).toMatchObject({
        facts: null,
        why,
        unreadFiles: 1,
        thumbnail: null,
        noPicture: { noPicture: 'damaged' },
      });
      expect(await jobs()).toEqual([{ state: 'done', tries: 1 }]);
    });
  });

  describe('a failing reader', () => {
    test('is tried three times, then the series shows the failure, and later starts ignore it', async () => {
      const upload = await send([Buffer.from('x')]);
      let tries = 0;
      start(played(() => ((tries += 1), Promise.reject(new Error('The reader broke')))));
      for (let round = 0; round < 3; round += 1) {
        await runner!.idle();
        bench.clock.now += 3_600_000;
      }
      expect([tries, await jobs()]).toEqual([3, [{ state: 'failed', tries: 3 }]]);
      expect(await reading(upload)).toMatchObject({ facts: null, why: 'broke', unreadFiles: 1 });
      await queueMissingReadings(bench.context, { version: 1 });
      expect(await jobs()).toMatchObject([{ state: 'failed' }]);
    });

    test('that hangs delays no conversion', async () => {
      await send([Buffer.from('x')]);
      const converted = Promise.withResolvers<void>();
      const converts: JobHandler = {
        run: () => Promise.resolve({ effect: () => Promise.resolve(), committed: converted.resolve }),
        gaveUp: () => ({ effect: () => Promise.resolve() }),
      };
      start(
        played(
          (_series, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
        ),
        converts,
      );
      await converted.promise;
      expect(await row()).toBeUndefined();
    });
  });

  describe('at a start', () => {
    test('existing series are read once each', async () => {
      const upload = await send([Buffer.from('x')]);
      await bench.context.db.write((tx) => tx.deleteFrom('job').execute());
      await queueMissingReadings(bench.context, ownReader);
      await queueMissingReadings(bench.context, ownReader);
      expect(await jobs()).toMatchObject([{ state: 'queued' }]);
      await start().idle();
      expect(await reading(upload)).not.toBeNull();
      await queueMissingReadings(bench.context, ownReader);
      expect(await jobs()).toMatchObject([{ state: 'done' }]);
    });

    test('series from an earlier reader version are read again, and their thumbnails replaced', async () => {
      await send([Buffer.from('x')]);
      await start(played(() => Promise.resolve(drawn(1)))).idle();
      const [before] = await keys();
      await runner!.stop('wait');
      await queueMissingReadings(bench.context, { version: 2 });
      await start(played(() => Promise.resolve(drawn(2)), 2)).idle();
      expect(await keys()).toEqual([(await row())!.thumbnail_key]);
      expect(await keys()).not.toEqual([before]);
      expect((await row())!.version).toBe(2);
    });

    test('a series with missing files waits', async () => {
      await registerTestUpload(bench, { a: 1 });
      await queueMissingReadings(bench.context, ownReader);
      expect(await jobs()).toEqual([]);
    });
  });

  test('a series that was read is not read again on request', async () => {
    const upload = await send([Buffer.from('x')]);
    let reads = 0;
    start(played(() => ((reads += 1), Promise.resolve(unread))));
    await runner!.idle();
    await bench.context.db.write((tx) =>
      bench.context.jobs.add(tx, {
        name: 'read-series',
        payload: { seriesId: upload.series[0]!.id },
        uniqueKey: `read-series-${upload.series[0]!.id}`,
      }),
    );
    await runner!.idle();
    expect([reads, await jobs()]).toEqual([1, [{ state: 'done', tries: 1 }]]);
  });

  test('an upload dropped while it is read leaves no thumbnail', async () => {
    const upload = await send([Buffer.from('x')]);
    start(
      played(async () => {
        await dropUpload(bench.context, bench.eva, upload.session);
        return drawn(1);
      }),
    );
    await runner!.idle();
    expect([await keys(), await row()]).toEqual([[], undefined]);
  });

  test('a thumbnail lost by the store is drawn again', async () => {
    const upload = await send([Buffer.from('x')]);
    await start(played(() => Promise.resolve(drawn(1)))).idle();
    const [key] = await keys();
    await bench.context.objects.remove(key!);
    const uploadRow = await read().selectFrom('upload').selectAll().where('id', '=', upload.uploadId).executeTakeFirstOrThrow();
    await takeInventoryAgain(bench.context, uploadRow);
    await runner!.idle();
    expect(await keys()).toEqual([key]);
    expect(await row()).toMatchObject({ thumbnail_key: key });
  });

  test('files lost by the store are awaited, and read when they are back', async () => {
    const upload = await send([Buffer.from('x')]);
    const { objects } = bench.context;
    for await (const { key } of objects.list('')) await objects.remove(key);
    // A store with nothing at all in it would be one that is away.
    await objects.write('team-9/other', Buffer.from('x'));
    start();
    await runner!.idle();
    expect([await row(), (await jobs())[0]!.state]).toEqual([undefined, 'cancelled']);
    await receiveChunk(
      bench.context,
      bench.eva,
      packChunk({ ...upload, chunk: 0 }, [testFile('0', 'x', { seriesId: 'a', name: '0.dcm' })]),
    );
    await runner!.idle();
    expect(await reading(upload)).toMatchObject({ why: 'not-dicom' });
  });

  test('a thumbnail with a row is not a stray', async () => {
    await send([Buffer.from('x')]);
    await start(played(() => Promise.resolve(drawn(1)))).idle();
    for (const days of [1, 9, 20]) {
      bench.clock.now = Date.now() + days * 86_400_000;
      await clearStrays(bench.context);
    }
    expect(await keys()).toHaveLength(1);
  });
});
