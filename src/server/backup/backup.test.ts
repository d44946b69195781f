import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyTrail } from '#server/audit/verify.ts';
import type { Engine } from '#server/db/dialect.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { healUploads } from '#server/rules/uploads/uploads-end.ts';
import { uploadReceipt } from '#server/rules/uploads/uploads-receipt.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import { openObjects } from '#server/storage/open-objects.ts';
import { backUp } from './back-up.ts';
import {
  contentOf,
  createNewPlace,
  createUsedInstallation,
  type NewPlace,
  type StoreKind,
  type UsedInstallation,
} from './backup-test-bench.ts';
import { databaseText, objectsText, type Installation } from './installation.ts';
import { move } from './move.ts';
import { noProgress } from './progress.ts';
import { restore } from './restore.ts';

const STORES: readonly StoreKind[] = ['disk', 's3'];
const PLACES = TEST_ENGINES.flatMap((engine) => STORES.map((store) => ({ engine, store })));

let source: UsedInstallation;
let base: string;
let places: NewPlace[];
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'lightship-backup-'));
  places = [];
});
afterEach(async () => {
  await source?.bench.close();
  for (const place of places) await place.drop();
  await rm(base, { recursive: true, force: true });
});

async function newPlace(to: Engine, store: StoreKind): Promise<NewPlace> {
  const place = await createNewPlace(to, store);
  places.push(place);
  return place;
}

async function contentAt(installation: Installation, name: string) {
  await backUp(installation, join(base, name), noProgress);
  return contentOf(join(base, name));
}

/** A server works with it as with the original. */
async function expectWorking({ database, objects }: Installation): Promise<void> {
  const { bench, upload } = source;
  const opened = await openDatabase(database);
  if (!opened.ok) throw new Error(opened.why);
  const { db } = opened;
  try {
    const context = { ...bench.context, db, objects: await openObjects(objects), jobs: createJobQueue(db) };
    await healUploads(context);
    expect(await uploadReceipt(context, bench.eva, upload.session)).toEqual(await uploadReceipt(bench.context, bench.eva, upload.session));
    expect(await uploadStatus(context, bench.eva, upload.session)).toEqual(await uploadStatus(bench.context, bench.eva, upload.session));
    const verdict = await verifyTrail(db.read, { after: 0 });
    expect(verdict).toMatchObject({ records: 30, broken: null });
    const label = { team_id: bench.eva.teamId, name: 'new', name_key: 'new', color: '', created_at: 0, updated_at: 0 };
    const { id } = await db.write((tx) => tx.insertInto('label').values(label).returning('id').executeTakeFirstOrThrow());
    expect(id).toBe(3);
    await expect(db.write((tx) => tx.deleteFrom('audit_record').execute())).rejects.toThrow('append-only');
    await expect(
      db.write((tx) => tx.insertInto('study_label').values({ study_id: 999_999, label_id: id, created_at: 0 }).execute()),
    ).rejects.toThrow(/foreign key/i);
  } finally {
    await db.close();
  }
}

describe.each(TEST_ENGINES)('an installation on %s', (engine) => {
  beforeEach(async () => void (source = await createUsedInstallation(engine)));

  test.each(PLACES)('is backed up while it runs, and restored to $engine and $store [BACK-14, BACK-15]', async ({ engine: to, store }) => {
    const folder = join(base, 'backup');
    await backUp(source.installation, folder, noProgress);
    const { installation } = await newPlace(to, store);
    const lines = await restore(folder, installation, { progress: noProgress });
    expect(lines.join('\n')).toMatch(/5 objects .* all compared[^]*The audit trail is verified/);
    expect(await contentAt(installation, 'again')).toEqual(await contentOf(folder));
    await expectWorking(installation);
  });
});

describe('an installation', () => {
  beforeEach(async () => void (source = await createUsedInstallation('sqlite')));

  test('is moved to every place from every place, and the old one stays as it was [BACK-16]', async () => {
    await backUp(source.installation, join(base, 'backup'), noProgress);
    const before = await contentOf(join(base, 'backup'));
    const way = everyPairOf(PLACES);
    let at = (await newPlace(way[0]!.engine, way[0]!.store)).installation;
    await restore(join(base, 'backup'), at, { progress: noProgress });
    for (const [step, to] of way.slice(1).entries()) {
      const { installation } = await newPlace(to.engine, to.store);
      const lines = await move(at, installation, noProgress);
      expect(lines.join('\n')).toMatch(/ objects .* all compared.*\n.* rows of .* all compared.*\n.*verified/);
      expect(await contentAt(installation, `moved-${step}`), `step ${step}`).toEqual(before);
      expect(await contentAt(at, `old-${step}`), `step ${step}`).toEqual(before);
      at = installation;
    }
    await expectWorking(at);
  });

  test.each(TEST_ENGINES)('that nobody has used yet is backed up and restored to %s', async (engine) => {
    const { installation: unused } = await newPlace('sqlite', 'disk');
    const opened = await openDatabase(unused.database);
    if (opened.ok) await opened.db.close();
    const { installation } = await newPlace(engine, 'disk');
    const before = await contentAt(unused, 'unused');
    await restore(join(base, 'unused'), installation, { progress: noProgress });
    expect(await contentAt(installation, 'restored')).toEqual(before);
  });

  test('of which only the objects or only the database is moved keeps the other where it is [BACK-16]', async () => {
    await backUp(source.installation, join(base, 'backup'), noProgress);
    const before = await contentOf(join(base, 'backup'));
    const { installation: old } = await newPlace('sqlite', 'disk');
    await restore(join(base, 'backup'), old, { progress: noProgress });
    const { installation: other } = await newPlace(TEST_ENGINES.at(-1)!, 's3');
    const inBucket = { ...old, objects: other.objects };
    expect((await move(old, inBucket, noProgress)).slice(1)).toEqual([
      `The database stays at ${databaseText(old.database)}.`,
      `These are unchanged, and can be deleted when the new server works: the objects at ${objectsText(old.objects)}.`,
    ]);
    expect(await contentAt(inBucket, 'in-bucket')).toEqual(before);
    const lines = await move(inBucket, other, noProgress);
    expect([lines.at(0), lines.at(-1)]).toEqual([
      `The objects stay at ${objectsText(other.objects)}.`,
      `These are unchanged, and can be deleted when the new server works: the database at ${databaseText(old.database)}.`,
    ]);
    expect(await contentAt(other, 'other')).toEqual(before);
    await expect(move(other, other, noProgress)).rejects.toThrow('Nothing has to be moved');
  });
});

/** A way that goes from each of them to each of them, itself included, exactly once. */
function everyPairOf<T>(all: readonly T[]): T[] {
  return [...all.flatMap((one, at) => [one, ...all.slice(at + 1).flatMap((other) => [one, other])]), all[0]!];
}
