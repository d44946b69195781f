import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerError, startFakeS3, type FakeS3, type Trouble } from './fake-s3.ts';
import { describeObjectStore } from './object-store.conformance.ts';
import { ObjectMissingError, StorageFullError, type ObjectStore } from './object-store.ts';
import { openObjects } from './open-objects.ts';
import { openS3 } from './s3.ts';

const KEY = 'team-1/study-a/chunk-1-0';
const NAME = `images/${KEY}`;
/** Short, so that tests do not wait for timeouts. Faults are counted by requests and never by time. */
const PATIENCE = { attempts: 3, connectMs: 2_000, idleMs: 300, answerMs: 300 };

let fake: FakeS3;
let store: ObjectStore;
beforeEach(async () => {
  fake = await startFakeS3();
  store = await openS3(fake.place, { patience: PATIENCE, partBytes: 1_000_000 });
  await store.write(KEY, Uint8Array.of(1, 2, 3));
  fake.asked.length = 0;
});
afterEach(() => fake.close());

const bytes = Buffer.alloc(600_000, 'image');
const answerAlways =
  (status: number, code: string, method = 'PUT'): Trouble =>
  (request, response) => {
    if (request.method !== method) return false;
    request.resume().on('end', () => answerError(response, status, code));
    return true;
  };
const dieInBody: Trouble = (request) => {
  if (request.method !== 'PUT') return false;
  request.once('data', () => request.socket.destroy());
  return true;
};
const heldAt = async (key: string): Promise<number[]> => [...(await store.read(key, 0, 3))];

describe('the fake store', () => {
  let another: FakeS3;
  beforeEach(async () => void (another = await startFakeS3()));
  afterEach(() => another.close());
  describeObjectStore('a fake bucket', () => openS3(another.place));
});

