import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { Call } from '#contract/calls.ts';
import type { SentMaskOperation } from '#contract/mask-operations.ts';
import { box, MaskDevice, newMaskSource, straightGrid } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { nextBatch } from '#localdb/masks/unsent-operations.ts';
import { askAsideStates } from './ask-aside-states.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));

const ANN = 1;
const SEGMENT = crypto.randomUUID();

let server: MaskServer;
let device: MaskDevice;
const source = newMaskSource(straightGrid(20, 20, 2));

beforeEach(async () => {
  server = new MaskServer();
  device = new MaskDevice({ userId: ANN, device: nextUser(), server, source });
  await device.open();
  vi.mocked(callApi).mockImplementation((async (_: Call, { body }: { body: { operations: string[] } }) => ({
    ok: true,
    value: { data: server.states(body.operations) },
  })) as never);
});
afterEach(() => device.close());

/** Strokes that the server has kept aside, as they were sent. */
async function keptAside(count: number): Promise<SentMaskOperation[]> {
  server.refused.add(ANN);
  for (let column = 1; column <= count; column += 1)
    await device.masks.draw(source.segmentation, SEGMENT, box(0, [column, 1, column, 1]), []);
  const { operations } = (await nextBatch(device.db, new Set()))!;
  await device.send();
  return operations;
}
const states = async () => (await device.db.maskOperations.orderBy('seq').toArray()).map(({ uuid, state }) => [uuid, state]);

describe('work that the server keeps aside [MASK-156]', () => {
  it('is gone from this device once somebody has discarded it, and the rest stays', async () => {
    const [one, two] = await keptAside(2);
    server.discard(one!.uuid);
    await askAsideStates(device.db);
    expect(await states()).toEqual([[two!.uuid, 'aside']]);
    await vi.waitFor(() => expect(device.news.aside).toEqual([{ uuid: two!.uuid, reason: 'access' }]));
  });

  it('is part of the mask once somebody has applied it', async () => {
    const [one] = await keptAside(1);
    server.refused.clear();
    server.append(ANN, [one!]);
    await askAsideStates(device.db);
    expect(await states()).toEqual([[one!.uuid, 'taken']]);
    await vi.waitFor(() => expect([device.news.aside, device.news.onServer]).toEqual([[], 1]));
  });

  it('waits to be sent again if a restored server has lost it', async () => {
    const [one, two] = await keptAside(2);
    const restored = server.states([two!.uuid]);
    vi.mocked(callApi).mockResolvedValueOnce({ ok: true, value: { data: restored } } as never);
    await askAsideStates(device.db);
    expect(await states()).toEqual([
      [one!.uuid, 'drawn'],
      [two!.uuid, 'aside'],
    ]);
  });

  it('stays as it is without an answer', async () => {
    const [one] = await keptAside(1);
    server.discard(one!.uuid);
    vi.mocked(callApi).mockResolvedValueOnce({ ok: false, failure: { kind: 'network' } } as never);
    await askAsideStates(device.db);
    expect(await states()).toEqual([[one!.uuid, 'aside']]);
  });
});
