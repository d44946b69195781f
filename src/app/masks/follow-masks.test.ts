import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import { CALLS, type Call } from '#contract/calls.ts';
import type { SocketState } from '#api/socket.ts';
import { box, MaskDevice, newMaskSource, straightGrid } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { MaskCompany } from '#sync/mask-company.ts';
import { FollowedMasks } from '#workers/masks/handle.ts';
import { followMasks } from './follow-masks.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));

const ANN = 1;
const SEGMENT = crypto.randomUUID();
const source = newMaskSource(straightGrid(20, 20, 2));
const { segmentation } = source;

let server: MaskServer;
let isSeen: boolean;
let told: string[];
let company: MaskCompany;
let masks: FollowedMasks;
beforeEach(() => {
  server = new MaskServer();
  masks = new FollowedMasks();
  [isSeen, told, company] = [true, [], new MaskCompany()];
  vi.mocked(callApi).mockImplementation((async (call: Call, { query: { since } }: { query: { since: number } }) => {
    if (call.id === CALLS.maskSnapshot.id) return { ok: true, value: { data: server.snapshot(ANN, source.gridHash) } };
    if (isSeen) return { ok: true, value: { data: server.since(since) } };
    return { ok: false, failure: { kind: 'refused', status: 404, code: 'not_found', message: '' } };
  }) as never);
});

function socket() {
  const listeners = new Map<string, (event: never) => void>();
  const listen = (name: string) => (listener: (event: never) => void) => {
    listeners.set(name, listener);
    return () => listeners.delete(name);
  };
  let id: string | null = null;
  return {
    fire: (name: string, event?: unknown) => listeners.get(name)?.(event as never),
    connect: (next: string | null) => (id = next),
    listeners,
    ports: {
      id: () => id,
      on: (name: string, listener: (event: never) => void) => listen(name)(listener),
      onKnown: (listener: () => void) => listen('known')(listener),
      onState: (listener: (state: SocketState) => void) => listen('state')(listener as (event: never) => void),
      followMask: async () => isSeen,
      tell: (event: string) => void told.push(event),
    } as unknown as Parameters<typeof followMasks>[0],
  };
}

it('a mask that is open is followed from its opening to its closing, and the page knows how that goes [MASK-76]', async () => {
  const [ann, bob] = [ANN, 2].map((userId) => new MaskDevice({ userId, device: nextUser(), server, source })) as [MaskDevice, MaskDevice];
  await Promise.all([ann.open(), bob.open()]);
  const draw = async (column: number) => {
    await bob.masks.draw(segmentation, SEGMENT, box(0, [column, 1, column, 1]), []);
    await bob.send();
  };
  const wire = socket();
  const stop = followMasks(wire.ports, ann.db, masks, company);
  await draw(1);
  masks.add(source);
  expect(masks.stateOf(segmentation)).toBe('waiting');
  wire.connect('1');
  wire.fire('known');
  await vi.waitFor(async () => expect(await ann.voxels(SEGMENT)).toEqual(['1,1']));
  expect(masks.stateOf(segmentation)).toBe('following');
  await draw(2);
  wire.fire('mask', { segmentation, last: 2 });
  await vi.waitFor(async () => expect(await ann.voxels(SEGMENT)).toEqual(['1,1', '2,1']));
  wire.fire('mask:present', { segmentation, connection: 'bob', user: 2, name: 'Bob', color: '#112233', slice: 1 });
  expect([company.others(segmentation).length, told.includes('mask:presence')]).toEqual([1, true]);
  wire.fire('state', 'disconnected');
  expect(company.others(segmentation)).toEqual([]);
  expect(masks.stateOf(segmentation)).toBe('waiting');
  await draw(3);
  wire.fire('known');
  await vi.waitFor(async () => expect(await ann.voxels(SEGMENT)).toEqual(['1,1', '2,1', '3,1']));
  isSeen = false;
  wire.fire('mask:ended', { segmentation });
  await vi.waitFor(() => expect(masks.stateOf(segmentation)).toBe('ended'));
  isSeen = true;
  masks.remove(segmentation);
  expect(masks.stateOf(segmentation)).toBeNull();
  expect(company.others(segmentation)).toEqual([]);
  masks.add(source);
  await vi.waitFor(() => expect(masks.stateOf(segmentation)).toBe('following'));
  stop();
  expect(wire.listeners.size).toBe(0);
  for (const each of [ann, bob]) each.close();
});

it('a mask that is compared as well is followed until both are closed [CMP-10, MASK-76]', () => {
  masks.add(source);
  masks.add(source, undefined, 'compared');
  masks.remove(segmentation);
  expect(masks.all()).toHaveLength(1);
  masks.setState(segmentation, 'following');
  masks.add(source);
  expect(masks.stateOf(segmentation)).toBe('following');
  masks.remove(segmentation, 'compared');
  expect(masks.all()).toHaveLength(1);
  masks.remove(segmentation);
  expect(masks.stateOf(segmentation)).toBeNull();
});
