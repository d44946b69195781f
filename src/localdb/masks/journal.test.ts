import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SentMaskOperation } from '#contract/mask-operations.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { numberSteps, withFault } from '#localdb/fault-points.example.ts';
import { saveWrite } from '#localdb/outbox/outbox.ts';
import { LocalDb } from '#localdb/schema.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { countDrawn, dropConfirmed, dropMasksOfStudies } from './drawn-here.ts';
import { saveAnswers, saveArrived, saveDrawn, savedMask } from './journal.ts';
import { JournalReader, watchJournal } from './read-journal.ts';
import { nextBatch } from './unsent-operations.ts';

const GRID = 'a'.repeat(64);
const OF = { study: crypto.randomUUID(), segmentation: crypto.randomUUID(), gridHash: GRID };
const SEGMENT = crypto.randomUUID();
const NOBODY: ReadonlySet<string> = new Set();

numberSteps();
let db: LocalDb;
let device: DeviceKey;
let user: number;
let server: MaskServer;
beforeEach(async () => {
  user = nextUser();
  db = new LocalDb(user);
  device = await openDeviceKey(db);
  server = new MaskServer();
  await savedMask(db, OF);
});

const operation = (more: Partial<SentMaskOperation> = {}): SentMaskOperation => ({
  ...{ uuid: crypto.randomUUID(), action: crypto.randomUUID(), kind: 'stroke', segment: SEGMENT, grid: GRID, base: 0 },
  ...{ device: crypto.randomUUID(), tab: crypto.randomUUID(), withdraws: [], bytes: 'TFNNTw==' },
  ...more,
});
const draw = async (...operations: SentMaskOperation[]): Promise<void> =>
  saveDrawn(
    db,
    device,
    OF,
    operations.map((one) => ({ operation: one, author: user })),
  );
const arrive = (since: number, most?: number) => saveArrived(db, device, OF, { since, ...server.since(since, most) });
const uuids = (operations: readonly { uuid: string }[]): string[] => operations.map(({ uuid }) => uuid);
const read = async () => {
  const journal = (await new JournalReader(db, device, OF.segmentation).read())!;
  return { last: journal.last, entries: [...journal.entries.values()] };
};
const places = async () => (await read()).entries.map(({ place }) => ('number' in place ? place.number : place.state));

describe('the journal of a mask', () => {
  it('has what was drawn, in order, and nothing of it in clear [MASK-70]', async () => {
    const [one, two, three] = [operation(), operation(), operation()];
    await draw(one, two);
    await draw(three);
    const { entries } = await read();
    expect(entries.map(({ content }) => content)).toEqual([one, two, three].map((each) => ({ operation: each, author: user })));
    expect(entries.every(({ isOwn, place }) => isOwn && place.state === 'drawn')).toBe(true);
    for (const row of await db.maskOperations.toArray()) {
      expect(Object.keys(row).toSorted()).toEqual(['isOwn', 'sealed', 'segmentation', 'seq', 'state', 'study', 'uuid']);
      expect(new TextDecoder().decode(row.sealed)).not.toContain('TFNN');
    }
  });

  it('has all of an action or nothing of it, wherever the device fails or the tab is killed [MASK-70]', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { steps } = await withFault(null, { kind: 'kill' }, () => draw(operation(), operation()));
    expect(steps).toBeGreaterThan(2);
    for (const kind of ['kill', 'error'] as const)
      for (let at = 1; at <= steps; at += 1) {
        const before = await countDrawn(db);
        const fault = kind === 'kill' ? { kind } : { kind, name: 'QuotaExceededError' };
        const { end } = await withFault(at, fault, () => draw(operation(), operation()));
        if (kind === 'kill') db = new LocalDb(user);
        const added = (await countDrawn(db)) - before;
        if (end === 'done') expect(added).toBe(2);
        else expect([0, ...(end === 'killed' ? [2] : [])]).toContain(added);
      }
  });

  it('stores arrivals once, by their numbers, and says up to where all are here [MASK-71]', async () => {
    server.append(2, [operation(), operation(), operation()]);
    await arrive(0, 2);
    expect((await read()).last).toBe(2);
    await Promise.all([arrive(2), arrive(2), arrive(0)]);
    expect([(await read()).last, await places()]).toEqual([3, [1, 2, 3]]);
    // An answer to a question that was asked before the journal was emptied.
    await dropConfirmed(db);
    await savedMask(db, OF);
    await arrive(2);
    expect([(await read()).last, await places()]).toEqual([0, []]);
  });

  it('notes what became of an operation, and follows its own numbers only without a gap [MASK-71, MASK-72]', async () => {
    const [one, two, three] = [operation(), operation(), operation({ segment: crypto.randomUUID() })];
    await draw(one, two, three);
    server.deletedSegments.add(three.segment!);
    await saveAnswers(db, OF.segmentation, server.append(user, [one, three]));
    expect([(await read()).last, await places()]).toEqual([1, [1, 'drawn', 'aside']]);
    server.append(2, [operation()]);
    await saveAnswers(db, OF.segmentation, server.append(user, [two]));
    expect([(await read()).last, await places()]).toEqual([1, [1, 3, 'aside']]);
    await arrive(1);
    expect([(await read()).last, await places()]).toEqual([3, [1, 3, 'aside', 2]]);
    expect((await read()).entries[1]).toMatchObject({ isOwn: true });
    // Somebody has applied what was kept aside.
    server.deletedSegments.clear();
    server.append(user, [three]);
    await arrive(3);
    expect(await places()).toEqual([1, 3, 4, 2]);
    expect(await countDrawn(db)).toBe(0);
  });

  it('is read again by what has changed, and tells every change of any tab [MASK-77]', async () => {
    const [one, two] = [operation(), operation()];
    const reader = new JournalReader(db, device, OF.segmentation);
    const placesRead = async () =>
      [...(await reader.read())!.entries.values()].map(({ place }) => ('number' in place ? place.number : place.state));
    const changed = vi.fn();
    const stop = watchJournal(db, OF.segmentation, changed);
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
    await draw(one);
    expect(await placesRead()).toEqual(['drawn']);
    const other = new LocalDb(user);
    await saveDrawn(other, device, OF, [{ operation: two, author: user }]);
    await saveAnswers(other, OF.segmentation, server.append(user, [one]));
    expect(await placesRead()).toEqual([1, 'drawn']);
    await vi.waitFor(() => expect(changed.mock.calls.length).toBeGreaterThan(1));
    stop();
    other.close();
    await db.maskOperations.clear();
    await db.masks.clear();
    expect(await reader.read()).toBeNull();
  });

  it('says of an operation that cannot be decrypted that it has no content [MASK-83]', async () => {
    await draw(operation());
    await db.maskOperations.toCollection().modify((row) => void (row.sealed = row.sealed.with(20, row.sealed[20]! ^ 1)));
    expect((await read()).entries).toMatchObject([{ content: null }]);
  });

  it('keeps its grid once something is drawn on it [MASK-83]', async () => {
    const moved = { ...OF, gridHash: 'b'.repeat(64) };
    expect((await savedMask(db, moved)).gridHash).toBe(moved.gridHash);
    await draw(operation());
    expect((await savedMask(db, OF)).gridHash).toBe(moved.gridHash);
  });
});

