import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepPath, keptPath, type KeptPath } from './kept-paths.ts';
import { LocalDb } from './schema.ts';

let db: LocalDb;
beforeEach(() => {
  db = new LocalDb(7);
});
afterEach(() => db.delete());

const path = (x: number): KeptPath => ({ series: 'ct', frameOfReference: '2.25.9', points: [[x, 2.125, 3]] });

it('the path of a study is kept, sealed, until it is deleted [CURV-09]', async () => {
  expect(await keptPath(db, 'a')).toBeNull();
  await keepPath(db, 'a', path(1));
  await keepPath(db, 'b', path(2));
  await keepPath(db, 'a', path(7.75));
  expect([await keptPath(db, 'a'), await keptPath(db, 'b')]).toEqual([path(7.75), path(2)]);
  expect(new TextDecoder().decode((await db.lists.get('path a'))!.sealed)).not.toContain('7.75');
  await keepPath(db, 'a', null);
  expect(await keptPath(db, 'a')).toBeNull();
  await db.keys.clear();
  expect(await keptPath(db, 'b')).toBeNull();
});
