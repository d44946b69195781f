import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { readSeries } from '#server/reading/read-series.ts';
import type { SeriesToRead } from '#server/reading/series-reader.ts';
import { answerError, startFakeS3, type FakeS3, type Trouble } from '#server/storage/fake-s3.ts';
import { openS3 } from '#server/storage/s3.ts';
import type { S3Place } from '#server/storage/s3-client.ts';
import { createTestBucket, HAS_TEST_S3 } from '#server/storage/test-bucket.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { createReadSeriesHandler } from '#server/rules/conversion/reading-series-job.ts';
import { receiveChunk } from './chunk.ts';
import { piecesOf } from './proof.ts';
import { dropUpload } from '#server/rules/uploads/uploads-end.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import {
  createTestBench,
  packChunk,
  refusalOf,
  registerTestUpload,
  sha256Of,
  testBytes,
  testFile,
  type RegisteredUpload,
  type TestBench,
  type TestPart,
} from '#server/rules/uploads/uploads-test-bench.ts';

/** What is silent is given up soon: that is counted, not waited for. */
const PATIENCE = { attempts: 2, connectMs: 2_000, idleMs: 2_000, answerMs: 2_000 };
const file = testFile('a', testBytes(300_000));
const first = { file, to: 200_000 };
const second = { file, from: 200_000 };

let bench: TestBench;
let upload: RegisteredUpload;
async function openBench(place: S3Place): Promise<void> {
  bench = await createTestBench('sqlite');
  bench.context.objects = await openS3(place, { patience: PATIENCE });
  upload = await registerTestUpload(bench, { 'series-1': 1 });
}

const send = (chunk: number, part: TestPart) => receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk }, [part]));
const held = async () => {
  const files = await bench.context.db.read.selectFrom('file').select(['id', 'received', 'proved']).execute();
  const chunks = await bench.context.db.read.selectFrom('chunk').select('chunk_index').orderBy('chunk_index').execute();
  return { received: files[0]?.received ?? 0, proved: files[0]?.proved ?? 0, chunks: chunks.map((row) => row.chunk_index) };
};
const keys = async (): Promise<string[]> => {
  const listed: string[] = [];
  for await (const { key } of bench.context.objects.list('')) listed.push(key);
  return listed;
};

/** What the server would hand to whoever asks for the file. */
async function storedBytes(): Promise<Buffer> {
  const { id } = await bench.context.db.read.selectFrom('file').select('id').executeTakeFirstOrThrow();
  const parts: Buffer[] = [];
  for (const { object_key, object_offset, length } of await piecesOf(bench.context.db.read, id))
    parts.push(await buffer(bench.context.objects.stream(object_key, object_offset, length)));
  return Buffer.concat(parts);
}

/** Two chunks, the first one twice, read back and dropped. */
async function receiveReadDrop() {
  const proved = [(await send(1, second)).proved, (await send(0, first)).proved, (await send(0, first)).proved];
  const status = await uploadStatus(bench.context, bench.eva, upload.session);
  const [stored, kept] = [await storedBytes(), await keys()];
  await dropUpload(bench.context, bench.eva, upload.session);
  return { proved, status: status.files, same: stored.equals(file.bytes), kept: kept.length, left: await keys() };
}
const RECEIVED = {
  proved: [[], ['a'], ['a']],
  status: [{ file_id: 'a', size: 300_000, received: 300_000, proved: true }],
  same: true,
  kept: 2,
  left: [],
};

test.skipIf(!HAS_TEST_S3)('a bucket of another vendor receives, verifies, returns and deletes', async () => {
  const bucket = await createTestBucket();
  await openBench(bucket.place);
  try {
    expect(await receiveReadDrop()).toEqual(RECEIVED);
  } finally {
    await bench.close();
    await bucket.drop();
  }
});

/** A store that ends the request early and says that all is well. */
const keepingNothing: Trouble = (request, response) => {
  request.resume().on('end', () => response.writeHead(200, { etag: '"d41d8cd98f00b204e9800998ecf8427e"' }).end());
  return true;
};

