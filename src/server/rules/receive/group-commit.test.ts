import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database, Writer } from '#server/db/database.ts';
import { openTestDatabase, type TestDatabase } from '#server/db/test-database.ts';
import { createGroupCommit } from './group-commit.ts';

let opened: TestDatabase;
let transactions: number;
let db: Database;
beforeEach(async () => {
  opened = await openTestDatabase('sqlite');
  transactions = 0;
  db = {
    ...opened.db,
    write: (work) => {
      transactions += 1;
      return opened.db.write(work);
    },
  };
});
afterEach(() => opened.drop());

const insert = (slug: string) => async (tx: Writer) => {
  await tx.insertInto('category').values({ slug, title: slug, sort: 0 }).execute();
  return slug;
};
const kept = async () =>
  (await db.read.selectFrom('category').select('slug').where('slug', 'like', 'group-%').orderBy('slug').execute()).map((row) => row.slug);

test('work that arrives during a transaction shares the next one, and each gets its own result', async () => {
  const commit = createGroupCommit(db);
  const slugs = Array.from({ length: 10 }, (_, index) => `group-${index}`);
  expect(await Promise.all(slugs.map((slug) => commit(insert(slug))))).toEqual(slugs);
  expect(await kept()).toEqual(slugs);
  expect(transactions).toBe(2);
});

test('a failing task fails alone', async () => {
  const commit = createGroupCommit(db);
  const outcomes = await Promise.allSettled([
    commit(insert('group-first')),
    commit(insert('group-a')),
    commit(insert('group-first')),
    commit(() => Promise.reject(new Error('no'))),
    commit(insert('group-b')),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await kept()).toEqual(['group-a', 'group-b', 'group-first']);
  expect(await commit(insert('group-later'))).toBe('group-later');
});

test('many tasks together are committed in groups of 64, each once', async () => {
  const commit = createGroupCommit(db);
  const slugs = Array.from({ length: 130 }, (_, index) => `group-${String(index).padStart(3, '0')}`);
  let calls = 0;
  const counted = (slug: string) => (tx: Writer) => {
    calls += 1;
    return insert(slug)(tx);
  };
  expect(await Promise.all(slugs.map((slug) => commit(counted(slug))))).toEqual(slugs);
  expect(await kept()).toEqual(slugs);
  // The first one does not wait for others; the last one has nobody beside it.
  expect([transactions, calls]).toEqual([4, 130]);
});
