import { sql } from 'kysely';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#server/db/test-database.ts';
import { seedDemo } from '#server/demo.ts';
import { createPasswords } from '#server/rules/accounts/passwords.ts';
import { startFakeS3 } from '#server/storage/fake-s3.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import { openObjects } from '#server/storage/open-objects.ts';
import type { S3Place } from '#server/storage/s3-client.ts';
import { createTestBucket, HAS_TEST_S3 } from '#server/storage/test-bucket.ts';
import { placeWitness } from './witness.ts';

/** What all servers share: a database on PostgreSQL with the teams and people of the demo, and a bucket. */
export interface SharedStore {
  db: Database;
  objects: ObjectStore;
  /** Settings of server `name`, whose connections carry its name. */
  env(name: string): Record<string, string>;
  /** Breaks the connections of a server to the database. */
  cutOff(name: string): Promise<void>;
  drop(): Promise<void>;
}

/** `acquisitions`: with those of a new server; by default, series have none. */
export async function openSharedStore({ acquisitions = false } = {}): Promise<SharedStore> {
  const [database, bucket] = await Promise.all([openTestDatabase('postgres'), openBucket()]);
  const { db } = database;
  await seedDemo(db, createPasswords({ memoryKib: 64, passes: 1, lanes: 1 }), Date.now());
  // Studies are sent as they are, so that stored files can be compared with the sent ones.
  await db.write(async (tx) => {
    if (!acquisitions) await tx.deleteFrom('acquisition').execute();
    await tx
      .updateTable('team')
      .set({ deidentification: JSON.stringify({ ...FIRST_DEIDENTIFICATION, usual: false }) })
      .execute();
  });
  await placeWitness(db);
  // Where `number-outside-the-lock` takes its numbers from, which begin after those that exist.
  await sql`create sequence planted_change_seq start 1000`.execute(db.read);
  return {
    db,
    objects: await openObjects({ kind: 's3', ...bucket.place }),
    env: (name) => ({ ...s3Settings(bucket.place), DATABASE_URL: `${database.url}?application_name=${name}` }),
    async cutOff(name) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(db.read);
    },
    async drop() {
      await Promise.all([database.drop(), bucket.drop()]);
    },
  };
}

interface Bucket {
  place: S3Place;
  drop(): Promise<void>;
}

/** In a real store if the tests have one. */
async function openBucket(): Promise<Bucket> {
  if (HAS_TEST_S3) return createTestBucket();
  const { place, close } = await startFakeS3();
  return { place, drop: close };
}

function s3Settings(place: S3Place): Record<string, string> {
  return {
    LIGHTSHIP_S3_BUCKET: place.bucket,
    LIGHTSHIP_S3_ENDPOINT: place.endpoint,
    LIGHTSHIP_S3_REGION: place.region,
    LIGHTSHIP_S3_PREFIX: place.prefix,
    LIGHTSHIP_S3_PATH_STYLE: place.pathStyle ? 'on' : 'off',
    LIGHTSHIP_S3_ACCESS_KEY_ID: place.accessKeyId,
    LIGHTSHIP_S3_SECRET_ACCESS_KEY: place.secretAccessKey,
  };
}
