import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { uploadThatTakes } from './next-upload.ts';
import { LocalDb } from '#localdb/schema.ts';
import { clearUpload, newUpload } from './upload-commands.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';

let users: number;
let db: LocalDb;

beforeEach(() => {
  users = nextUser();
  db = new LocalDb(users);
});

const shownIds = (): Promise<string[]> => db.uploads.where('shown').equals(1).primaryKeys();

it('the next files go to the shown upload while that is being prepared, for every caller', async () => {
  const [first, second] = await Promise.all([uploadThatTakes(db), uploadThatTakes(db)]);
  expect(second.id).toBe(first.id);
  expect(await shownIds()).toEqual([first.id]);
});

it('the next files go to another, hidden upload once the shown one is being sent, and then to the same one', async () => {
  const sent = await uploadThatTakes(db);
  await db.uploads.update(sent.id, { phase: 'queued', state: 'upload' });
  const next = await uploadThatTakes(db);
  expect(next.id).not.toBe(sent.id);
  expect((await uploadThatTakes(db)).id).toBe(next.id);
  expect(await shownIds()).toEqual([sent.id]);
});

it.each([
  ['a new upload is started', newUpload],
  ['the shown one is cleared', (of: LocalDb, id: string) => clearUpload(of, id)],
])('the hidden upload is shown as soon as %s', async (_, leave) => {
  const sent = await uploadThatTakes(db);
  await db.uploads.update(sent.id, { phase: 'registered', state: 'upload' });
  const next = await uploadThatTakes(db);
  await leave(db, sent.id);
  expect(await shownIds()).toEqual([next.id]);
});