describe('a server that was restored from a backup', () => {
  it('gets again what was drawn here, and is asked for all of its operations [MASK-86]', async () => {
    const [one, two] = [operation(), operation()];
    server.append(2, [operation()]);
    await draw(one, two);
    await saveAnswers(db, OF.segmentation, server.append(user, [one, two]));
    await arrive(0);
    const reader = new JournalReader(db, device, OF.segmentation);
    const placesRead = async () =>
      [...(await reader.read())!.entries.values()].map(({ place }) => ('number' in place ? place.number : place.state));
    expect(await placesRead()).toEqual([2, 3, 1]);
    server = new MaskServer();
    server.append(2, [operation()]);
    await arrive(3);
    expect([(await read()).last, await placesRead()]).toEqual([0, ['drawn', 'drawn']]);
    await saveAnswers(db, OF.segmentation, server.append(user, (await nextBatch(db, NOBODY))!.operations));
    await arrive(0);
    expect([(await read()).last, await placesRead()]).toEqual([3, [2, 3, 1]]);
  });
});

describe('at a sign-out, or when its study is gone', () => {
  it('what the server has is deleted, and what it has not stays [MASK-73]', async () => {
    const [one, two] = [operation(), operation()];
    await draw(one, two);
    await saveAnswers(db, OF.segmentation, server.append(user, [one]));
    await dropMasksOfStudies(db, [OF.study, crypto.randomUUID()]);
    expect([await db.masks.count(), await countDrawn(db), await db.maskOperations.count()]).toEqual([0, 1, 1]);
    await dropConfirmed(db);
    expect([await countDrawn(db), uuids((await nextBatch(db, NOBODY))!.operations)]).toEqual([1, [two.uuid]]);
  });
});

describe('what is sent', () => {
  it('is in the order in which it was drawn, of one segmentation in a call [MASK-74]', async () => {
    const other = { ...OF, segmentation: crypto.randomUUID() };
    await savedMask(db, other);
    const [one, two, three] = [operation(), operation(), operation()];
    await draw(one);
    await saveDrawn(db, device, other, [{ operation: two, author: user }]);
    await draw(three);
    expect(await nextBatch(db, NOBODY)).toEqual({ study: OF.study, segmentation: OF.segmentation, operations: [one, three] });
    expect(await nextBatch(db, new Set([OF.segmentation]))).toMatchObject({ segmentation: other.segmentation, operations: [two] });
    expect(await nextBatch(db, new Set([OF.segmentation, other.segmentation]))).toBeNull();
  });

  it('fits into a call [MASK-74]', async () => {
    const large = Array.from({ length: 3 }, () => operation({ bytes: 'A'.repeat(500_000) }));
    await draw(...large, ...Array.from({ length: 300 }, () => operation()));
    expect(uuids((await nextBatch(db, NOBODY))!.operations)).toEqual(uuids(large.slice(0, 2)));
    await saveAnswers(db, OF.segmentation, server.append(user, large));
    expect((await nextBatch(db, NOBODY))!.operations).toHaveLength(200);
  });

  it('waits for what was made without a network, and does not overtake it [MASK-75]', async () => {
    const at = { study: OF.study, segmentation: OF.segmentation };
    const segment = crypto.randomUUID();
    const [one, two, three] = [operation(), operation({ segment }), operation()];
    await draw(one, two, three);
    await saveWrite(db, { kind: 'segment', ...at, segment });
    expect(uuids((await nextBatch(db, NOBODY))!.operations)).toEqual([one.uuid]);
    await saveWrite(db, { kind: 'segmentation-mask', ...at, series: crypto.randomUUID() });
    expect(await nextBatch(db, NOBODY)).toBeNull();
    await db.outbox.clear();
    await saveWrite(db, {
      kind: 'segmentation',
      ...at,
      structure: { slug: 'liver', title: 'Liver', category: { slug: 'liver', title: 'Liver' } },
    });
    expect(await nextBatch(db, NOBODY)).toBeNull();
    await db.outbox.clear();
    await saveWrite(db, { kind: 'segment-title', ...at, segment, title: 'Apex' });
    expect(uuids((await nextBatch(db, NOBODY))!.operations)).toEqual(uuids([one, two, three]));
  });
});
