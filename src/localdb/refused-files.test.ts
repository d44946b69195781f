import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDeviceKey, type DeviceKey } from './device-key.ts';
import { FactsCache } from './opened-rows.ts';
import { forgetRefused, savedRefused, saveRefused } from './refused-files.ts';
import { LocalDb } from './schema.ts';
import { clearUpload, dismissProblems } from './upload-commands.ts';
import { readUploadView } from './upload-view.ts';
import { shownUpload } from './uploads.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';

let users: number;
let db: LocalDb;
let device: DeviceKey;

beforeEach(async () => {
  users = nextUser();
  db = new LocalDb(users);
  device = await openDeviceKey(db);
});

const refused = (id: string, path = id, size = 100) => ({ id, name: path, path, size });
const allHere = (): boolean => true;
const noneHere = (): boolean => false;
const view = () => readUploadView(db, device, new FactsCache());
const shownIds = async () => (await view())?.problems.map(({ fileId }) => fileId).sort();

describe('files that the door refused', () => {
  it('have rows on the page of their upload, also where nothing else was given', async () => {
    await saveRefused(db, device, [refused('1', 'disc/IM_1')], allHere);
    expect(await view()).toMatchObject({
      state: 'preview',
      studies: [],
      problems: [{ fileId: '1', name: 'disc/IM_1', problem: 'refused-at-door' }],
      files: { total: 0 },
      bytes: { onDevice: 0 },
    });
  });

  it('take the places of rows that an earlier page left about them, and of no others', async () => {
    await saveRefused(db, device, [refused('1', 'a'), refused('2', 'b'), refused('3', 'a', 101)], allHere);
    await saveRefused(db, device, [refused('4', 'a')], noneHere);
    expect(await shownIds()).toEqual(['2', '3', '4']);
    await saveRefused(db, device, [refused('5', 'b')], allHere);
    expect(await shownIds()).toEqual(['2', '3', '4', '5']);
  });

  it('leave no row in an upload that was cleared meanwhile', async () => {
    const { id } = await shownUpload(db);
    const saving = saveRefused(db, device, [refused('1')], allHere);
    await clearUpload(db, id);
    await saving;
    expect(await db.files.where('uploadId').equals(id).count()).toBe(0);
  });

  it('go when they are read after all, and rows with another reason stay', async () => {
    await saveRefused(db, device, [refused('1'), refused('2')], allHere);
    await db.files.update('2', { problem: 'cut-off' });
    await forgetRefused(db, ['1', '2', 'unknown']);
    expect(await shownIds()).toEqual(['2']);
  });

  it('are known by their rows: what was taken off the page is known no more', async () => {
    await saveRefused(db, device, [refused('1'), refused('2')], allHere);
    await dismissProblems(db, ['1']);
    expect(await savedRefused(db, ['1', '2', 'unknown'])).toEqual(['2']);
  });
});
