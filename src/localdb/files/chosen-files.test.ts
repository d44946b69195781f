import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetLeftBehind, leaveChosenBehind, missNoLonger, readLeftBehind, saveChosen, type ChosenFile } from './chosen-files.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { LocalDb, type FileRow } from '#localdb/schema.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';

let users: number;
let db: LocalDb;
let device: DeviceKey;
beforeEach(async () => {
  users = nextUser();
  db = new LocalDb(users);
  device = await openDeviceKey(db);
});

const file = (id: string): ChosenFile => ({ id, name: `${id}.dcm`, path: `study/${id}.dcm`, size: 9 });
const arrive = (id: string) => db.files.add({ id, uploadId: 'u', segmentIds: [], pieces: [] } as unknown as FileRow);

describe('chosen files that were not copied', () => {
  it('are listed after the page that was about to copy them is gone, and no others', async () => {
    await saveChosen(db, device, 'page', [file('a'), file('b'), file('c')]);
    await arrive('b');
    await leaveChosenBehind(db, device, 'mine');
    expect((await readLeftBehind(db, device)).map(({ name }) => name)).toEqual(['a.dcm', 'c.dcm']);
    await forgetLeftBehind(db);
    expect(await readLeftBehind(db, device)).toEqual([]);
  });

  it('are not listed while their page is open, or after it has dealt with them', async () => {
    await saveChosen(db, device, 'page', [file('a')]);
    expect(await readLeftBehind(db, device)).toEqual([]);
    await saveChosen(db, device, 'page', []);
    await leaveChosenBehind(db, device, 'mine');
    expect(await readLeftBehind(db, device)).toEqual([]);
    expect(await db.chosen.count()).toBe(0);
  });

  it('include those of every closed page', async () => {
    await saveChosen(db, device, 'page', [file('a')]);
    await saveChosen(db, device, 'other', [file('b')]);
    await saveChosen(db, device, 'living', [file('c')]);
    await leaveChosenBehind(db, device, 'living');
    expect((await readLeftBehind(db, device)).map(({ id }) => id).sort()).toEqual(['a', 'b']);
  });

  it('are missing until they are chosen again, one by one', async () => {
    await saveChosen(db, device, 'page', [file('a'), file('b')]);
    await leaveChosenBehind(db, device, 'mine');
    await missNoLonger(db, device, [
      { ...file('a'), id: 'new' },
      { ...file('b'), id: 'other', size: 10 },
    ]);
    expect((await readLeftBehind(db, device)).map(({ id }) => id)).toEqual(['b']);
    await missNoLonger(db, device, [{ ...file('b'), id: 'newer' }]);
    expect(await db.chosen.count()).toBe(0);
  });

  it('store no name in plain text', async () => {
    await saveChosen(db, device, 'page', [{ ...file('a'), name: 'Heron^Quiet.dcm' }]);
    const bytes = (await db.chosen.toArray())[0]?.sealed ?? new Uint8Array();
    expect(new TextDecoder().decode(bytes)).not.toContain('Heron');
  });
});
