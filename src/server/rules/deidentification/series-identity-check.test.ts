import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FIRST_DEIDENTIFICATION, type Deidentification } from '#contract/deidentification.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { checkFiles } from '#server/reading/check-files.ts';
import { createIdentityCheck } from '#server/reading/process-identity-check.ts';
import type { IdentityCheck } from '#server/reading/identity-check.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { deidentifiedVolume } from '#tests/fixtures/deidentified-volume.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { namedGzip } from '#tests/fixtures/archives/named-gzip.ts';
import { createConvertSeriesHandler } from '#server/rules/conversion/conversion-series-job.ts';
import { saveDeidentification } from './deidentification.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { createTestBench, packChunk, registerTestUpload, testFile, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';

const IDENTIFYING = smallFile({ StudyDate: '20240301', SeriesDescription: 'knee of Heron' });
const CLEAN = (await deidentified(IDENTIFYING)).bytes;
const VOLUME = writeNifti({ dims: [4, 5, 6] });
const NAMED_VOLUME = writeNifti({ dims: [4, 5, 6], description: 'Heron^Quiet' });
/** In this process: what the one of its own does besides is its own test below. */
const HERE: IdentityCheck = { check: (asked) => checkFiles(asked, asked.files) };

describe.each(TEST_ENGINES)('a series that is registered as de-identified, on %s', (engine) => {
  let bench: TestBench;
  let runner: JobRunner;
  let converted: number;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    converted = 0;
  });
  afterEach(async () => {
    await runner.stop('abandon');
    await bench.close();
  });

  async function sent(files: Uint8Array[], { anonymize = true, check = HERE as IdentityCheck | null, type = 'dcm' as 'dcm' | 'nii' } = {}) {
    const upload = await registerTestUpload(bench, { a: files.length }, { anonymize, type });
    const parts = files.map((bytes, index) => testFile(`a-${index}`, bytes, { seriesId: 'a' }));
    await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, parts));
    const convert = async () => {
      converted += 1;
      return { ok: true as const, volumes: [{ name: 'v', bytes: Buffer.from('voxels'), sidecar: null }] };
    };
    const played = { name: 'played 1.0', maxInputBytes: 1_000_000, convert };
    runner = startJobRunner(bench.context.jobs, {
      'convert-series': createConvertSeriesHandler(bench.context, { dcm: played, nii: played }, 'every', check),
    });
    await runner.idle();
    return bench.context.db.read.selectFrom('series').select(['state', 'message']).executeTakeFirstOrThrow();
  }
  const settings = (change: Partial<Deidentification>) =>
    saveDeidentification(bench.context.db, bench.eva, { ...FIRST_DEIDENTIFICATION, ...change });

  test('is converted when it is clean', async () => {
    expect(await sent([CLEAN, CLEAN])).toEqual({ state: 'converted', message: null });
    expect(converted).toBe(1);
  });

  test('is refused by name when one of its files is not, and no converter gets it', async () => {
    const { state, message } = await sent([CLEAN, IDENTIFYING]);
    expect(state).toBe('error');
    expect(message).toBe(
      'It was sent as de-identified but still contains: Media Storage SOP Instance UID, SOP Instance UID, Study Date, Series Description, ' +
        "Patient's Name, Patient ID, no mark that says so, Study Instance UID and 1 more. It is stored unchanged and was not converted.",
    );
    expect(converted).toBe(0);
  });

  test('is refused for a preamble with content', async () => {
    const bytes = CLEAN.slice();
    bytes.set(Buffer.from('Heron'), 8);
    expect((await sent([bytes])).message).toBe(
      'It was sent as de-identified but still contains: a preamble. It is stored unchanged and was not converted.',
    );
  });

  test('is refused but kept: no byte of it is lost', async () => {
    await sent([IDENTIFYING]);
    const [file] = await bench.context.db.read.selectFrom('file').select(['proved', 'received', 'size']).execute();
    expect(file).toEqual({ proved: 1, received: IDENTIFYING.length, size: IDENTIFYING.length });
  });

  test('is refused when a file cannot be checked', async () => {
    const { message } = await sent([CLEAN, Buffer.from('Heron, Quiet: no DICOM at all')]);
    expect(message).toBe(
      'It was sent as de-identified, but 1 of its files cannot be checked. It is stored unchanged and was not converted.',
    );
  });

  test("is checked with the team's settings at its registration", async () => {
    await settings({ dates: 'keep' });
    const kept = (await deidentified(IDENTIFYING, { dates: 'keep' })).bytes;
    expect(await sent([kept])).toMatchObject({ state: 'converted' });
  });

  test('is not checked when the team does not require it', async () => {
    await settings({ demanded: false });
    expect(await sent([IDENTIFYING])).toMatchObject({ state: 'converted' });
  });

  test('but a series registered as identified is converted unchanged', async () => {
    expect(await sent([IDENTIFYING], { anonymize: false, check: null })).toMatchObject({ state: 'converted' });
  });

  test('of volumes is converted when their headers contain no text', async () => {
    const files = [VOLUME, (await deidentifiedVolume(NAMED_VOLUME)).bytes, (await deidentifiedVolume(gzipSync(NAMED_VOLUME))).bytes];
    expect(await sent(files, { type: 'nii' })).toEqual({ state: 'converted', message: null });
  });

  test('of volumes is refused by name when one has text in or around its header', async () => {
    const { state, message } = await sent([VOLUME, NAMED_VOLUME, namedGzip(VOLUME, { name: 'Heron.nii' })], { type: 'nii' });
    expect(state).toBe('error');
    expect(message).toBe(
      'It was sent as de-identified but still contains: Description (descrip), Name of the file, of gzip (FNAME). ' +
        'It is stored unchanged and was not converted.',
    );
    expect(converted).toBe(0);
  });

  test('of volumes is refused when the content of one cannot be determined', async () => {
    const twice = Buffer.concat([gzipSync(VOLUME), gzipSync('Heron')]);
    const { message } = await sent([VOLUME, twice, VOLUME.subarray(0, -1)], { type: 'nii' });
    expect(message).toContain('2 of its files cannot be checked');
  });

  test('is not converted by a server that cannot check it', async () => {
    expect(await sent([CLEAN], { check: null })).not.toMatchObject({ state: 'converted' });
    expect(converted).toBe(0);
  });
});

test('a separate process gives the same result', async () => {
  const { demanded: _, ...settings } = FIRST_DEIDENTIFICATION;
  const files = [CLEAN, IDENTIFYING].map((bytes) => createMemorySource(bytes));
  const checked = await createIdentityCheck().check({ type: 'dcm', settings, files }, new AbortController().signal);
  expect(checked).toEqual(await checkFiles({ type: 'dcm', settings }, files));
  expect(checked.attributes).toContain("Patient's Name");
});
