import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Call } from '#contract/calls.ts';
import type { SentMaskOperation } from '#contract/mask-operations.ts';
import { saveWrite, removeWrites, savedWrites } from '#localdb/outbox/outbox.ts';
import { box, MaskDevice, newMaskSource, straightGrid } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createMaskSender, type MaskSender } from './mask-sender.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));

const ANN = 1;
const SEGMENT = crypto.randomUUID();
const NETWORK: ApiFailure = { kind: 'network' };
const FULL: ApiFailure = { kind: 'refused', status: 413, code: 'too_large', message: '' };

let server: MaskServer;
let device: MaskDevice;
let senders: MaskSender[];
/** How the next calls fail; `lost`: the server has them, and the answer does not come. */
let failures: (ApiFailure | 'lost')[];
let calls: number[];
const source = newMaskSource(straightGrid(20, 20, 2));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [failures, calls, senders] = [[], [], []];
  server = new MaskServer();
  device = new MaskDevice({ userId: ANN, device: nextUser(), server, source });
  await device.open();
  vi.mocked(callApi).mockImplementation((async (_: Call, { body: { operations } }: { body: { operations: SentMaskOperation[] } }) => {
    calls.push(operations.length);
    const failure = failures.shift();
    if (failure !== undefined && failure !== 'lost') return { ok: false, failure };
    const data = server.append(ANN, operations);
    return failure === 'lost' ? { ok: false, failure: NETWORK } : { ok: true, value: { data } };
  }) as never);
});
afterEach(() => {
  for (const sender of senders) sender.close();
  device.close();
  vi.useRealTimers();
});

function sender(inTurn: (work: () => Promise<void>) => Promise<void> = (work) => work()): MaskSender {
  senders.push(createMaskSender(device.db, inTurn));
  return senders.at(-1)!;
}
const draw = (column: number) => device.masks.draw(source.segmentation, SEGMENT, box(0, [column, 1, column, 1]), []);
const unsent = () => device.db.maskOperations.where('state').equals('drawn').count();
/** Time goes faster here. */
const soon = <T>(look: () => T) =>
  expect.poll(
    () => {
      vi.advanceTimersByTime(5_000);
      return look();
    },
    { timeout: 10_000 },
  );

describe('what was drawn [MASK-74]', () => {
  it('in about a second is sent in one call, in order', async () => {
    const sending = sender();
    for (const column of [1, 2, 3]) {
      await draw(column);
      sending.drawn();
    }
    expect(calls).toEqual([]);
    await soon(unsent).toBe(0);
    expect(calls).toEqual([3]);
    expect(server.all.map(({ uuid }) => uuid)).toEqual((await device.db.maskOperations.orderBy('seq').toArray()).map(({ uuid }) => uuid));
  });

  it('is sent again after a lost answer, and counts once', async () => {
    failures = ['lost', NETWORK];
    await draw(1);
    sender().wake();
    await soon(unsent).toBe(0);
    expect([calls, server.last]).toEqual([[1, 1, 1], 1]);
  });

  it('stays when the server refuses it, is tried again a minute later, and does not hold up other segmentations', async () => {
    const other = new MaskDevice({
      ...{ userId: ANN, device: Number(/\d+$/.exec(device.db.name)![0]), server },
      source: { ...source, segmentation: crypto.randomUUID() },
    });
    await other.open();
    await draw(1);
    await other.masks.draw(other.news.segmentation, SEGMENT, box(0, [1, 1, 1, 1]), []);
    failures = [FULL];
    sender().wake();
    await expect.poll(unsent, { timeout: 10_000 }).toBe(1);
    expect(calls).toEqual([1, 1]);
    vi.advanceTimersByTime(59_000);
    expect(await unsent()).toBe(1);
    await soon(unsent).toBe(0);
    other.close();
  });

  it('is noted with its reason when the server keeps it aside', async () => {
    server.deletedSegments.add(SEGMENT);
    await draw(1);
    sender().wake();
    await soon(unsent).toBe(0);
    await vi.waitFor(() => expect(device.news.aside.map(({ reason }) => reason)).toEqual(['segment']));
  });

  it('on a segment that was made without a network is sent after that [MASK-75]', async () => {
    await saveWrite(device.db, { kind: 'segment', study: source.study, segmentation: source.segmentation, segment: SEGMENT });
    await draw(1);
    const sending = sender();
    sending.wake();
    await new Promise((next) => setImmediate(next));
    expect(calls).toEqual([]);
    await removeWrites(device.db, await savedWrites(device.db));
    sending.drawn();
    await soon(unsent).toBe(0);
  });

  it('is sent by one tab at a time', async () => {
    let turn = Promise.resolve();
    const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work));
    for (const column of [1, 2, 3]) await draw(column);
    for (const each of [sender(inTurn), sender(inTurn)]) each.wake();
    await soon(unsent).toBe(0);
    await turn;
    expect([calls, server.last]).toEqual([[3], 3]);
  });
});
