import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UNSORTED } from '#contract/chunk.ts';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { writeRar } from '#tests/fixtures/archives/write-rar.ts';
import { writeTar } from '#tests/fixtures/archives/write-tar.ts';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';
import { lockedZip } from '#tests/support/foreign-archives.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import type { ArchiveUnpacker } from '#server/archives/archive-unpacker.ts';
import type { Converter } from '#server/conversion/converter.ts';
import { framePixels } from '#server/archives/frame-pixels.ts';
import { sliceValues } from '#server/archives/slice-values.ts';
import { sortFiles } from '#server/archives/sort-files.ts';
import { unpackArchive } from '#server/archives/unpack-archive.ts';
import { createSyntheticSeries } from '#server/conversion/synthetic-series.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { prepareBatch } from './batch.ts';
import { moveBatch } from './move.ts';
import { createReadBatchHandler } from './read-job.ts';
import { batchPixels } from './pixels.ts';
import { takeBackArchives } from './take-back.ts';
import { madeNifti, previewSlice, previewSlices, sentNifti } from './previews.ts';
import { passwordsOf } from './passwords.ts';
import { readBatch } from './result.ts';
import { checkBatch } from './status.ts';
import { requestConversion } from '#server/rules/conversion/conversion-request.ts';
import { saveDeidentification } from '#server/rules/deidentification/deidentification.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { piecesOf } from '#server/rules/receive/proof.ts';
import { clearStrays } from '#server/rules/receive/strays.ts';
import { dropUpload, healUploads } from '#server/rules/uploads/uploads-end.ts';
import { registerStudy } from '#server/rules/uploads/uploads-register-study.ts';
import { prepareUpload } from '#server/rules/uploads/uploads.ts';
import {
  createTestBench,
  packChunk,
  putSeriesInto,
  refusalOf,
  testFile,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';

/** Our own, without its process. */
const unpacker: ArchiveUnpacker = {
  unpack: ({ source, name, passwords }, _signal, take) => unpackArchive(source, { name, passwords }, take),
  sort: (files) => sortFiles(files),
  pixels: (file) => framePixels(file, createNodeCodecs()),
  slices: (files, wanted) => sliceValues(files, wanted, createNodeCodecs()),
};

/** A converter that tells what it was asked. */
function playedConverter(asked: string[][]): Converter {
  const volumes = [
    { name: 'small', bytes: Uint8Array.of(1), sidecar: null },
    { name: 'large', bytes: Uint8Array.of(1, 2, 3), sidecar: null },
  ];
  return {
    name: 'played',
    maxInputBytes: 10_000_000,
    async convert({ files }) {
      asked.push(files.map(({ name }) => name));
      return { ok: true, volumes };
    },
  };
}

const slices = createSyntheticSeries().map(({ bytes }, n) => ({ name: `STUDY/${n}.dcm`, bytes }));
const report = writeDicom({
  elements: elements({ StudyInstanceUID: '1.9', SeriesInstanceUID: '1.9.1', SOPInstanceUID: '1.9.1.1', Modality: 'SR' }),
});

describe.each(TEST_ENGINES)('an archive upload on %s', (engine) => {
  let bench: TestBench;
  let runner: JobRunner | null;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    // What a team does that treats patients: everything as it came. The other is in deidentify.test.ts.
    await saveDeidentification(bench.context.db, bench.eva, { ...FIRST_DEIDENTIFICATION, usual: false });
    runner = null;
  });
  afterEach(async () => {
    await runner?.stop('abandon');
    await bench.close();
  });

  async function send(files: Record<string, Uint8Array>): Promise<string> {
    const { session } = await prepareBatch(bench.context, bench.eva, {});
    for (const [chunk, [name, bytes]] of Object.entries(files).entries()) {
      const file = testFile(name, bytes, { name, seriesId: UNSORTED });
      await receiveChunk(bench.context, bench.eva, packChunk({ session, studyUuid: session, chunk }, [file]));
    }
    return session;
  }
  /** Until the reading has ended. */
  async function read(session: string, passwords: Record<string, string> = {}, by = unpacker) {
    const asked = await readBatch(bench.context, bench.eva, session, { isAsking: false, passwords });
    if (asked.result !== false) return asked.result;
    runner ??= startJobRunner(bench.context.jobs, { 'read-batch': createReadBatchHandler(bench.context, by) }, { lanes: [['read-batch']] });
    await runner.idle();
    const { result } = await readBatch(bench.context, bench.eva, session, { isAsking: true, passwords: {} });
    if (result === false) throw new Error('It was not read');
    return result;
  }
  const move = (session_id: string, { studies }: Awaited<ReturnType<typeof read>>) =>
    moveBatch(bench.context, bench.eva, {
      session_id,
      studies: studies.map(({ uuid }) => ({ uuid, bodyPart: 'prostate' })),
      series: studies.flatMap(({ uuid, series }) => series.map(({ upload_id }) => ({ uuid, upload_id }))),
    });
  const rows = (table: 'batch' | 'batch_file' | 'batch_piece') => bench.context.db.read.selectFrom(table).selectAll().execute();
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of bench.context.objects.list('')) found.push(key);
    return found;
  };
  const storedHash = async (fileId: number) => {
    const hash = createHash('sha256');
    for (const piece of await piecesOf(bench.context.db.read, fileId)) {
      hash.update(await bench.context.objects.read(piece.object_key, piece.object_offset, piece.length));
    }
    return hash.digest('hex');
  };

  test.each([
    ['zip', writeZip(slices)],
    ['tar.gz', gzipSync(writeTar(slices))],
    ['rar', writeRar(slices)],
  ])(
    'a %s becomes a study: unpacked, sorted and moved byte for byte, and queued for conversion [SOCK-10, SOCK-11]',
    async (ending, bytes) => {
      const session = await send({ [`study.${ending}`]: bytes });
      const result = await read(session);
      expect(result).toMatchObject({ session, refused: [], unsupported: 0, nifties: [] });
      expect(bench.told.filter(({ to }) => to === session)).toEqual([
        { to: session, event: 'upload:server:inflation:one', payload: { session, index: 0, count: 1 } },
        { to: session, event: 'upload:server:inflated:all', payload: { session } },
      ]);
      expect(result.studies).toHaveLength(1);
      expect(result.studies[0]!.series).toMatchObject([
        { cnt: slices.length, files: slices.length, imageOrientationPatientEquals: true, type: 'dcm' },
      ]);
      const { studies } = await move(session, result);
      expect(studies).toEqual([{ uuid: result.studies[0]!.uuid }]);
      const files = await bench.context.db.read.selectFrom('file').selectAll().orderBy('name').execute();
      expect(files.map(({ name, proved }) => [name, proved])).toEqual(slices.map((_, n) => [`${n}.dcm`, 1]));
      for (const [n, file] of files.entries())
        expect(await storedHash(file.id)).toBe(createHash('sha256').update(slices[n]!.bytes).digest('hex'));
      const series = await bench.context.db.read.selectFrom('series').select(['state', 'file_count', 'proved_files']).execute();
      expect(series).toEqual([{ state: 'proved', file_count: slices.length, proved_files: slices.length }]);
      const jobs = await bench.context.db.read.selectFrom('job').select('name').where('state', '=', 'queued').orderBy('name').execute();
      expect(jobs.map(({ name }) => name)).toEqual(['convert-series', 'read-series']);
      // The archive itself is gone: its bytes are there once.
      expect((await keys()).filter((key) => key.includes('/chunk-'))).toEqual([]);
    },
  );

  test('single files, a volume and an archive in one session: a repeated file counts once, and files that are not images are listed [ENT-36]', async () => {
    const session = await send({
      'a.dcm': smallFile(),
      'b.dcm': smallFile(),
      'c.dcm': new Uint8Array(20_000),
      'report.zip': writeZip([
        { name: 'sr.dcm', bytes: report },
        { name: 'again.dcm', bytes: smallFile() },
      ]),
    });
    const result = await read(session);
    expect(result.studies.map(({ series }) => series.map(({ files }) => files))).toEqual([[1], [1]]);
    expect(result.refused.map(({ path, code }) => `${path}: ${code}`).toSorted()).toEqual([
      'b.dcm: duplicate',
      'c.dcm: not-an-image',
      'report.zip/again.dcm: duplicate',
    ]);
    for (const { message } of result.refused) expect(message).not.toBe('');
  });

  test('an archive that crashes the unpacker is excluded by name, and the others are read', async () => {
    const session = await send({ 'bad.zip': writeZip(slices), 'good.zip': writeZip([{ name: 'sr.dcm', bytes: report }]) });
    const breaking: ArchiveUnpacker = {
      ...unpacker,
      unpack: (archive, signal, take) =>
        archive.name === 'bad.zip' ? Promise.reject(new Error('It was ended by SIGKILL')) : unpacker.unpack(archive, signal, take),
    };
    await readBatch(bench.context, bench.eva, session, { isAsking: false, passwords: {} });
    runner = startJobRunner(
      bench.context.jobs,
      { 'read-batch': createReadBatchHandler(bench.context, breaking) },
      { lanes: [['read-batch']], pollMs: 10 },
    );
    // The first try broke, and the next one comes after its pause.
    await runner.idle();
    bench.clock.now += 60_000;
    bench.context.jobs.wake();
    await runner.idle();
    const { result } = await readBatch(bench.context, bench.eva, session, { isAsking: true, passwords: {} });
    expect(result).toMatchObject({ studies: [{ studyInstanceUid: '1.9' }], refused: [{ path: 'bad.zip', code: 'archive-broke' }] });
  });

  test('when sorting fails every time, reading ends and lists what was sent; studies sorted earlier stay', async () => {
    const session = await send({ 'a.zip': writeZip(slices), 'plain.dcm': report });
    let tries = 0;
    const breaking: ArchiveUnpacker = { ...unpacker, sort: () => ((tries += 1), Promise.reject(new Error('It was ended by SIGKILL'))) };
    const asked = () => readBatch(bench.context, bench.eva, session, { isAsking: true, passwords: {} });
    await readBatch(bench.context, bench.eva, session, { isAsking: false, passwords: {} });
    runner = startJobRunner(bench.context.jobs, { 'read-batch': createReadBatchHandler(bench.context, breaking) });
    for (let waits = 0; waits < 10 && (await asked()).result === false; waits += 1) {
      await runner.idle();
      bench.clock.now += 3_600_000;
      bench.context.jobs.wake();
    }
    expect(tries).toBe(3);
    expect((await asked()).result).toMatchObject({
      studies: [],
      refused: [
        { path: 'a.zip', code: 'archive-broke' },
        { path: 'plain.dcm', code: 'archive-broke' },
      ],
    });
  });

  test('a password is requested, tried, and stored nowhere', async () => {
    const asked: Record<string, string>[] = [];
    const locked: ArchiveUnpacker = {
      ...unpacker,
      unpack(archive, signal, take) {
        asked.push(archive.passwords);
        if (archive.passwords['a.zip'] === 'secret word') return unpacker.unpack(archive, signal, take);
        return take({
          pack: 0,
          bytes: new Uint8Array(0),
          items: [{ is: 'refused', key: '0', path: archive.name, problem: 'archive-encrypted' }],
        }).then(() => ({ unsupported: 0 }));
      },
    };
    const session = await send({ 'a.zip': writeZip(slices) });
    expect((await read(session, {}, locked)).refused).toMatchObject([{ path: 'a.zip', code: 'archive-encrypted' }]);
    expect((await read(session, { 'a.zip': 'another word' }, locked)).refused).toMatchObject([
      { path: 'a.zip', code: 'archive-encrypted' },
    ]);
    expect(await read(session, { 'a.zip': 'secret word' }, locked)).toMatchObject({
      refused: [],
      studies: [{ series: [{ files: slices.length }] }],
    });
    expect(asked).toEqual([{}, { 'a.zip': 'another word' }, { 'a.zip': 'secret word' }]);
    const jobs = await bench.context.db.read.selectFrom('job').selectAll().execute();
    expect(JSON.stringify([jobs, await rows('batch'), await rows('batch_file')])).not.toContain('word');
  });

  test('a nested archive has its own password, and that of the outer one is not requested again', async () => {
    const session = await send({
      'a.zip': await lockedZip([{ name: 'in.zip', bytes: await lockedZip(slices, 'inner word') }], 'outer word'),
      'b.zip': writeZip([{ name: 'b.dcm', bytes: report }]),
    });
    const outer = { path: 'a.zip', code: 'archive-encrypted' };
    const inner = { path: 'a.zip/in.zip', code: 'archive-encrypted' };
    expect((await read(session)).refused).toMatchObject([outer]);
    expect((await read(session, { 'a.zip': 'outer word' })).refused).toMatchObject([inner]);
    expect((await read(session, { 'a.zip/in.zip': 'another word' })).refused).toMatchObject([inner]);
    const opened = await read(session, { 'a.zip/in.zip': 'inner word' });
    expect(opened.refused).toEqual([]);
    expect(opened.studies.flatMap(({ series }) => series.map(({ files }) => files))).toEqual(expect.arrayContaining([slices.length, 1]));
    expect(await passwordsOf(bench.context, (await rows('batch'))[0]!.upload_id, 'a.zip')).toEqual({});
  });

  test('the content of an archive counts towards the storage space of the team', async () => {
    const big = writeZip([{ name: 'a.dcm', bytes: new Uint8Array(5 * 1024 ** 2) }]);
    const session = await send({ 'a.zip': big });
    bench.context.bytesPerTeam = 100_000;
    expect((await read(session)).refused).toMatchObject([{ path: 'a.zip', code: 'no-room' }]);
    const other = await prepareBatch(bench.context, bench.eva, {});
    const file = testFile('b.dcm', new Uint8Array(200_000), { seriesId: UNSORTED });
    const chunk = packChunk({ session: other.session, studyUuid: other.session, chunk: 0 }, [file]);
    expect(await refusalOf(receiveChunk(bench.context, bench.eva, chunk))).toMatchObject({ code: 'storage_full' });
    expect((await keys()).filter((key) => key.includes(other.session))).toEqual([]);
  });

  test('a repeated move moves nothing twice, and an unread series is refused [LEG-028, CALL-047]', async () => {
    const session = await send({ 'a.zip': writeZip(slices) });
    const result = await read(session);
    await move(session, result);
    await move(session, result);
    expect(await bench.context.db.read.selectFrom('series').select('id').execute()).toHaveLength(1);
    const [study] = result.studies;
    const other = { uuid: study!.uuid, upload_id: '00000000-0000-4000-8000-000000000000' };
    const studies = [{ uuid: study!.uuid, bodyPart: 'prostate' }];
    expect(await refusalOf(moveBatch(bench.context, bench.eva, { session_id: session, studies, series: [other] }))).toMatchObject({
      code: 'not_found',
    });
    const series = [{ uuid: study!.uuid, upload_id: study!.series[0]!.upload_id }];
    expect(await refusalOf(moveBatch(bench.context, bench.tom, { session_id: session, studies, series }))).toMatchObject({
      code: 'not_found',
    });
  });

  test('a series without a body part is refused, and nothing is moved', async () => {
    const session = await send({ 'a.zip': writeZip(slices) });
    const [study] = (await read(session)).studies;
    const series = [{ uuid: study!.uuid, upload_id: study!.series[0]!.upload_id }];
    const studies = [{ uuid: study!.uuid, bodyPart: '' }];
    expect(await refusalOf(moveBatch(bench.context, bench.eva, { session_id: session, studies, series }))).toMatchObject({
      code: 'missing_bodypart',
    });
    expect(await bench.context.db.read.selectFrom('study').select('id').execute()).toEqual([]);
  });

  test('it is closed once its studies have ended: unmoved files are deleted, moved ones stay [CONST-62, ENT-37]', async () => {
    const session = await send({ 'a.zip': writeZip([...slices, { name: 'sr.dcm', bytes: report }]) });
    const result = await read(session);
    const studies = result.studies.filter(({ series }) => series[0]!.cnt === slices.length);
    await move(session, { ...result, studies });
    const uuids = studies.map(({ uuid }) => uuid);
    expect((await checkBatch(bench.context, bench.eva, uuids)).data).toMatchObject([{ status: null, sub: [{ uuid: `${uuids[0]}-001` }] }]);
    await putSeriesInto(bench, 'converted');
    expect((await checkBatch(bench.context, bench.eva, uuids)).data).toMatchObject([{ status: 'converted' }]);
    expect(await rows('batch_file')).toEqual([]);
    expect((await checkBatch(bench.context, bench.eva, uuids)).data).toMatchObject([{ status: 'converted' }]);
    expect((await checkBatch(bench.context, bench.tom, uuids)).data).toEqual([]);
    for (const file of await bench.context.db.read.selectFrom('file').selectAll().execute())
      expect(await storedHash(file.id)).toBe(file.sha256);
  });

  test('the middle slice of a series is returned as numbers before the move, to its owner only', async () => {
    const session = await send({ 'a.rar': writeRar(slices), 'sr.dcm': report });
    const { studies } = await read(session);
    const pixelsOf = (file: string, who = bench.eva) => batchPixels(bench.context, unpacker, who, { session, file });
    const middle = studies.flatMap(({ series }) => series).find(({ cnt }) => cnt === slices.length)!.file;
    const { size, headers, stream } = await pixelsOf(middle);
    const bytes = Buffer.concat(await stream(0, size!).toArray());
    expect([size, headers]).toEqual([4 * 5 * 2, { 'x-rows': '4', 'x-columns': '5', 'x-frames': '1' }]);
    const description = await readDicomHeader(createMemorySource(slices[Math.floor(slices.length / 2)]!.bytes));
    const decoded = description.ok && (await decodeFrame(description.source, description.description, 0));
    if (!decoded || !decoded.ok) throw new Error('The slice cannot be decoded');
    expect([...new Int16Array(bytes.buffer, bytes.byteOffset, 20)]).toEqual([...decoded.frame.samples]);
    const withoutPicture = studies.flatMap(({ series }) => series).find(({ cnt }) => cnt !== slices.length)!.file;
    for (const [file, who] of [[withoutPicture], ['999999'], [middle, bench.tom], [middle, bench.ute]] as const) {
      expect(await refusalOf(pixelsOf(file, who))).toMatchObject({ code: 'not_found' });
    }
  });

  describe('before its series are moved', () => {
    const left = new AbortController().signal;
    const asked = (session: string, member = bench.eva) => ({ caller: { ...member, uploadId: null }, session, left });
    const bytesOf = async ({ size, stream }: Awaited<ReturnType<typeof previewSlice>>) => Buffer.concat(await stream(0, size!).toArray());
    const long = (studies: Awaited<ReturnType<typeof read>>['studies']) =>
      studies.flatMap(({ uuid, series }) => series.map((each) => ({ ...each, studyKey: uuid }))).find(({ cnt }) => cnt === slices.length)!;

    test('each slice is drawn from numbers as the device draws it from the file', async () => {
      const session = await send({ 'a.zip': writeZip(slices.toReversed()) });
      const { upload_id: uploadId } = long((await read(session)).studies);
      const ports = { ...unpacker, converters: { dcm: playedConverter([]), nii: playedConverter([]) } };
      for (const slice of slices.keys()) {
        const answer = await previewSlice(bench.context, ports, asked(session), { uploadId, slice });
        const words = new Int16Array(Uint8Array.from(await bytesOf(answer)).buffer);
        expect(answer.headers).toMatchObject({ 'x-width': '5', 'x-height': '4', 'x-slices': '1', 'x-samples': '1', 'x-inverted': '0' });
        const header = await readDicomHeader(createMemorySource(slices[slice]!.bytes));
        if (!header.ok) throw new Error(header.why);
        const decoded = await decodeFrame(header.source, header.description, 0);
        if (!decoded.ok) throw new Error('The slice cannot be decoded');
        const { rescaleSlope, rescaleIntercept } = header.description;
        const [slope, intercept] = [Number(answer.headers!['x-slope']), Number(answer.headers!['x-intercept'])];
        for (const [at, stored] of [...decoded.frame.samples].entries()) {
          expect(words[at]! * slope + intercept).toBeCloseTo(stored * rescaleSlope + rescaleIntercept, 2);
        }
      }
      const all = await previewSlices(bench.context, ports, asked(session), { uploadId });
      expect([all.size, all.headers]).toEqual([
        slices.length * 4 * 5 * 2,
        expect.objectContaining({ 'x-slices': String(slices.length), 'x-width': '5', 'x-height': '4' }),
      ]);
    });

    test('a missing slice, a missing series and the series of another user are refused', async () => {
      const session = await send({ 'a.zip': writeZip(slices), 'sr.dcm': report });
      const { studies } = await read(session);
      const { upload_id: uploadId, studyKey } = long(studies);
      const ports = { ...unpacker, converters: { dcm: playedConverter([]), nii: playedConverter([]) } };
      const refused = (slice: number, id = uploadId, member = bench.eva) =>
        refusalOf(previewSlice(bench.context, ports, asked(session, member), { uploadId: id, slice }));
      expect(await refused(slices.length)).toMatchObject({ code: 'range_outside' });
      expect(await refused(0, randomUUID())).toMatchObject({ code: 'not_found' });
      expect(await refused(0, studies.find((study) => study.uuid !== studyKey)!.series[0]!.upload_id)).toMatchObject({ code: 'not_found' });
      for (const member of [bench.tom, bench.ute]) {
        expect(await refused(0, uploadId, member)).toMatchObject({ code: 'not_found' });
        expect(await refusalOf(previewSlices(bench.context, ports, asked(session, member), { uploadId }))).toMatchObject({
          code: 'not_found',
        });
        expect(await refusalOf(madeNifti(bench.context, ports, asked(session, member), { studyKey, uploadId }))).toMatchObject({
          code: 'not_found',
        });
      }
      // Whoever has left is drawn nothing for.
      const gone = { ...asked(session), left: AbortSignal.abort() };
      expect(await refusalOf(previewSlice(bench.context, ports, gone, { uploadId, slice: 0 }))).toMatchObject({ code: 'not_found' });
    });

    test('a volume of a series is made once, is not a stray, and is deleted with its upload; a sent volume is returned unchanged', async () => {
      const volume = writeNifti({ dims: [3, 2, 2] });
      const session = await send({ 'a.zip': writeZip(slices), 'brain.nii': volume });
      const { studies } = await read(session);
      const { upload_id: uploadId, studyKey } = long(studies);
      const converted: string[][] = [];
      const ports = { ...unpacker, converters: { dcm: playedConverter(converted), nii: playedConverter([]) } };
      for (const _ of [1, 2]) {
        expect([...(await bytesOf(await madeNifti(bench.context, ports, asked(session), { studyKey, uploadId })))]).toEqual([1, 2, 3]);
      }
      expect(converted).toEqual([slices.map((_, n) => `${n}.dcm`)]);
      expect(await refusalOf(madeNifti(bench.context, ports, asked(session), { studyKey: randomUUID(), uploadId }))).toMatchObject({
        code: 'not_found',
      });
      bench.clock.now = Date.now() + 30 * 86_400_000;
      await clearStrays(bench.context);
      await clearStrays(bench.context);
      const made = (await keys()).filter((key) => key.includes('/volume-'));
      expect(made).toHaveLength(1);
      const sent = studies.find(({ series }) => series[0]!.type === 'nii')!;
      expect((await bytesOf(await sentNifti(bench.context, asked(session), { studyKey: sent.uuid }))).equals(Buffer.from(volume))).toBe(
        true,
      );
      expect(await refusalOf(sentNifti(bench.context, asked(session), { studyKey }))).toMatchObject({ code: 'not_found' });
      await dropUpload(bench.context, bench.eva, session);
      expect(await keys()).toEqual([]);
    });

    test('a series that becomes no volume returns the reason', async () => {
      const session = await send({ 'a.zip': writeZip(slices) });
      const { upload_id: uploadId, studyKey } = long((await read(session)).studies);
      const refusing: Converter = { ...playedConverter([]), convert: async () => ({ ok: false, why: 'No pixel data.' }) };
      const ports = { ...unpacker, converters: { dcm: refusing, nii: refusing } };
      expect(await refusalOf(madeNifti(bench.context, ports, asked(session), { studyKey, uploadId }))).toMatchObject({
        code: 'invalid',
        errors: { series: ['No pixel data.'] },
      });
    });

    test('another archive may be added, and earlier series keep their ids', async () => {
      const session = await send({ 'a.zip': writeZip(slices) });
      const before = (await read(session)).studies;
      const file = testFile('b.zip', writeZip([{ name: 'sr.dcm', bytes: report }]), { name: 'b.zip', seriesId: UNSORTED });
      await receiveChunk(bench.context, bench.eva, packChunk({ session, studyUuid: session, chunk: 1 }, [file]));
      const after = (await read(session)).studies;
      expect(after.map(({ uuid }) => uuid)).toContain(before[0]!.uuid);
      expect(long(after).upload_id).toBe(long(before).upload_id);
      expect(after).toHaveLength(2);
    });
  });

  test('a registered series gets its files from the opened archive once, and is converted [CALL-055]', async () => {
    const session = await send({ 'a.zip': writeZip([...slices, { name: 'sr.dcm', bytes: report }]) });
    const { studies } = await read(session);
    const [study] = studies.filter(({ series }) => series[0]!.cnt === slices.length);
    const [series] = study!.series;
    const registered = (file_count: number, id = 'own-id') =>
      registerStudy(bench.context, bench.eva, {
        study: {
          ...{
            id: `study-${id}`,
            patientName: 'Named by a person',
            originalPatientName: 'A^B',
            patientSex: '',
            studyDate: '',
            studyTime: '',
          },
          ...{ dirty: true, modality: 'MR', pipelineCode: null },
          series: [
            {
              ...{ id, idx: 0, seriesInstanceUid: '1.2', seriesNumber: 1, seriesDescription: '', modalityCode: 'MR', cnt: slices.length },
              ...{
                numberOfFrames: 1,
                rows: 4,
                columns: 5,
                sliceThickness: 1,
                file_count,
                totalFileSize: 1,
                files: [],
                type: 'dcm' as const,
              },
            },
          ],
        },
        ...{ studyInstanceUid: '1.2', bodyPart: 'prostate', labels: [], session_id: session, anonymize: false },
      });
    const convert = async (answer: Awaited<ReturnType<typeof registered>>, change = {}) =>
      requestConversion(bench.context, { ...bench.eva, uploadId: null }, session, {
        ...{ studyRemoteId: answer.study.id, studyRemoteUuid: answer.study.uuid },
        ...{ serieRemoteId: answer.series[0]!.id, serieRemoteUuid: answer.series[0]!.uuid },
        ...{ location: 'server' as const, serieClientUploadId: series!.upload_id, ...change },
      });
    const one = await registered(slices.length);
    expect(await refusalOf(convert(one, { serieClientUploadId: randomUUID() }))).toMatchObject({ code: 'not_found' });
    expect(await refusalOf(convert(one, { location: 'local' }))).toMatchObject({ code: 'series_incomplete' });
    expect(await refusalOf(convert(await registered(slices.length - 1, 'other'), {}))).toMatchObject({ code: 'conflict' });
    for (const _ of [1, 2]) expect(await convert(one)).toEqual({ idx: 0, accepted: true });
    const files = await bench.context.db.read.selectFrom('file').selectAll().orderBy('name').execute();
    expect(files).toHaveLength(slices.length);
    for (const [n, file] of files.entries())
      expect(await storedHash(file.id)).toBe(createHash('sha256').update(slices[n]!.bytes).digest('hex'));
    const states = await bench.context.db.read.selectFrom('series').select(['client_id', 'state']).orderBy('client_id').execute();
    expect(states).toEqual([
      { client_id: 'other', state: 'receiving' },
      { client_id: 'own-id', state: 'proved' },
    ]);
    const jobs = await bench.context.db.read.selectFrom('job').select('name').where('state', '=', 'queued').orderBy('name').execute();
    expect(jobs.map(({ name }) => name)).toEqual(['convert-series', 'read-series']);
  });

  test('an archive removed while it is sent is not awaited any more, and its content is deleted; a late chunk changes nothing', async () => {
    const { session } = await prepareBatch(bench.context, bench.eva, {});
    const caller = { ...bench.eva, uploadId: null };
    const named = (name: string, bytes: Uint8Array) => testFile(name, bytes, { name, seriesId: UNSORTED });
    const half = named('half.zip', writeZip(slices));
    const cut = Math.floor(half.bytes.length / 2);
    const parts = [
      { file: half, from: 0, to: cut },
      { file: half, from: cut },
    ];
    const chunk = (n: number, files: Parameters<typeof packChunk>[1]) =>
      receiveChunk(bench.context, bench.eva, packChunk({ session, studyUuid: session, chunk: n }, files));
    const before = await keys();
    await chunk(0, [parts[0]!]);
    const asked = () => readBatch(bench.context, caller, session, { isAsking: false, passwords: {} });
    expect(await refusalOf(asked())).toMatchObject({ code: 'series_incomplete' });
    // The second has not come at all.
    await takeBackArchives(bench.context, caller, session, [half.fileId, 'never-seen']);
    await takeBackArchives(bench.context, caller, session, [half.fileId, 'never-seen']);
    expect(await keys()).toEqual(before);
    expect(await read(session)).toMatchObject({ studies: [], refused: [] });
    await chunk(1, [parts[1]!]);
    expect([await rows('batch'), await keys()]).toMatchObject([[{ state: 'read' }], before]);
    // Another one goes on, and the same archive may be given again.
    await chunk(2, [named('again.zip', half.bytes)]);
    expect(await read(session)).toMatchObject({ studies: [{ series: [{ files: slices.length }] }], refused: [] });
    for (const who of [bench.tom, bench.ute]) {
      expect(await refusalOf(takeBackArchives(bench.context, { ...who, uploadId: null }, session, [half.fileId]))).toMatchObject({
        code: 'not_found',
      });
    }
  });

  test('an upload stays open while an archive of it is being sent or opened', async () => {
    const { session } = await prepareUpload(bench.context, bench.eva, { id: randomUUID(), started: 0 });
    const file = testFile('a.zip', writeZip(slices), { name: 'a.zip', seriesId: UNSORTED });
    const chunk = packChunk({ session, studyUuid: session, chunk: 0 }, [file], {});
    expect(await refusalOf(receiveChunk(bench.context, bench.eva, chunk))).toMatchObject({ code: 'not_found' });
    const result = await send({ 'a.zip': file.bytes }).then(async (other) => ({ other, read: await read(other) }));
    await move(result.other, result.read);
    await putSeriesInto(bench, 'converted');
    const state = async () =>
      (await bench.context.db.read.selectFrom('upload').select('state').where('session', '=', result.other).executeTakeFirstOrThrow())
        .state;
    const uuids = result.read.studies.map(({ uuid }) => uuid);
    await bench.context.db.write((tx) => tx.updateTable('batch').set({ state: 'reading' }).execute());
    await checkBatch(bench.context, bench.eva, uuids);
    expect(await state()).toBe('open');
    await bench.context.db.write((tx) => tx.updateTable('batch').set({ state: 'read' }).execute());
    await checkBatch(bench.context, bench.eva, uuids);
    expect(await state()).toBe('finished');
  });

  test('a reading interrupted by the end of the server is repeated without duplicates', async () => {
    const session = await send({ 'a.zip': writeZip(slices), 'b.rar': writeRar([{ name: 'sr.dcm', bytes: report }]) });
    await readBatch(bench.context, bench.eva, session, { isAsking: false, passwords: {} });
    const begun = Promise.withResolvers<void>();
    const hanging: ArchiveUnpacker = {
      ...unpacker,
      async unpack(archive, signal, take) {
        if (archive.name === 'a.zip') return unpacker.unpack(archive, signal, take);
        await unpacker.unpack(archive, signal, take);
        begun.resolve();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
      },
    };
    const handler = createReadBatchHandler(bench.context, hanging);
    const first = startJobRunner(bench.context.jobs, { 'read-batch': handler }, { lanes: [['read-batch']] });
    await begun.promise;
    await first.stop('abandon');
    const opened: string[] = [];
    const counting: ArchiveUnpacker = {
      ...unpacker,
      unpack: (archive, signal, take) => (opened.push(archive.name), unpacker.unpack(archive, signal, take)),
    };
    const result = await read(session, {}, counting);
    expect(opened).toEqual(['b.rar']);
    expect(result.studies.map(({ series }) => series.map(({ files }) => files)).toSorted()).toEqual([[1], [slices.length]]);
    expect((await keys()).filter((key) => key.includes('/unpacked-'))).toHaveLength(2);
  });

  test('leftovers of an ended upload after a crash are removed at the next start', async () => {
    const session = await send({ 'a.zip': writeZip(slices) });
    await read(session);
    await bench.context.db.write((tx) => tx.updateTable('upload').set({ state: 'finished' }).where('session', '=', session).execute());
    await healUploads(bench.context);
    expect([await rows('batch'), await rows('batch_file'), await keys()]).toEqual([[], [], []]);
  });

  test('dropping the upload removes unsorted files', async () => {
    const session = await send({ 'a.zip': writeZip(slices), 'b.dcm': smallFile() });
    await read(session);
    await dropUpload(bench.context, bench.eva, session);
    expect([await rows('batch'), await rows('batch_file'), await rows('batch_piece'), await keys()]).toEqual([[], [], [], []]);
  });

  test('files waiting to be sorted are never strays', async () => {
    await send({ 'a.zip': writeZip(slices) });
    const before = await keys();
    for (const _ of [1, 2]) {
      bench.clock.now = Date.now() + 30 * 86_400_000;
      await clearStrays(bench.context);
    }
    expect(await keys()).toEqual(before);
  });
});
