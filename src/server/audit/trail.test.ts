import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase, TEST_ENGINES, type TestDatabase } from '#server/db/test-database.ts';
import { allRecords, ENTRY } from './audit-test-bench.ts';
import { createTrail } from './trail.ts';
import { verifyTrail } from './verify.ts';

describe.each(TEST_ENGINES)('the audit trail on %s', (engine) => {
  let opened: TestDatabase;
  let db: Database;
  /** Commits of the trail, and whether its next write fails. */
  let commits: number;
  let failing: Error | null;
  let now: number;
  beforeEach(async () => {
    opened = await openTestDatabase(engine);
    [commits, failing, now] = [0, null, Date.UTC(2026, 10, 20, 12)];
    db = {
      ...opened.db,
      async write(work) {
        if (failing !== null) throw failing;
        const written = await opened.db.write(work);
        commits += 1;
        return written;
      },
    };
  });
  afterEach(() => opened.drop());

  const trailOf = () => createTrail({ db, now: () => now });
  const callers = async () => (await allRecords(db)).map((record) => record.user_id);

  test('numbers its records from 1, and each holds the hash of all before it', async () => {
    const trail = trailOf();
    await trail.record(ENTRY);
    now += 5;
    await trail.record({ ...ENTRY, userId: null, teamId: null, subject: null, result: 'signed_out' });
    const [first, second] = await allRecords(db);
    const { kind, call, result, address } = ENTRY;
    expect(first).toMatchObject({ seq: 1, at: now - 5, team_id: 1, user_id: 7, kind, call, subject: '41', result, address });
    expect(second).toMatchObject({ seq: 2, at: now, team_id: null, user_id: null, subject: null, result: 'signed_out' });
    expect(new Set([first?.hash, second?.hash]).size).toBe(2);
    expect(await verifyTrail(db.read, { after: 0 })).toMatchObject({ seq: 2, records: 2, broken: null });
  });

  test('accepts a thousand records together, in order of arrival, in a few commits', async () => {
    const trail = trailOf();
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => trail.record({ ...ENTRY, userId: index })));
    expect(await callers()).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
    expect(commits).toBeLessThan(10);
    expect(await verifyTrail(db.read, { after: 0 })).toMatchObject({ seq: 1_000, records: 1_000, broken: null });
  });

  test('is one chain, also with two processes that write at the same time', async () => {
    const trails = [trailOf(), trailOf()];
    const writing = Array.from({ length: 100 }, (_, index) => trails[index % 2]!.record({ ...ENTRY, userId: index }));
    await Promise.all(writing);
    expect((await callers()).toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(await verifyTrail(db.read, { after: 0 })).toMatchObject({ seq: 100, broken: null });
  });

  test('reports a failed write, and continues with the next record', async () => {
    const trail = trailOf();
    failing = new Error('the disk is full');
    const refused = await Promise.allSettled([trail.record(ENTRY), trail.record(ENTRY), trail.recordOnce({ ...ENTRY, userId: 8 })]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    failing = null;
    await trail.record(ENTRY);
    // A failed record was not written, so it must not count as known.
    await trail.recordOnce({ ...ENTRY, userId: 8 });
    expect(await callers()).toEqual([7, 8]);
  });

  test('records a repeated entry once a minute, without delay, and every different entry', async () => {
    const trail = trailOf();
    await Promise.all(Array.from({ length: 50 }, () => trail.recordOnce(ENTRY)));
    await trail.recordOnce({ ...ENTRY, subject: '42' });
    await trail.recordOnce({ ...ENTRY, result: 'not_found' });
    await trail.recordOnce({ ...ENTRY, userId: 8 });
    await trail.recordOnce(ENTRY);
    expect((await allRecords(db)).map(({ user_id, subject, result }) => [user_id, subject, result])).toEqual([
      [7, '41', 'done'],
      [7, '42', 'done'],
      [7, '41', 'not_found'],
      [8, '41', 'done'],
    ]);
    now += 60_000;
    await trail.recordOnce(ENTRY);
    expect(await allRecords(db)).toHaveLength(5);
  });

  test('a repeated entry waits until the first one is durable', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const trail = createTrail({ db: { ...db, write: (work) => held.then(() => db.write(work)) }, now: () => now });
    const done: string[] = [];
    const both = Promise.all(['first', 'second'].map((name) => trail.recordOnce(ENTRY).then(() => done.push(name))));
    await db.read.selectFrom('audit_head').selectAll().execute();
    expect(done).toEqual([]);
    release();
    await both;
    expect([done.length, (await allRecords(db)).length]).toEqual([2, 1]);
  });

  test('unknown clients from ever more addresses share a record', async () => {
    const trail = trailOf();
    const strange = { ...ENTRY, userId: null, teamId: null, subject: null, result: 'signed_out' };
    await Promise.all(
      Array.from({ length: 3_000 }, (_, index) => trail.recordOnce({ ...strange, address: `10.1.${index >> 8}.${index & 255}` })),
    );
    expect(await allRecords(db)).toHaveLength(1_001);
    await trail.recordOnce(ENTRY);
    const addresses = (await allRecords(db)).map(({ address }) => address);
    expect([addresses.filter((address) => address === '*').length, addresses.at(-1)]).toEqual([1, ENTRY.address]);
  });

  test('an invalid client address is not stored', async () => {
    await trailOf().record({ ...ENTRY, address: 'DOE^JOHN' });
    expect((await allRecords(db))[0]?.address).toBe('unknown');
  });

  test('the database itself refuses changes and deletions of records', async () => {
    await trailOf().record(ENTRY);
    await expect(db.write((tx) => tx.updateTable('audit_record').set({ user_id: 8 }).execute())).rejects.toThrow('append-only');
    await expect(db.write((tx) => tx.deleteFrom('audit_record').execute())).rejects.toThrow('append-only');
    expect(await callers()).toEqual([7]);
  });
});
