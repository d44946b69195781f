import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { LocalDb, type Sealed } from '#localdb/schema.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { savedWrites, saveWrite } from './outbox.ts';
import { saveReadMove, saveTaskMove, writesToSend } from './moves.ts';

let db: LocalDb;
beforeEach(() => {
  db = new LocalDb(nextUser());
});

const at = { task: 'a', study: 'heron' };
const draw = (uuid: string, study: string) =>
  db.maskOperations.add({ uuid, segmentation: 'liver', study, isOwn: 1, state: 'drawn', sealed: new Uint8Array() as unknown as Sealed });
const toSend = async () =>
  (await writesToSend(db, await savedWrites(db))).map(({ write }) =>
    write.kind === 'task-move' ? `${write.body.act} ${write.task}` : write.kind,
  );

it('all moves of a task are kept in their order, each with its number and sealed [REVIEW-11]', async () => {
  await saveTaskMove(db, { ...at, body: { act: 'start' } });
  await saveTaskMove(db, { ...at, body: { act: 'send_back', reason: 'Quiet Heron has no ADC' } });
  expect(await toSend()).toEqual(['start a', 'send_back a']);
  const rows = await db.outbox.toArray();
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  expect(rows.map(({ write }) => new TextDecoder().decode(write as Sealed)).join(' ')).not.toContain('Heron');
});

it('a finish waits for the strokes before it, and holds nothing else back [REVIEW-12]', async () => {
  await draw('one', 'heron');
  await draw('other', 'tern');
  await saveTaskMove(db, { ...at, body: { act: 'finish' } });
  await draw('later', 'heron');
  await saveTaskMove(db, { task: 'b', study: 'gull', body: { act: 'finish' } });
  await saveWrite(db, { kind: 'all-notifications', last_id: 3 });
  expect(await toSend()).toEqual(['finish b', 'all-notifications']);
  await db.maskOperations.where('uuid').equals('one').delete();
  expect(await toSend()).toEqual(['finish a', 'finish b', 'all-notifications']);
});

it('what is done with a task after such a finish waits with it', async () => {
  await draw('one', 'heron');
  await saveTaskMove(db, { ...at, body: { act: 'finish' } });
  await saveTaskMove(db, { ...at, body: { act: 'start' } });
  expect(await toSend()).toEqual([]);
});

it('a read of a campaign that is finished waits for its strokes, and the next reads wait with it [CAMP-12]', async () => {
  const of = { campaign: 'c', read: 'one', study: 'heron' };
  await draw('one', 'heron');
  await saveReadMove(db, { ...of, body: { act: 'start', spent_ms: 0 } });
  await saveReadMove(db, { ...of, body: { act: 'finish', spent_ms: 9 } });
  await saveReadMove(db, { ...of, read: 'two', study: 'gull', body: { act: 'start', spent_ms: 0 } });
  await saveReadMove(db, { ...of, campaign: 'other', body: { act: 'start', spent_ms: 0 } });
  const sent = async () =>
    (await writesToSend(db, await savedWrites(db))).map(({ write }) =>
      write.kind === 'read-move' ? `${write.campaign} ${write.read} ${write.body.act}` : '',
    );
  expect(await sent()).toEqual(['c one start', 'other one start']);
  await db.maskOperations.where('uuid').equals('one').delete();
  expect(await sent()).toEqual(['c one start', 'c one finish', 'c two start', 'other one start']);
});
