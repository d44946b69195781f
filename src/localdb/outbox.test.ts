import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { removeWrite, savedWrites, saveWrite } from './outbox.ts';
import { LocalDb } from './schema.ts';

let db: LocalDb;
beforeEach(() => {
  db = new LocalDb(nextUser());
});

const writes = async () => (await savedWrites(db)).map(({ write }) => write);

describe('the outbox', () => {
  it('keeps what was said last of a notification, in the order of saying', async () => {
    await saveWrite(db, { kind: 'notification', id: 1, is_seen: 1 });
    await saveWrite(db, { kind: 'notification', id: 2, is_seen: 1 });
    await saveWrite(db, { kind: 'notification', id: 1, is_seen: 0 });
    expect(await writes()).toEqual([
      { kind: 'notification', id: 2, is_seen: 1 },
      { kind: 'notification', id: 1, is_seen: 0 },
    ]);
  });

  it('takes all of them for what was said of each before, and not for what is newer or said after', async () => {
    await saveWrite(db, { kind: 'notification', id: 7, is_seen: 0 });
    await saveWrite(db, { kind: 'notification', id: 9, is_seen: 0 });
    await saveWrite(db, { kind: 'all-notifications', last_id: 7 });
    await saveWrite(db, { kind: 'notification', id: 7, is_seen: 0 });
    expect(await writes()).toEqual([
      { kind: 'notification', id: 9, is_seen: 0 },
      { kind: 'all-notifications', last_id: 7 },
      { kind: 'notification', id: 7, is_seen: 0 },
    ]);
  });

  it('lets one go that was sent, and keeps what was said while it was on its way', async () => {
    await saveWrite(db, { kind: 'notification', id: 1, is_seen: 1 });
    const [onItsWay] = await savedWrites(db);
    await saveWrite(db, { kind: 'notification', id: 1, is_seen: 0 });
    await removeWrite(db, onItsWay!);
    expect(await writes()).toEqual([{ kind: 'notification', id: 1, is_seen: 0 }]);
  });

  it('outlives the page', async () => {
    await saveWrite(db, { kind: 'all-notifications', last_id: 3 });
    db.close();
    db = new LocalDb(Number(/\d+$/.exec(db.name)![0]));
    expect(await writes()).toEqual([{ kind: 'all-notifications', last_id: 3 }]);
  });
});
