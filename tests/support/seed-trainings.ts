import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { createModel } from '#server/rules/ai/models.ts';
import { createTraining, startTraining } from '#server/rules/ai/trainings.ts';
import { findMember } from '#server/rules/teams/membership.ts';
import type { TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import { createVault } from '#server/vault.ts';
import { addPatient, freezePatients, SEGMENTS, type Drawn, type Patient } from '#tests/fixtures/frozen-patients.ts';

export interface Prepared {
  engine: 'trees' | 'unet';
  seconds: number;
}

/**
 * Writes patients with their masks to a data folder that no server has open, freezes them, and prepares trainings of one model, which are started by
 * a call. The last two patients are held out. Returns the ids.
 */
export async function seedTrainings(
  dataDir: string,
  email: string,
  { patients, trainings }: { patients: readonly Patient[]; trainings: readonly Prepared[] },
): Promise<{ model: number; trainings: number[] }> {
  return inDataFolder(dataDir, (db, objects) =>
    addTrainings({ db, objects }, email, { patients, trainings, areStarted: false, ...HIPPOCAMPUS }),
  );
}

/** With the database and the objects of a data folder that no server has open. */
export async function inDataFolder<T>(dataDir: string, work: (db: Database, objects: ObjectStore) => Promise<T>): Promise<T> {
  const opened = await openDatabase({ engine: 'sqlite', folder: join(dataDir, 'database') });
  if (!opened.ok) throw new Error('The data folder is in use');
  try {
    return await work(opened.db, await createLocalDisk(join(dataDir, 'objects')));
  } finally {
    await opened.db.close();
  }
}

interface Trained extends Drawn {
  name: string;
  code: string;
  patients: readonly Patient[];
  trainings: readonly Prepared[];
  areStarted: boolean;
}
const HIPPOCAMPUS = { name: 'Hippocampus', code: 'hippocampus', structure: 'liver', segments: SEGMENTS };

/** The same in a database that no server works on. */
export async function addTrainings(
  { db, objects }: { db: Database; objects: ObjectStore },
  email: string,
  { name, code, patients, trainings, areStarted, ...drawn }: Trained,
): Promise<{ model: number; trainings: number[] }> {
  const now = () => Date.now();
  const nobody = new Proxy({}, { get: () => () => undefined });
  const context = {
    ...{ db, now, objects, vault: createVault(null) },
    ...{ jobs: createJobQueue(db, { now }), news: nobody },
  } as unknown as TestBench['context'];
  const eva = { ...(await memberOf(db, email, now())), uploadId: null };
  const bench = { context, eva, clock: { now: now() } } as unknown as TestBench;

  const known: Parameters<typeof freezePatients>[1][number][] = [];
  for (const [at, patient] of patients.entries()) {
    const left = patients.length - at;
    known.push({ ...(await addPatient(bench, patient, true, drawn)), part: left === 1 ? 'test' : left === 2 ? 'validation' : 'train' });
  }
  const dataset_version = await freezePatients(bench, known, drawn);
  const { id: structure_id } = await db.read
    .selectFrom('structure')
    .select('id')
    .where('slug', '=', drawn.structure)
    .executeTakeFirstOrThrow();
  const segments = drawn.segments.map((title, at) => ({ title, value: at + 1 }));
  const words = { name, code, description: '', parent_id: null };
  const model = await createModel(context, eva, { ...words, uuid: randomUUID(), structure_id, segments });
  const ids: number[] = [];
  for (const [at, { engine, seconds }] of trainings.entries()) {
    const params = { seconds, seed: at + 1 };
    const { id } = await createTraining(context, eva, { uuid: randomUUID(), model_id: model.id, dataset_version, engine, params });
    if (areStarted) await startTraining(context, eva, id);
    ids.push(id);
  }
  return { model: model.id, trainings: ids };
}

async function memberOf(db: Database, email: string, now: number) {
  const { id: user_id } = await db.read.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const signIn = { user_id, cookie_hash: randomUUID(), created_at: now, expires_at: now + 3_600_000, revoked_at: null };
  const { id: signInId } = await db.write((tx) => tx.insertInto('sign_in').values(signIn).returning('id').executeTakeFirstOrThrow());
  const member = await findMember(db.read, { userId: user_id, signInId }, 'north');
  if (member === null) throw new Error('Nobody of the team has this address');
  return member;
}
