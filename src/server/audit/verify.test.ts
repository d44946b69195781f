import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Writer } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase, TEST_ENGINES, type TestDatabase } from '#server/db/test-database.ts';
import { allRecords, ENTRY, filledTrail, openForTampering, writeChainAnew } from './audit-test-bench.ts';
import { hashOfRecord, type StoredRecord } from './record.ts';
import { createTrail, type Trail } from './trail.ts';
import { verifyTrail } from './verify.ts';

const COUNT = 9;

describe.each(TEST_ENGINES)('manipulation of the audit trail on %s', (engine) => {
  let opened: TestDatabase;
  let db: Database;
  let trail: Trail;
  const now = () => Date.UTC(2026, 10, 20, 12);
  beforeEach(async () => {
    opened = await openTestDatabase(engine);
    ({ db } = opened);
    trail = await filledTrail(db, now, COUNT);
    await openForTampering(db);
  });
  afterEach(() => opened.drop());

  const verify = (asked: Partial<Parameters<typeof verifyTrail>[1]> = {}) => verifyTrail(db.read, { after: 0, ...asked });
  const tamper = (work: (tx: Writer) => Promise<unknown>) => db.write(work);
  const change = (seq: number, values: Partial<StoredRecord>) =>
    tamper((tx) => tx.updateTable('audit_record').set(values).where('seq', '=', seq).execute());

  test('is not reported for an intact trail', async () => {
    const records = await allRecords(db);
    const { hash } = records.at(-1)!;
    expect(await verify()).toEqual({ seq: COUNT, hash, records: COUNT, checked_to: COUNT, broken: null, kept: null });
  });

  const EDITS: Omit<StoredRecord, 'seq'> = {
    at: 1,
    team_id: 2,
    user_id: 999,
    kind: 'write',
    call: 'receipt',
    subject: '999',
    result: 'not_found',
    address: '10.9.9.9',
    acted_by: 999,
    hash: 'f'.repeat(64),
  };
  test.each(Object.entries(EDITS))('is found when %s is edited', async (column, value) => {
    for (const seq of [1, 5, COUNT]) {
      const before = (await allRecords(db))[seq - 1]!;
      await change(seq, { [column]: value });
      expect((await verify()).broken).toEqual({ seq, why: 'changed' });
      await change(seq, before);
    }
    expect((await verify()).broken).toBeNull();
  });

  test.each(['team_id', 'user_id', 'subject'])('is found when %s is emptied', async (column) => {
    await change(4, { [column]: null });
    expect((await verify()).broken).toEqual({ seq: 4, why: 'changed' });
  });

  test('is found at the next record when a record is edited with a matching hash', async () => {
    const records = await allRecords(db);
    const edited = { ...records[3]!, user_id: 999 };
    await change(4, { user_id: 999, hash: hashOfRecord(records[2]!.hash, edited) });
    expect((await verify()).broken).toEqual({ seq: 5, why: 'changed' });
  });

  test('is found at the head when the last record is edited with a matching hash', async () => {
    const records = await allRecords(db);
    const edited = { ...records[COUNT - 1]!, user_id: 999 };
    await change(COUNT, { user_id: 999, hash: hashOfRecord(records[COUNT - 2]!.hash, edited) });
    expect((await verify()).broken).toEqual({ seq: COUNT, why: 'head_changed' });
  });

  test.each([
    ['the first', 1, { seq: 1, why: 'missing' }],
    ['one in the middle', 5, { seq: 5, why: 'missing' }],
    ['the last', COUNT, { seq: COUNT, why: 'tail_missing' }],
  ])('is found when %s was deleted', async (_which, seq, broken) => {
    await tamper((tx) => tx.deleteFrom('audit_record').where('seq', '=', seq).execute());
    expect((await verify()).broken).toEqual(broken);
  });

  test('is found when a record was deleted and the others were renumbered', async () => {
    await tamper(async (tx) => {
      await tx.deleteFrom('audit_record').where('seq', '=', 5).execute();
      for (let seq = 6; seq <= COUNT; seq += 1)
        await tx
          .updateTable('audit_record')
          .set({ seq: seq - 1 })
          .where('seq', '=', seq)
          .execute();
    });
    expect((await verify()).broken).toEqual({ seq: 5, why: 'changed' });
  });

  test('is found only with a saved hash when the end was deleted and the head reset', async () => {
    const records = await allRecords(db);
    await tamper(async (tx) => {
      await tx.deleteFrom('audit_record').where('seq', '>', 6).execute();
      await tx.updateTable('audit_head').set({ seq: 6, hash: records[5]!.hash }).execute();
    });
    expect(await verify()).toMatchObject({ broken: null, kept: null });
    expect((await verify({ seq: COUNT, hash: records[COUNT - 1]!.hash })).kept).toBe('missing');
    expect((await verify({ seq: 6, hash: records[5]!.hash })).kept).toBe('stands');
  });

  test('is found when all records were deleted', async () => {
    await tamper((tx) => tx.deleteFrom('audit_record').execute());
    expect((await verify()).broken).toEqual({ seq: 1, why: 'tail_missing' });
  });

  test.each([
    ['before the first', 0, { seq: 0, why: 'inserted' }],
    ['after the last', COUNT + 1, { seq: COUNT + 1, why: 'inserted' }],
  ])('is found when a record was inserted %s', async (_where, seq, broken) => {
    const [first] = await allRecords(db);
    await tamper((tx) =>
      tx
        .insertInto('audit_record')
        .values({ ...first!, seq })
        .execute(),
    );
    expect((await verify()).broken).toEqual(broken);
  });

  test('is found when a record with a matching hash was inserted in the middle', async () => {
    const records = await allRecords(db);
    await tamper(async (tx) => {
      for (let seq = COUNT; seq >= 5; seq -= 1)
        await tx
          .updateTable('audit_record')
          .set({ seq: seq + 1 })
          .where('seq', '=', seq)
          .execute();
      const made = { ...records[0]!, seq: 5 };
      await tx
        .insertInto('audit_record')
        .values({ ...made, hash: hashOfRecord(records[3]!.hash, made) })
        .execute();
      await tx
        .updateTable('audit_head')
        .set({ seq: COUNT + 1 })
        .execute();
    });
    expect((await verify()).broken).toEqual({ seq: 6, why: 'changed' });
  });

  test.each([
    ['with their hashes', true],
    ['without their hashes', false],
  ])('is found when two records were swapped %s', async (_how, isWithHash) => {
    const records = await allRecords(db);
    const [third, fourth] = [records[2]!, records[3]!];
    const valuesOf = ({ hash, ...values }: StoredRecord, seq: number) => ({ ...values, seq, ...(isWithHash ? { hash } : {}) });
    await change(3, valuesOf(fourth, 3));
    await change(4, valuesOf(third, 4));
    expect((await verify()).broken).toEqual({ seq: 3, why: 'changed' });
  });

  test.each([
    ['its hash was changed', { hash: 'f'.repeat(64) }, { seq: COUNT, why: 'head_changed' }],
    ['it was set back', { seq: 6 }, { seq: 7, why: 'inserted' }],
    ['it was set forward', { seq: 20 }, { seq: COUNT + 1, why: 'tail_missing' }],
  ])('is found when the head %s', async (_how, values, broken) => {
    await tamper((tx) => tx.updateTable('audit_head').set(values).execute());
    expect((await verify()).broken).toEqual(broken);
  });

  test('is found when the head was deleted, and nothing more is recorded', async () => {
    await tamper((tx) => tx.deleteFrom('audit_head').execute());
    expect((await verify()).broken).toEqual({ seq: 1, why: 'inserted' });
    await expect(trail.record(ENTRY)).rejects.toThrow();
  });

  test('is found only with a saved hash when the whole chain was rewritten', async () => {
    const records = await allRecords(db);
    await change(4, { user_id: 999 });
    await writeChainAnew(db);
    expect((await verify()).broken).toBeNull();
    const keptOf = async (seq: number) => (await verify({ seq, hash: records[seq - 1]!.hash })).kept;
    expect([await keptOf(3), await keptOf(4), await keptOf(COUNT)]).toEqual(['stands', 'differs', 'differs']);
  });

  test('is not reported for records written during the check', async () => {
    const writing = Array.from({ length: 200 }, () => trail.record(ENTRY));
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => verify()));
    await Promise.all(writing);
    expect(verdicts.map(({ broken }) => broken)).toEqual(Array.from({ length: 20 }, () => null));
    expect(await verify()).toMatchObject({ records: COUNT + 200, broken: null });
  });

  test('is checked in parts for a long trail, each from the end of the previous one', async () => {
    const more = createTrail({ db, now });
    await Promise.all(Array.from({ length: 2_500 }, () => more.record(ENTRY)));
    const first = await verify({ most: 1_000 });
    expect(first).toMatchObject({ seq: COUNT + 2_500, records: 1_000, checked_to: 1_000, broken: null });
    const second = await verify({ after: first.checked_to });
    expect(second).toMatchObject({ records: COUNT + 1_500, checked_to: COUNT + 2_500, broken: null });
    await change(2_000, { result: 'fault' });
    expect((await verify({ most: 1_000 })).broken).toBeNull();
    expect((await verify({ after: 1_000 })).broken).toEqual({ seq: 2_000, why: 'changed' });
    expect((await verify({ after: 9_999 })).broken).toEqual({ seq: 9_999, why: 'missing' });
  });
});