describe('receiving into a bucket', () => {
  let fake: FakeS3;
  beforeEach(async () => {
    fake = await startFakeS3();
    await openBench(fake.place);
  });
  afterEach(async () => {
    await bench.close();
    await fake.close();
  });

  const always =
    (method: string, answer: Trouble): Trouble =>
    (request, response) =>
      request.method === method && answer(request, response);
  const answering = (status: number, code: string): Trouble => {
    return (request, response) => {
      request.resume().on('end', () => answerError(response, status, code));
      return true;
    };
  };
  const dying: Trouble = (request) => {
    request.once('data', () => request.socket.destroy());
    return true;
  };

  test('receives, verifies, returns and deletes', async () => expect(await receiveReadDrop()).toEqual(RECEIVED));

  test('a series is read in ranges across two objects, and its thumbnail is stored in the bucket', async () => {
    const side = 256;
    const bytes = smallFile({ Rows: side, Columns: side, PixelData: new Uint8Array(side * side * 2).map((_, at) => at % 7) });
    const image = testFile('a', bytes);
    for (const [chunk, part] of [
      { file: image, to: 100_000 },
      { file: image, from: 100_000 },
    ].entries())
      await send(chunk, part);
    const reader = { version: 1, read: (series: SeriesToRead) => readSeries(series, createNodeCodecs()) };
    const handlers = { 'read-series': createReadSeriesHandler(bench.context, reader) };
    const runner = startJobRunner(bench.context.jobs, handlers);
    await runner.idle();
    await runner.stop('wait');
    const reading = await bench.context.db.read.selectFrom('series_reading').selectAll().executeTakeFirstOrThrow();
    const thumbnail = await bench.context.objects.read(reading.thumbnail_key!, 0, reading.thumbnail_bytes);
    expect(sha256Of(thumbnail)).toBe(reading.thumbnail_hash);
    const whole = await readSeries({ type: 'dcm', files: [createMemorySource(bytes)] }, createNodeCodecs());
    expect([reading.facts, Buffer.from(thumbnail)]).toEqual([JSON.stringify(whole.facts), Buffer.from(whole.thumbnail!)]);
    await dropUpload(bench.context, bench.eva, upload.session);
    expect(await keys()).toEqual([]);
  });

  test.each([
    ['fails in the middle of every write', dying, /^S3:(?:ECONNRESET|EPIPE)$/],
    ['answers 503', answering(503, 'ServiceUnavailable'), /^S3:ServiceUnavailable$/],
    ['acknowledges what it did not store', keepingNothing, /^S3:KeptOtherBytes$/],
  ])('a store that %s: nothing is acknowledged or kept, and the same chunk is accepted later', async (_case, answer, code) => {
    await send(0, first);
    fake.trouble = always('PUT', answer);
    await expect(send(1, second)).rejects.toMatchObject({ code: expect.stringMatching(code) });
    expect(await held()).toEqual({ received: 200_000, proved: 0, chunks: [0] });
    fake.trouble = null;
    expect(await send(1, second)).toEqual({ ok: true, chunk: 1, proved: ['a'] });
    expect((await storedBytes()).equals(file.bytes)).toBe(true);
  });

  test('a store that answers 507 is a full storage for the client, and accepts the same chunk when it has space', async () => {
    fake.trouble = always('PUT', answering(507, 'InsufficientStorage'));
    expect(await refusalOf(send(0, first))).toMatchObject({ code: 'storage_full' });
    expect(await held()).toEqual({ received: 0, proved: 0, chunks: [] });
    fake.trouble = null;
    await send(0, first);
    expect(await send(1, second)).toEqual({ ok: true, chunk: 1, proved: ['a'] });
  });

  test('a store that cannot be read during a verification: no byte has to be sent again', async () => {
    await send(0, first);
    fake.trouble = always('GET', answering(503, 'ServiceUnavailable'));
    await expect(send(1, second)).rejects.toMatchObject({ code: 'S3:ServiceUnavailable' });
    expect(await held()).toEqual({ received: 300_000, proved: 0, chunks: [0, 1] });
    fake.trouble = null;
    expect(await send(1, second)).toEqual({ ok: true, chunk: 1, proved: ['a'] });
    expect(fake.asked.filter((request) => request.startsWith('PUT '))).toHaveLength(2);
  });

  test('an object missing from the bucket is sent again', async () => {
    await send(0, first);
    fake.objects.clear();
    expect(await refusalOf(send(1, second))).toMatchObject({ code: 'checksum_wrong' });
    expect(await held()).toMatchObject({ received: 0, proved: 0 });
    await send(0, first);
    expect(await send(1, second)).toEqual({ ok: true, chunk: 1, proved: ['a'] });
    expect((await storedBytes()).equals(file.bytes)).toBe(true);
  });
});
