import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import type { SentMaskOperation } from '#contract/mask-operations.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { savedWrites, saveWrite } from '#localdb/outbox/outbox.ts';
import { LocalDb, type OutboxWrite } from '#localdb/schema.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { openContent, saveAnswers, saveDrawn, savedMask } from './journal.ts';
import { nextBatch } from './unsent-operations.ts';
import { openWorkFile, writeWorkFile, type WorkFileOwner } from './work-file.ts';

const OF = { study: crypto.randomUUID(), segmentation: crypto.randomUUID(), gridHash: 'a'.repeat(64) };
const ANN = { userId: 1, team: 'north', passphrase: 'a long paßphrase' };

let db: LocalDb;
let device: DeviceKey;
/** Of the same user, on another device. */
let otherDb: LocalDb;
let otherDevice: DeviceKey;
beforeEach(async () => {
  [db, otherDb] = [new LocalDb(nextUser()), new LocalDb(nextUser())];
  [device, otherDevice] = [await openDeviceKey(db), await openDeviceKey(otherDb)];
  await savedMask(db, OF);
});

const operation = (): SentMaskOperation => ({
  ...{ uuid: crypto.randomUUID(), action: crypto.randomUUID(), kind: 'stroke', segment: crypto.randomUUID(), grid: OF.gridHash, base: 0 },
  ...{ device: crypto.randomUUID(), tab: crypto.randomUUID(), withdraws: [], bytes: 'TFNNTw==' },
});
async function drawn(count: number): Promise<SentMaskOperation[]> {
  const operations = Array.from({ length: count }, operation);
  await saveDrawn(
    db,
    device,
    OF,
    operations.map((one, at) => ({ operation: one, author: ANN.userId, ...(at === 0 && { repeats: one.action }) })),
  );
  return operations;
}
const openElsewhere = (bytes: Uint8Array<ArrayBuffer>, who: WorkFileOwner = ANN) => openWorkFile(otherDb, otherDevice, bytes, who);

it('has what waits and what was kept aside, and another device sends it in the same order [MASK-155]', async () => {
  const operations = await drawn(4);
  const [one, two, three, four] = operations as [SentMaskOperation, SentMaskOperation, SentMaskOperation, SentMaskOperation];
  await saveAnswers(db, OF.segmentation, [
    { uuid: one.uuid, aside: 'access' },
    { uuid: three.uuid, number: 1 },
  ]);
  const file = await writeWorkFile(db, device, ANN);
  expect([file.count, file.unread]).toEqual([3, 0]);
  expect(await openElsewhere(file.bytes)).toEqual({ ok: true, added: 3, known: 0 });
  expect(await nextBatch(otherDb, new Set())).toEqual({ study: OF.study, segmentation: OF.segmentation, operations: [one, two, four] });
  expect(await otherDb.masks.get(OF.segmentation)).toEqual({ ...OF, last: 0 });
  const first = (await otherDb.maskOperations.orderBy('seq').first())!;
  expect(await openContent(otherDevice, first.sealed)).toEqual({ operation: one, author: ANN.userId, repeats: one.action });
});

it('opened again, or on the device that wrote it, adds nothing and changes no state [MASK-155]', async () => {
  const [one] = (await drawn(2)) as [SentMaskOperation];
  const { bytes } = await writeWorkFile(db, device, ANN);
  await openElsewhere(bytes);
  expect(await openElsewhere(bytes)).toEqual({ ok: true, added: 0, known: 2 });
  await saveAnswers(db, OF.segmentation, [{ uuid: one.uuid, number: 1 }]);
  expect(await openWorkFile(db, device, bytes, ANN)).toEqual({ ok: true, added: 0, known: 2 });
  expect(await db.maskOperations.where('state').equals('taken').count()).toBe(1);
});

it('opens with the passphrase only, for the user who drew it, in the same team, and only if no byte was changed [MASK-155]', async () => {
  const [one] = (await drawn(1)) as [SentMaskOperation];
  const { bytes } = await writeWorkFile(db, device, ANN);
  const text = new TextDecoder('latin1').decode(bytes);
  expect([text.includes(one.uuid), text.includes(OF.study)]).toEqual([false, false]);
  expect(await openElsewhere(bytes, { ...ANN, passphrase: 'another passphrase' })).toEqual({ ok: false, why: 'passphrase' });
  expect(await openElsewhere(bytes, { ...ANN, userId: 2 })).toEqual({ ok: false, why: 'other-user' });
  expect(await openElsewhere(bytes, { ...ANN, team: 'south' })).toEqual({ ok: false, why: 'other-team' });
  for (const at of [6, 22, 60, bytes.length - 1]) {
    const damaged = bytes.slice();
    damaged[at]! ^= 1;
    expect(await openElsewhere(damaged)).toEqual({ ok: false, why: 'damaged' });
  }
  expect(await openElsewhere(bytes.slice(0, 20))).toEqual({ ok: false, why: 'damaged' });
  expect(await openElsewhere(new Uint8Array(40))).toEqual({ ok: false, why: 'not-a-work-file' });
  const later = bytes.slice();
  later[4] = 2;
  expect(await openElsewhere(later)).toEqual({ ok: false, why: 'newer-version' });
  expect(await otherDb.maskOperations.count()).toBe(0);
});

it('has what was created without a network and is drawn on, and it is sent first on the other device [MASK-155]', async () => {
  const { study, segmentation } = OF;
  const [one] = (await drawn(1)) as [SentMaskOperation];
  const structure = { slug: 'liver', title: 'Liver', category: { slug: 'abdomen', title: 'Abdomen' } };
  const created: OutboxWrite[] = [
    { kind: 'segmentation', study, segmentation, structure },
    { kind: 'segmentation-mask', study, segmentation, series: crypto.randomUUID() },
    { kind: 'segment', study, segmentation, segment: one.segment! },
  ];
  for (const write of created) await saveWrite(db, write);
  await saveWrite(db, { kind: 'segment-title', study, segmentation, segment: one.segment!, title: 'Apex' });
  const { bytes } = await writeWorkFile(db, device, ANN);
  await openElsewhere(bytes);
  expect((await savedWrites(otherDb)).map(({ write }) => write)).toEqual(created);
  expect(await nextBatch(otherDb, new Set())).toBeNull();
  const before = await savedWrites(db);
  await openWorkFile(db, device, bytes, ANN);
  expect(await savedWrites(db)).toEqual(before);
});

it('tells how much of it is done [MASK-155]', async () => {
  await drawn(50);
  const parts: number[] = [];
  const onPart = (part: number): void => void parts.push(part);
  const { bytes } = await writeWorkFile(db, device, { ...ANN, onPart });
  await openElsewhere(bytes, { ...ANN, onPart });
  expect(parts).toEqual([0.4, 0.8, 1, 0.4, 0.8, 1]);
});

it('says how many operations nobody can decrypt any more [MASK-155]', async () => {
  await drawn(2);
  await db.maskOperations
    .toCollection()
    .limit(1)
    .modify({ sealed: new Uint8Array(40) });
  expect(await writeWorkFile(db, device, ANN)).toMatchObject({ count: 1, unread: 1 });
});
