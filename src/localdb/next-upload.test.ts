import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { uploadThatTakes } from './next-upload.ts';
import { LocalDb } from './schema.ts';
import { clearUpload, newUpload } from './upload-commands.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';

let users: number;
let db: LocalDb;

beforeEach(() => {
  users = nextUser();
  db = new LocalDb(users);
});

const shownIds = (): Promise<string[]> => db.uploads.where('shown').equals(1).primaryKeys();

it('is the shown upload while that is being arranged, whoever asks', async () => {
  const [first, second] = await Promise.all([uploadThatTakes(db), uploadThatTakes(db)]);
  expect(second.id).toBe(first.id);
  expect(await shownIds()).toEqual([first.id]);
});

it('is another one, not shown, once the shown one is on its way, and the same one again', async () => {
  const sent = await uploadThatTakes(db);
  await db.uploads.update(sent.id, { phase: 'queued', state: 'upload' });
  const next = await uploadThatTakes(db);
  expect(next.id).not.toBe(sent.id);
  expect((await uploadThatTakes(db)).id).toBe(next.id);
  expect(await shownIds()).toEqual([sent.id]);
});

it.each([
  ['a new upload is begun', newUpload],
  ['the shown one is cleared', (of: LocalDb, id: string) => clearUpload(of, id)],
])('is shown as soon as %s', async (_, leave) => {
  const sent = await uploadThatTakes(db);
  await db.uploads.update(sent.id, { phase: 'registered', state: 'upload' });
  const next = await uploadThatTakes(db);
  await leave(db, sent.id);
  expect(await shownIds()).toEqual([next.id]);
});
