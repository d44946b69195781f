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

test('what arrives during a transaction shares the next one, and each hears its own result', async () => {
  const commit = createGroupCommit(db);
  const slugs = Array.from({ length: 10 }, (_, index) => `group-${index}`);
  expect(await Promise.all(slugs.map((slug) => commit(insert(slug))))).toEqual(slugs);
  expect(await kept()).toEqual(slugs);
  expect(transactions).toBe(2);
});

test('one that fails fails alone', async () => {
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
