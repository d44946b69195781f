import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LocalDb } from '#localdb/schema.ts';
import { clearUpload, newUpload } from '#localdb/upload-commands.ts';
import { shownUpload } from '#localdb/uploads.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { keepRefused } from './keep-refused.ts';
import { RefusedHere } from './refused-here.ts';

let users: number;
let db: LocalDb;
let refused: RefusedHere;

beforeEach(() => {
  users = nextUser();
  db = new LocalDb(users);
  refused = new RefusedHere();
});

function marked(path: string) {
  const bytes = new Uint8Array(200);
  bytes.set(new TextEncoder().encode('DICM'), 128);
  return { path, file: new File([bytes], path, { lastModified: 1 }) };
}

const rowIds = async () => new Set((await db.files.toArray()).map(({ id }) => id));

describe('what the door refused', () => {
  it('has rows and can be read where it is marked as DICOM, and neither where it is not', async () => {
    await keepRefused(db, refused, [marked('a'), { path: 'letter', file: new File(['no image'], 'letter') }]);
    expect((await rowIds()).size).toBe(1);
    expect(refused.ids()).toEqual(await rowIds());
    await keepRefused(db, refused, [{ path: 'letter', file: new File(['no image'], 'letter') }]);
    expect((await rowIds()).size).toBe(1);
  });

  it('can all be read when it was given in two gifts at once', async () => {
    await Promise.all([keepRefused(db, refused, [marked('a'), marked('b')]), keepRefused(db, refused, [marked('c')])]);
    expect((await rowIds()).size).toBe(3);
    expect(refused.ids()).toEqual(await rowIds());
  });

  it('has a row again when it is given again after its upload was cleared', async () => {
    await keepRefused(db, refused, [marked('a')]);
    await clearUpload(db, (await shownUpload(db)).id);
    expect((await rowIds()).size).toBe(0);
    await keepRefused(db, refused, [marked('a')]);
    expect((await rowIds()).size).toBe(1);
    expect(refused.ids()).toEqual(await rowIds());
  });

  it('has a row in the next upload as well', async () => {
    await keepRefused(db, refused, [marked('a')]);
    await db.uploads.update((await shownUpload(db)).id, { phase: 'queued', state: 'upload' });
    await newUpload(db);
    await keepRefused(db, refused, [marked('a')]);
    const { id } = await shownUpload(db);
    expect(await db.files.where('uploadId').equals(id).primaryKeys()).toEqual([...refused.ids()]);
  });

  it('does not keep the next gift from its rows when this device failed to write those of one', async () => {
    await refused.inTurn(() => Promise.reject(new Error('no room'))).catch(() => undefined);
    await keepRefused(db, refused, [marked('a')]);
    expect(refused.ids()).toEqual(await rowIds());
  });
});
