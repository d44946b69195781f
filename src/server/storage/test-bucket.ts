import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, DeleteBucketCommand, DeleteObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { createS3Client, type S3Place } from './s3-client.ts';

const ENDPOINT = process.env['TEST_S3_ENDPOINT'];

/** Whether there is a real store to test on: `.ci/run` starts one. */
export const HAS_TEST_S3 = Boolean(ENDPOINT);

export interface TestBucket {
  place: S3Place;
  /** To look at the bucket past the adapter. */
  client: S3Client;
  /** The bucket and all that lies in it. */
  drop(): Promise<void>;
}

/** An empty bucket of one's own in the store of TEST_S3_ENDPOINT. */
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