describe('a write that the store refuses', () => {
  test('fails in the middle each time: an error after three tries, and the object is unchanged', async () => {
    fake.trouble = dieInBody;
    await expect(store.write(KEY, bytes)).rejects.toMatchObject({
      name: 'S3Fault',
      code: expect.stringMatching(/^S3:(?:ECONNRESET|EPIPE)$/),
    });
    expect(fake.asked).toEqual([`PUT ${NAME}`, `PUT ${NAME}`, `PUT ${NAME}`]);
    fake.trouble = null;
    expect(await heldAt(KEY)).toEqual([1, 2, 3]);
    await store.write(KEY, bytes);
    expect(fake.objects.get(NAME)!.equals(bytes)).toBe(true);
  });

  test('fails in the middle once: the second try sends every byte', async () => {
    fake.trouble = (request, response) => {
      fake.trouble = null;
      return dieInBody(request, response);
    };
    await store.write(KEY, bytes);
    expect(fake.asked).toHaveLength(2);
    expect(fake.objects.get(NAME)!.equals(bytes)).toBe(true);
  });

  test.each([
    [503, 'SlowDown'],
    [503, 'ServiceUnavailable'],
    [500, 'InternalError'],
  ])('%d %s is an error after three tries, and not a full storage', async (status, code) => {
    fake.trouble = answerAlways(status, code);
    await expect(store.write(KEY, bytes)).rejects.toMatchObject({ name: 'S3Fault', code: `S3:${code}` });
    expect(fake.asked).toHaveLength(3);
  });

  test('an answer of a proxy is reported with its status', async () => {
    fake.trouble = (request, response) => {
      request.resume().on('end', () => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>bad <gateway></html>'));
      return true;
    };
    await expect(store.write(KEY, bytes)).rejects.toMatchObject({ name: 'S3Fault', code: 'S3:502' });
  });

  test.each([
    [507, 'InsufficientStorage'],
    [507, 'SomethingElse'],
    [403, 'QuotaExceeded'],
    [413, 'EntityTooLarge'],
  ])('%d %s is a full storage after one try, and the object is unchanged', async (status, code) => {
    fake.trouble = answerAlways(status, code);
    await expect(store.write(KEY, bytes)).rejects.toBeInstanceOf(StorageFullError);
    expect(fake.asked).toHaveLength(1);
    fake.trouble = null;
    expect(await heldAt(KEY)).toEqual([1, 2, 3]);
  });

  test('gets no answer: given up, retried, then an error', async () => {
    fake.trouble = (request) => request.resume() === request;
    await expect(store.write(KEY, bytes)).rejects.toMatchObject({
      name: 'S3Fault',
      code: expect.stringMatching(/^S3:(?:TimeoutError|ETIMEDOUT)$/),
    });
    expect(fake.asked).toHaveLength(3);
  });

  test('fails when nobody listens', async () => {
    await fake.close();
    await expect(store.write(KEY, bytes)).rejects.toMatchObject({
      name: 'S3Fault',
      code: expect.stringMatching(/^S3:(?:ECONNREFUSED|ECONNRESET)$/),
    });
  });
});

describe('a write that is acknowledged but not stored', () => {
  const answerKept =
    (headers: Record<string, string>): Trouble =>
    (request, response) => {
      if (request.method !== 'PUT') return false;
      request.resume().on('end', () => response.writeHead(200, headers).end());
      return true;
    };

  test('another ETag: the store has other bytes', async () => {
    fake.trouble = answerKept({ etag: '"d41d8cd98f00b204e9800998ecf8427e"' });
    await expect(store.write(KEY, bytes)).rejects.toMatchObject({ code: 'S3:KeptOtherBytes' });
  });

  test('no ETag, or one of managed encryption: the size decides', async () => {
    for (const headers of [{}, { etag: '"d41d8cd98f00b204e9800998ecf8427e"', 'x-amz-server-side-encryption': 'aws:kms' }]) {
      fake.trouble = answerKept(headers);
      await expect(store.write(KEY, bytes)).rejects.toMatchObject({ code: 'S3:KeptOtherBytes' });
      await store.write(KEY, Uint8Array.of(4, 5, 6));
    }
  });

  test('an object in parts of which the store kept only one', async () => {
    fake.trouble = (request, response) => {
      if (request.method !== 'HEAD') return false;
      response.writeHead(200, { 'content-length': 1_000_000 }).end();
      return true;
    };
    await expect(store.write(KEY, Buffer.alloc(2_500_000, 'image'))).rejects.toMatchObject({ code: 'S3:KeptOtherBytes' });
  });
});

describe('an object in parts', () => {
  const parts = Buffer.alloc(2_500_000, 'image');

  test('is complete when it is acknowledged', async () => {
    await store.write(KEY, Readable.from([parts.subarray(0, 1_500_000), parts.subarray(1_500_000)]));
    expect(fake.objects.get(NAME)!.equals(parts)).toBe(true);
  });

  test('a full storage at the second part: aborted, and the object is unchanged', async () => {
    fake.trouble = (request, response) =>
      request.url!.includes('partNumber=2') && answerAlways(507, 'InsufficientStorage')(request, response);
    await expect(store.write(KEY, parts)).rejects.toBeInstanceOf(StorageFullError);
    expect(fake.asked.at(-1)).toBe(`DELETE ${NAME}`);
    fake.trouble = null;
    expect(await heldAt(KEY)).toEqual([1, 2, 3]);
  });

  test('that the store refuses is not read any further', async () => {
    fake.trouble = (request, response) =>
      request.url!.includes('partNumber=1') && answerAlways(507, 'InsufficientStorage')(request, response);
    const source = Readable.from([parts, parts, parts]);
    await expect(store.write(KEY, source)).rejects.toBeInstanceOf(StorageFullError);
    expect(source.destroyed).toBe(true);
  });

  test('an error inside a success response to the completion is an error', async () => {
    fake.trouble = (request, response) =>
      !request.url!.includes('uploads') && answerAlways(200, 'InternalError', 'POST')(request, response);
    await expect(store.write(KEY, parts)).rejects.toMatchObject({ name: 'S3Fault', code: 'S3:InternalError' });
    fake.trouble = null;
    expect(await heldAt(KEY)).toEqual([1, 2, 3]);
  });
});

describe('a failed read is never reported as a missing object', () => {
  const answerGet =
    (answer: (response: ServerResponse) => void): Trouble =>
    (request, response) => {
      if (request.method !== 'GET' || !request.url!.includes(KEY)) return false;
      answer(response);
      return true;
    };
  const faultOf = async (reading: Promise<unknown>): Promise<unknown> => {
    const outcome = await reading.catch((error: unknown) => error);
    expect(outcome).not.toBeInstanceOf(ObjectMissingError);
    return outcome;
  };

  test('the response is interrupted', async () => {
    fake.trouble = answerGet((response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-2/3', 'content-length': 3 }).write(Buffer.of(1));
      setImmediate(() => response.destroy());
    });
    const fault = { name: 'S3Fault', code: 'S3:ECONNRESET' };
    expect(await faultOf(store.read(KEY, 0, 3))).toMatchObject(fault);
    expect(await faultOf(buffer(store.stream(KEY, 0, 3)))).toMatchObject(fault);
  });

  test.each([1, 4])('the response ends after %d of three bytes as if complete', async (length) => {
    fake.trouble = answerGet((response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-2/3' }).write(Buffer.of(1));
      setTimeout(() => response.end(Buffer.alloc(length - 1)), 20);
    });
    expect(await faultOf(store.read(KEY, 0, 3))).toMatchObject({ code: 'S3:AnswerCutShort' });
    expect(await faultOf(buffer(store.stream(KEY, 0, 3)))).toMatchObject({ code: 'S3:AnswerCutShort' });
  });

  test('the response stalls in the middle', async () => {
    fake.trouble = answerGet((response) =>
      response.writeHead(206, { 'content-range': 'bytes 0-2/3', 'content-length': 3 }).write(Buffer.of(1)),
    );
    expect(await faultOf(store.read(KEY, 0, 3))).toMatchObject({ name: 'S3Fault' });
  });

  test('the store returns another range', async () => {
    fake.trouble = answerGet((response) => response.writeHead(200, { 'content-length': 3 }).end(Buffer.of(1, 2, 3)));
    expect(await faultOf(store.read(KEY, 1, 2))).toMatchObject({ code: 'S3:RangeNotKept' });
  });

  test.each([
    [404, 'NoSuchBucket', 'S3:NoSuchBucket'],
    [403, 'AccessDenied', 'S3:AccessDenied'],
    [404, 'PageNotFound', 'S3:PageNotFound'],
    [503, 'ServiceUnavailable', 'S3:ServiceUnavailable'],
  ])('%d %s', async (status, word, code) => {
    fake.trouble = answerAlways(status, word, 'GET');
    expect(await faultOf(store.read(KEY, 0, 3))).toMatchObject({ name: 'S3Fault', code });
  });

  test('a proxy does not know the page', async () => {
    fake.trouble = answerGet((response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<html>not here</html>'));
    expect(await faultOf(store.read(KEY, 0, 3))).toMatchObject({ name: 'S3Fault', code: 'S3:404' });
  });
});

describe("the store's response is interpreted correctly", () => {
  const rangeOf =
    (contentRange: string | null, length: number): Trouble =>
    (request, response) => {
      if (request.method !== 'GET' || !request.url!.includes(KEY)) return false;
      const headers = contentRange === null ? {} : { 'content-range': contentRange };
      response.writeHead(206, { ...headers, 'content-length': length }).end(Buffer.alloc(length, 1));
      return true;
    };

  test.each<[string, string | null, number]>([
    ['begins elsewhere', 'bytes 1-3/4', 3],
    ['goes further', 'bytes 0-3/4', 4],
    ['is the whole object, which is longer', null, 9],
    ['is said in words that are none', 'x bytes 0-2/3', 9],
  ])('a range that %s is an error, and its connection is closed', async (_what, contentRange, length) => {
    const closed = Promise.withResolvers<void>();
    fake.trouble = (request, response) => {
      if (request.method !== 'GET' || !request.url!.includes(KEY)) return false;
      response.on('close', () => closed.resolve());
      response
        .writeHead(206, { ...(contentRange === null ? {} : { 'content-range': contentRange }), 'content-length': length })
        .write(Buffer.of(1));
      return true;
    };
    // No timeout closes it.
    const patient = await openS3(fake.place, { patience: { ...PATIENCE, idleMs: 60_000, answerMs: 60_000 } });
    await expect(patient.read(KEY, 0, 3)).rejects.toMatchObject({ code: 'S3:RangeNotKept' });
    await closed.promise;
  });

  test('a whole object is accepted for a range that covers it', async () => {
    fake.trouble = rangeOf(null, 3);
    expect(await heldAt(KEY)).toEqual([1, 1, 1]);
  });

  test('a missing object or range is reported as such', async () => {
    await expect(store.read('team-1/none', 0, 1)).rejects.toMatchObject({
      name: 'ObjectMissingError',
      message: 'There is no such object',
      cause: { reason: 'NoSuchKey' },
    });
    await expect(store.read('team-1/none', 0, 0)).rejects.toMatchObject({ name: 'ObjectMissingError', message: 'There is no such object' });
    const outside = { name: 'ObjectMissingError', message: 'The range is outside the object' };
    await expect(store.read(KEY, 3, 1)).rejects.toMatchObject({ ...outside, cause: { reason: 'InvalidRange' } });
    await expect(store.read(KEY, 4, 0)).rejects.toMatchObject(outside);
    expect(await store.read(KEY, 3, 0)).toHaveLength(0);
    fake.trouble = (request, response) =>
      request.method === 'GET' && request.url!.includes(KEY) && response.writeHead(416).end() === response;
    await expect(store.read(KEY, 3, 1)).rejects.toMatchObject({ ...outside, cause: { reason: '416' } });
  });

  test('a missing bucket is not an object without a size', async () => {
    fake.trouble = (request, response) => {
      if (request.method === 'HEAD') response.writeHead(404).end();
      else answerError(response, 404, 'NoSuchBucket');
      return true;
    };
    await expect(store.size(KEY)).rejects.toMatchObject({ code: 'S3:NoSuchBucket' });
    fake.trouble = (request, response) => request.method === 'HEAD' && response.writeHead(403).end() === response;
    await expect(store.size(KEY)).rejects.toMatchObject({ code: 'S3:403' });
  });

  test('removing a missing object succeeds, and any other refusal is an error', async () => {
    fake.trouble = answerAlways(404, 'NoSuchKey', 'DELETE');
    await store.remove(KEY);
    fake.trouble = answerAlways(403, 'AccessDenied', 'DELETE');
    await expect(store.remove(KEY)).rejects.toMatchObject({ code: 'S3:AccessDenied' });
    await expect(store.removeAll('team-1/study-a')).rejects.toMatchObject({ code: 'S3:AccessDenied' });
  });

  test.each([
    ['is quoted', (md5: string) => ({ etag: `"${md5}"` }), true],
    ['is not quoted', (md5: string) => ({ etag: md5.toUpperCase() }), true],
    ['has more before it', (md5: string) => ({ etag: `x${md5}` }), false],
    ['has more behind it', (md5: string) => ({ etag: `"${md5}-1"` }), false],
    ['is of managed encryption', () => ({ etag: `"${'0'.repeat(32)}"`, 'x-amz-server-side-encryption': 'aws:kms' }), false],
    [
      "is of a customer's encryption",
      () => ({ etag: `"${'0'.repeat(32)}"`, 'x-amz-server-side-encryption-customer-algorithm': 'AES256' }),
      false,
    ],
    ['is of the usual encryption', (md5: string) => ({ etag: `"${md5}"`, 'x-amz-server-side-encryption': 'AES256' }), true],
  ])('an ETag that %s', async (_what, headersOf, isEnough) => {
    const md5 = createHash('md5').update(bytes).digest('hex');
    fake.trouble = (request, response) => {
      if (request.method === 'HEAD') response.writeHead(200, { 'content-length': bytes.length }).end();
      else request.resume().on('end', () => response.writeHead(200, headersOf(md5)).end());
      return true;
    };
    await store.write(KEY, bytes);
    // If the ETag does not cover the bytes, the size is requested.
    expect(fake.asked).toEqual(isEnough ? [`PUT ${NAME}`] : [`PUT ${NAME}`, `HEAD ${NAME}`]);
  });
});

describe('a list', () => {
  test('with many pages is listed and removed completely, and contains only our keys', async () => {
    const paged = await openS3(fake.place, { patience: PATIENCE, keysPerPage: 12, now: () => 7 });
    const keys = Array.from({ length: 20 }, (_, index) => `team-1/study-b/chunk-${10 + index}`);
    for (const key of keys) await paged.write(key, Uint8Array.of(1, 2));
    fake.objects.set('images/team-1/study-b/NOT-OURS', Buffer.of(1));
    fake.objects.set('elsewhere/team-1/study-b/chunk-10', Buffer.of(1));
    const listed: object[] = [];
    for await (const object of paged.list('team-1/study-b')) listed.push(object);
    expect(listed).toEqual(keys.map((key) => ({ key, bytes: 2, writtenAt: 7 })));
    fake.asked.length = 0;
    await paged.removeAll('team-1/study-b/');
    expect(fake.asked.toSorted()).toEqual([...keys, 'team-1/study-b/NOT-OURS'].map((key) => `DELETE images/${key}`).toSorted());
    expect([...fake.objects.keys()].toSorted()).toEqual(['elsewhere/team-1/study-b/chunk-10', NAME]);
  });

  test('at the root of a bucket has keys without a prefix', async () => {
    const rootless = await openS3({ ...fake.place, prefix: '' }, { patience: PATIENCE });
    await rootless.write('rootless/object', Uint8Array.of(1));
    expect(fake.objects.has('rootless/object')).toBe(true);
    const listed: string[] = [];
    for await (const { key } of rootless.list('')) listed.push(key);
    expect(listed).toEqual([NAME, 'rootless/object']);
  });
});

describe('incomplete multipart uploads', () => {
  const DAY_MS = 86_400_000;
  const now = Date.UTC(2026, 0, 3);
  const begunBefore = (ms: number, key = NAME) => ({ key, at: new Date(now - ms).toISOString() });

  test('are removed at a start a day later, below our prefix only; younger ones stay, and an error does not stop the start', async () => {
    fake.begun.set('old', begunBefore(DAY_MS + 1_000));
    fake.begun.set('just a day', begunBefore(DAY_MS));
    fake.begun.set('young', begunBefore(1_000));
    fake.begun.set('of others', begunBefore(2 * DAY_MS, 'elsewhere/object'));
    await openS3(fake.place, { patience: PATIENCE, now: () => now });
    expect([...fake.begun.keys()]).toEqual(['just a day', 'young', 'of others']);
    fake.begun.set('stays', begunBefore(2 * DAY_MS));
    fake.begun.set('without a time', { key: NAME, at: '' });
    fake.trouble = answerAlways(403, 'AccessDenied', 'DELETE');
    await openS3(fake.place, { patience: PATIENCE, now: () => now });
    fake.trouble = (request, response) => request.url!.includes('uploads') && (answerError(response, 403, 'AccessDenied'), true);
    await openS3(fake.place, { patience: PATIENCE, now: () => now });
    expect([...fake.begun.keys()]).toContain('stays');
  });

  test('a part stored with other bytes is an error, and the upload is aborted', async () => {
    fake.trouble = (request, response) => {
      if (!request.url!.includes('partNumber=2')) return false;
      request.resume().on('end', () => response.writeHead(200, { etag: `"${'0'.repeat(32)}"` }).end());
      return true;
    };
    await expect(store.write(KEY, Buffer.alloc(2_500_000, 'image'))).rejects.toMatchObject({ code: 'S3:KeptOtherBytes' });
    expect(fake.begun.size).toBe(0);
    fake.trouble = null;
    expect(await heldAt(KEY)).toEqual([1, 2, 3]);
  });

  test('of an object that is exactly as long as its parts include no empty one', async () => {
    const whole = Buffer.alloc(2_000_000, 'image');
    await store.write(KEY, Readable.from([whole]));
    await store.write('team-1/other', whole);
    const puts = fake.asked.filter((asked) => asked.startsWith('PUT'));
    expect(puts).toHaveLength(4);
    expect(fake.objects.get(NAME)!.equals(whole)).toBe(true);
  });
});

test('a list that claims more without a marker is an error, not the end', async () => {
  fake.trouble = (_request, response) => {
    response.writeHead(200).end('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>');
    return true;
  };
  await expect(store.removeAll('team-1/study-a')).rejects.toMatchObject({ code: 'S3:ListCutShort' });
});

test('a bucket location opens as a bucket', async () => {
  const opened = await openObjects({ kind: 's3', ...fake.place });
  expect([...(await opened.read(KEY, 0, 3))]).toEqual([1, 2, 3]);
});
