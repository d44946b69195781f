import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDeviceKey } from './device-key.ts';
import { keepDices, keptDices } from './kept-dices.ts';
import { LocalDb } from './schema.ts';

let db: LocalDb;
beforeEach(() => {
  db = new LocalDb(7);
});
afterEach(() => db.delete());

it('what was compared of a campaign is kept, sealed, and replaced by what is kept next [CAMP-17]', async () => {
  const device = await openDeviceKey(db);
  expect(await keptDices(db, device, 'a')).toEqual({});
  await keepDices(db, device, 'a', { one: [0.5, null] });
  await keepDices(db, device, 'b', { other: [1] });
  await keepDices(db, device, 'a', { two: [0.25] });
  expect(await keptDices(db, device, 'a')).toEqual({ two: [0.25] });
  expect(await keptDices(db, device, 'b')).toEqual({ other: [1] });
  expect(new TextDecoder().decode((await db.lists.get('dices a'))!.sealed)).not.toContain('0.25');
  await db.keys.clear();
  expect(await keptDices(db, await openDeviceKey(db), 'a')).toEqual({});
});
