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
import { contentOf, createNewPlace, createUsedInstallation, type NewPlace, type StoreKind, type UsedInstallation } from './backup-test-bench.ts';
import type { Installation } from './installation.ts';
import { move } from './move.ts';
import { noProgress } from './progress.ts';
import { restore } from './restore.ts';

const STORES: readonly StoreKind[] = ['disk', 's3'];
const PLACES = TEST_ENGINES.flatMap((engine) => STORES.map((store) => ({ engine, store })));

describe.each(TEST_ENGINES)('an installation on %s', (engine) => {
  let source: UsedInstallation;
  let base: string;
  let places: NewPlace[];
  beforeEach(async () => {
    source = await createUsedInstallation(engine);
    base = await mkdtemp(join(tmpdir(), 'lightship-backup-'));
    places = [];
  });
  afterEach(async () => {
    await source.bench.close();
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

  test.each(PLACES)('is backed up while it runs, and restored to $engine and $store [BACK-14, BACK-15]', async ({ engine: to, store }) => {
    const folder = join(base, 'backup');
    await backUp(source.installation, folder, noProgress);
    const { installation } = await newPlace(to, store);
    const lines = await restore(folder, installation, noProgress);
    expect(lines.join('\n')).toMatch(/5 objects .* all compared[^]*The audit trail is verified/);
    expect(await contentAt(installation, 'again')).toEqual(await contentOf(folder));
    await expectWorking(installation);
  });

  test.each(PLACES)('is moved to $engine and $store, and the old one stays as it was [BACK-16]', async ({ engine: to, store }) => {
    await backUp(source.installation, join(base, 'backup'), noProgress);
    const before = await contentOf(join(base, 'backup'));
    for (const stopped of await Promise.all(STORES.map((kind) => newPlace(engine, kind)))) {
      await restore(join(base, 'backup'), stopped.installation, noProgress);
      const { installation } = await newPlace(to, store);
      await move(stopped.installation, installation, noProgress);
      expect(await contentAt(installation, `moved-${places.length}`)).toEqual(before);
      expect(await contentAt(stopped.installation, `stopped-${places.length}`)).toEqual(before);
      await expectWorking(installation);
    }
  });
});
