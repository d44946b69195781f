import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, DeleteBucketCommand, DeleteObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { createS3Client, type S3Place } from './s3-client.ts';

const ENDPOINT = process.env['TEST_S3_ENDPOINT'];

/** Whether a real store is available for tests; `npm test` starts one if it can. */
export const HAS_TEST_S3 = Boolean(ENDPOINT);

export interface TestBucket {
  place: S3Place;
  /** For checking the bucket without the adapter. */
  client: S3Client;
  /** The bucket and everything in it. */
  drop(): Promise<void>;
}

/** A new, empty bucket in the store at TEST_S3_ENDPOINT. */
export async function createTestBucket(): Promise<TestBucket> {
  if (!ENDPOINT) throw new Error('TEST_S3_ENDPOINT is not set');
  const place: S3Place = {
    endpoint: ENDPOINT,
    region: 'us-east-1',
    bucket: `lightship-test-${randomBytes(6).toString('hex')}`,
    prefix: 'images',
    pathStyle: true,
    accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  };
  const client = createS3Client(place);
  await client.send(new CreateBucketCommand({ Bucket: place.bucket }));
  return {
    place,
    client,
    async drop() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: place.bucket }));
      await Promise.all(Contents.map(({ Key }) => client.send(new DeleteObjectCommand({ Bucket: place.bucket, Key }))));
      await client.send(new DeleteBucketCommand({ Bucket: place.bucket }));
      client.destroy();
    },
  };
}
