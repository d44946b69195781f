import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { newSeries } from '#localdb/upload/arrange-instances.ts';
import { LocalDb } from '#localdb/schema.ts';
import { SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { SharedOut } from './shared-out.ts';
import type { DeidentifyEnd } from './types.ts';

const RULES = { settings: FIRST_DEIDENTIFICATION, key: '07'.repeat(32), tag: 'basic' };
let db: LocalDb;

beforeEach(() => {
  db = new LocalDb(nextUser());
});

async function seriesOf(sizes: readonly number[]): Promise<string[]> {
  const rows = sizes.map((bytes, n) => ({ ...newSeries('upload', 'study', `key ${n}`, n), id: `${n}`.padStart(3, '0'), bytes }));
  await db.series.bulkPut(rows);
  return rows.map(({ id }) => id);
}

/** Two workers that record their calls. Nothing is done before `begin`. */
function workersOf(end: DeidentifyEnd = 'ok', begin: Promise<void> = Promise.resolve()) {
  const asked: (readonly string[])[] = [];
  const madeTwice: string[] = [];
  const making = new Set<string>();
  async function deidentify(seriesIds: readonly string[]): Promise<DeidentifyEnd> {
    asked.push(seriesIds);
    madeTwice.push(...seriesIds.filter((id) => making.has(id)));
    for (const id of seriesIds) making.add(id);
    await begin;
    for (const id of seriesIds) making.delete(id);
    return end;
  }
  return { workers: [{ deidentify }, { deidentify }], asked, madeTwice };
}

it('gives a worker many small series together, up to a segment', async () => {
  const ids = await seriesOf([...Array.from({ length: 120 }, () => 100), SEGMENT_BYTES, SEGMENT_BYTES * 3, 100]);
  const { workers, asked } = workersOf();
  expect(await new SharedOut(db).deidentify(workers, ids, RULES)).toBe('ok');
  expect(asked.map(({ length }) => length)).toEqual([50, 50, 20, 1, 1, 1]);
  expect(asked.flat()).toEqual(ids);
});

it('lets no two workers process the same series, whoever requests it meanwhile', async () => {
  const ids = await seriesOf(Array.from({ length: 220 }, () => 100));
  const { promise: begin, resolve: beginNow } = Promise.withResolvers<void>();
  const { workers, asked, madeTwice } = workersOf('ok', begin);
  const sharedOut = new SharedOut(db);
  const both = [sharedOut.deidentify(workers, ids, RULES), sharedOut.deidentify(workers, ids.slice(10), RULES)];
  // Both have read their rows when the later ones are read.
  await db.series.bulkGet(ids);
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toHaveLength(2);
  beginNow();
  expect(await Promise.all(both)).toEqual(['ok', 'ok']);
  expect(new Set(asked.flat())).toEqual(new Set(ids));
  expect(madeTwice).toEqual([]);
});

it('requests no more when there is no space', async () => {
  const ids = await seriesOf(Array.from({ length: 220 }, () => 100));
  const { workers, asked } = workersOf('no-room');
  expect(await new SharedOut(db).deidentify(workers, ids, RULES)).toBe('no-room');
  expect(asked).toHaveLength(2);
});
