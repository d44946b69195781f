import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, ListObjectsV2Command, UploadPartCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeObjectStore } from './object-store.conformance.ts';
import { StorageFullError } from './object-store.ts';
import { openS3 } from './s3.ts';
import type { S3Place } from './s3-client.ts';
import { S3Fault } from './s3-fault.ts';
import { createTestBucket, HAS_TEST_S3, type TestBucket } from './test-bucket.ts';

const MIB = 1024 * 1024;

describe.skipIf(!HAS_TEST_S3)('a bucket of another vendor', () => {
  let bucket: TestBucket;
  beforeAll(async () => void (bucket = await createTestBucket()));
  afterAll(() => bucket.drop());

  let stores = 0;
  const freshPlace = (): S3Place => ({ ...bucket.place, prefix: `images-${(stores += 1)}` });
  const keysBelow = async (Prefix: string): Promise<string[]> => {
    const { Contents = [] } = await bucket.client.send(new ListObjectsV2Command({ Bucket: bucket.place.bucket, Prefix }));
    return Contents.map((object) => object.Key ?? '');
  };
  const begunBelow = async (Prefix: string): Promise<number> => {
    const { Uploads = [] } = await bucket.client.send(new ListMultipartUploadsCommand({ Bucket: bucket.place.bucket, Prefix }));
    return Uploads.length;
  };

  describeObjectStore('a bucket', () => openS3(freshPlace()));

  test('has keys below the prefix, or at its root without one', async () => {
    const place = freshPlace();
    await (await openS3(place)).write('team-1/object', Uint8Array.of(1));
    await (await openS3({ ...place, prefix: '' })).write('rootless/object', Uint8Array.of(1));
    expect(await keysBelow(place.prefix)).toEqual([`${place.prefix}/team-1/object`]);
    expect(await keysBelow('rootless')).toEqual(['rootless/object']);
  });

  test('stores objects larger than a part in parts, from memory and from a stream, and returns the same bytes', async () => {
    const store = await openS3(freshPlace(), { partBytes: 5 * MIB });
    const bytes = largeBytes(12 * MIB + 5);
    await store.write('team-1/volume.nii', bytes);
    await store.write('team-1/streamed.nii', Readable.from(inPieces(bytes, 1_000_003)));
    for (const key of ['team-1/volume.nii', 'team-1/streamed.nii']) {
      expect(await store.size(key)).toBe(bytes.length);
      expect(sha256(await buffer(store.stream(key, 0, bytes.length)))).toBe(sha256(bytes));
      expect([...(await store.read(key, 5 * MIB - 2, 4))]).toEqual([...bytes.subarray(5 * MIB - 2, 5 * MIB + 2)]);
    }
  });

  test('keeps the object and no parts when a stream fails in its third part', async () => {
    const place = freshPlace();
    const store = await openS3(place, { partBytes: 5 * MIB });
    await store.write('team-1/volume.nii', Uint8Array.of(1));
    const broken = async function* () {
      yield* inPieces(largeBytes(11 * MIB), MIB);
      throw new Error('cable pulled');
    };
    await expect(store.write('team-1/volume.nii', Readable.from(broken()))).rejects.toThrow('cable pulled');
    expect([...(await store.read('team-1/volume.nii', 0, 1))]).toEqual([1]);
    expect(await begunBelow(place.prefix)).toBe(0);
  });

  test('loses the parts of a killed process at a start a day later, and not while they may still be written', async () => {
    const place = freshPlace();
    const name = { Bucket: place.bucket, Key: `${place.prefix}/team-1/volume.nii` };
    const { UploadId } = await bucket.client.send(new CreateMultipartUploadCommand(name));
    await bucket.client.send(new UploadPartCommand({ ...name, UploadId, PartNumber: 1, Body: largeBytes(5 * MIB) }));
    await openS3(place);
    expect(await begunBelow(place.prefix)).toBe(1);
    await openS3(place, { now: () => Date.now() + 2 * 86_400_000 });
    expect(await begunBelow(place.prefix)).toBe(0);
  });

  test('is listed and removed completely over many pages', async () => {
    const place = freshPlace();
    const store = await openS3(place, { keysPerPage: 3 });
    const keys = Array.from({ length: 10 }, (_, index) => `team-1/study-a/chunk-${index}`);
    for (const key of [...keys, 'team-1/study-b/chunk-0']) await store.write(key, Uint8Array.of(1));
    const listed: string[] = [];
    for await (const object of store.list('team-1/study-a/')) listed.push(object.key);
    expect(listed.toSorted()).toEqual(keys);
    await store.removeAll('team-1/study-a');
    expect(await keysBelow(place.prefix)).toEqual([`${place.prefix}/team-1/study-b/chunk-0`]);
  });

  test.each([
    ['a bucket that does not exist', { bucket: 'lightship-test-none' }, 'NoSuchBucket'],
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'nobody' }, 'SignatureDoesNotMatch|InvalidAccessKeyId|AccessDenied'],
  ])('with %s is refused when it is opened', async (_case, change, reason) => {
    const fault = await openS3({ ...bucket.place, ...change }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(S3Fault);
    expect((fault as S3Fault).code).toMatch(new RegExp(`^S3:(?:${reason})$`));
    expect(String((fault as S3Fault).message)).not.toContain(bucket.place.secretAccessKey);
  });

  test('that is missing is an error, not a bucket without the object', async () => {
    const other = await createTestBucket();
    const store = await openS3(other.place);
    await other.drop();
    await expect(store.size('team-1/object')).rejects.toMatchObject({ code: 'S3:NoSuchBucket' });
    await expect(store.read('team-1/object', 0, 1)).rejects.toMatchObject({ code: 'S3:NoSuchBucket' });
  });

  test('with an exhausted quota is a full storage, and its objects stay', async () => {
    const small = await createTestBucket();
    try {
      const store = await openS3(small.place);
      await store.write('team-1/object', Uint8Array.of(1));
      await setQuota(small.place, 1_000);
      await expect(store.write('team-1/object', new Uint8Array(5_000))).rejects.toBeInstanceOf(StorageFullError);
      expect([...(await store.read('team-1/object', 0, 1))]).toEqual([1]);
    } finally {
      await small.drop();
    }
  });
});

/** Swift's own interface: S3 has no quotas. */
async function setQuota({ endpoint, bucket, accessKeyId, secretAccessKey }: S3Place, bytes: number): Promise<void> {
  const signedIn = await fetch(`${endpoint}/auth/v1.0`, { headers: { 'x-auth-user': accessKeyId, 'x-auth-key': secretAccessKey } });
  const account = signedIn.headers.get('x-storage-url')!;
  const headers = { 'x-auth-token': signedIn.headers.get('x-auth-token')!, 'x-container-meta-quota-bytes': String(bytes) };
  const answer = await fetch(`${account}/${bucket}`, { method: 'POST', headers });
  expect(answer.status).toBe(204);
}

function largeBytes(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 9)) & 0xff;
  return bytes;
}

function* inPieces(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
