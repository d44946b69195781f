import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerError, startFakeS3, type FakeS3, type Trouble } from './fake-s3.ts';
import { describeObjectStore } from './object-store.conformance.ts';
import { ObjectMissingError, StorageFullError, type ObjectStore } from './object-store.ts';
import { openS3 } from './s3.ts';

const KEY = 'team-1/study-a/chunk-1-0';
const NAME = `images/${KEY}`;
/** Short, so that silence is not waited for; a fault is counted by its requests and never by its time. */
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

describe('the fake', () => {
  let another: FakeS3;
  beforeEach(async () => void (another = await startFakeS3()));
  afterEach(() => another.close());
  describeObjectStore('a fake bucket', () => openS3(another.place));
});

describe('a write that the store does not take', () => {
  test('dies in the middle, each time: a fault after three tries, and the object is what it was', async () => {
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

  test('dies in the middle once: the second try brings every byte', async () => {
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
  ])('%d %s is a fault after three tries, and no full storage', async (status, code) => {
    fake.trouble = answerAlways(status, code);
    await expect(store.write(KEY, bytes)).rejects.toMatchObject({ name: 'S3Fault', code: `S3:${code}` });
    expect(fake.asked).toHaveLength(3);
  });

  test('a proxy that answers for the store is named by its status', async () => {
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
  ])('%d %s is a full storage, asked for once, and the object is what it was', async (status, code) => {
    fake.trouble = answerAlways(status, code);
    await expect(store.write(KEY, bytes)).rejects.toBeInstanceOf(StorageFullError);
    expect(fake.asked).toHaveLength(1);
    fake.trouble = null;
    expect(await heldAt(KEY)).toEqual([1, 2, 3]);
  });

  test('is silent: given up, tried again, then a fault', async () => {
    fake.trouble = (request) => request.resume() === request;
    await expect(store.write(KEY, bytes)).rejects.toMatchObject({
      name: 'S3Fault',
      code: expect.stringMatching(/^S3:(?:TimeoutError|ETIMEDOUT)$/),
    });
    expect(fake.asked).toHaveLength(3);
  });

  test('nobody listens any more', async () => {
    await fake.close();
    await expect(store.write(KEY, bytes)).rejects.toMatchObject({
      name: 'S3Fault',
      code: expect.stringMatching(/^S3:(?:ECONNREFUSED|ECONNRESET)$/),
    });
  });
});

describe('a write that is answered and was not kept', () => {
  const answerKept =
    (headers: Record<string, string>): Trouble =>
    (request, response) => {
      if (request.method !== 'PUT') return false;
      request.resume().on('end', () => response.writeHead(200, headers).end());
      return true;
    };

  test('another ETag: the store holds other bytes', async () => {
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

  test('an object in parts of which the store has kept one only', async () => {
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

  test('is whole when it is answered', async () => {
    await store.write(KEY, Readable.from([parts.subarray(0, 1_500_000), parts.subarray(1_500_000)]));
    expect(fake.objects.get(NAME)!.equals(parts)).toBe(true);
  });

  test('a full storage at the second part: aborted, and the object is what it was', async () => {
    fake.trouble = (request, response) =>
      request.url!.includes('partNumber=2') && answerAlways(507, 'InsufficientStorage')(request, response);
    await expect(store.write(KEY, parts)).rejects.toBeInstanceOf(StorageFullError);
    expect(fake.asked.at(-1)).toBe(`DELETE ${NAME}`);
    fake.trouble = null;
    expect(await heldAt(KEY)).toEqual([1, 2, 3]);
  });

  test('an error inside of a success at its completion is an error', async () => {
    fake.trouble = (request, response) =>
      !request.url!.includes('uploads') && answerAlways(200, 'InternalError', 'POST')(request, response);
    await expect(store.write(KEY, parts)).rejects.toMatchObject({ name: 'S3Fault', code: 'S3:InternalError' });
    fake.trouble = null;
    expect(await heldAt(KEY)).toEqual([1, 2, 3]);
  });
});

describe('a read that goes wrong is never an object that is missing', () => {
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

  test('the answer breaks off', async () => {
    fake.trouble = answerGet((response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-2/3', 'content-length': 3 }).write(Buffer.of(1));
      setImmediate(() => response.destroy());
    });
    expect(await faultOf(store.read(KEY, 0, 3))).toMatchObject({ name: 'S3Fault' });
    expect(await faultOf(buffer(store.stream(KEY, 0, 3)))).toMatchObject({ name: 'S3Fault' });
  });

  test('the answer stops in the middle and says no more', async () => {
    fake.trouble = answerGet((response) =>
      response.writeHead(206, { 'content-range': 'bytes 0-2/3', 'content-length': 3 }).write(Buffer.of(1)),
    );
    expect(await faultOf(store.read(KEY, 0, 3))).toMatchObject({ name: 'S3Fault' });
  });

  test('the store gives another range', async () => {
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

  test('a proxy that knows no such page', async () => {
    fake.trouble = answerGet((response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<html>not here</html>'));
    expect(await faultOf(store.read(KEY, 0, 3))).toMatchObject({ name: 'S3Fault', code: 'S3:404' });
  });
});

test('a list that says that there is more and not where is a fault, not the end', async () => {
  fake.trouble = (_request, response) => {
    response.writeHead(200).end('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>');
    return true;
  };
  await expect(store.removeAll('team-1/study-a')).rejects.toMatchObject({ code: 'S3:ListCutShort' });
});
