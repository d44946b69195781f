import 'fake-indexeddb/auto';
import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Call } from '#contract/calls.ts';
import type { Segment, Segmentation } from '#contract/segmentations.ts';
import { savedWrites, saveWrite } from '#localdb/outbox/outbox.ts';
import { LocalDb, type SegmentationWrite } from '#localdb/schema.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createWriteSender } from './write-sender.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));
vi.mock('@mantine/notifications', () => ({ notifications: { show: vi.fn() } }));

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const KEY = ['organize', 'north', STUDY];
const LIVER = { slug: 'liver', title: 'Liver', category: { slug: 'liver', title: 'Liver' } };
const at = { study: STUDY, segmentation: 'liver' };
const CREATE: SegmentationWrite = { kind: 'segmentation', ...at, structure: LIVER };
const part = (segment: string): SegmentationWrite => ({ kind: 'segment', ...at, segment });
const NOT_FOUND: ApiFailure = { kind: 'refused', status: 404, code: 'not_found', message: 'Not found' };

let db: LocalDb;
let client: QueryClient;
let sender: ReturnType<typeof createWriteSender>;
/** The server: what it has by UUID, what it refuses, and the calls whose answers are lost. */
let stored: Map<string, number>;
let refused: Map<string, ApiFailure>;
let lost: string[];
let calls: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [stored, refused, lost, calls] = [new Map(), new Map(), [], []];
  db = new LocalDb(nextUser());
  client = new QueryClient();
  client.setQueryData(KEY, { study: { uuid: STUDY }, series: [], segmentations: [] });
  vi.mocked(notifications.show).mockReset();
  vi.mocked(callApi).mockImplementation((async (call: Call, input: Input) => serve(call, input)) as never);
  sender = createWriteSender(
    db,
    { client, team: 'north' },
    () => undefined,
    (work) => work(),
  );
});
afterEach(() => {
  sender.close();
  client.clear();
  vi.useRealTimers();
});

interface Input {
  params: { segmentationId?: string; segmentId?: string };
  body?: { uuid?: string; segment?: { uuid: string }; name?: string };
}

function serve({ id }: Call, { params, body }: Input) {
  const uuid = params.segmentId ?? body?.segment?.uuid ?? body?.uuid ?? params.segmentationId ?? '';
  calls.push(`${id} ${uuid}`);
  const failure = refused.get(uuid);
  if (failure !== undefined) return { ok: false, failure };
  const number = stored.get(uuid) ?? stored.size + 1;
  stored.set(uuid, number);
  if (lost.includes(uuid)) {
    lost.splice(lost.indexOf(uuid), 1);
    return { ok: false, failure: { kind: 'network' } };
  }
  const made: Partial<Segmentation> | Partial<Segment> =
    id === 'CALL-069'
      ? { id: number, uuid, segments: [], item_count: 0 }
      : { id: number, uuid, sort: number, title: body?.name ?? `Part ${number}`, segmentation_id: stored.get('liver')!, deleted_at: null };
  return { ok: true, value: { data: made } };
}

const kinds = async () => (await savedWrites(db)).map(({ write }) => write.kind);
const said = () => vi.mocked(notifications.show).mock.calls.map(([{ message }]) => message);
const shownTitles = () =>
  client.getQueryData<{ segmentations: Segmentation[] }>(KEY)!.segmentations.map(({ segments }) => segments.map(({ title }) => title));
async function send(...writes: SegmentationWrite[]) {
  for (const write of writes) await saveWrite(db, write);
  sender.wake();
}
/** A retry comes after a pause: time goes faster here. */
const soon = <T>(look: () => T) =>
  expect.poll(() => {
    vi.advanceTimersByTime(500);
    return look();
  });

describe('segmentations that wait', () => {
  it('are sent in order, and the answers replace the waiting rows [SEG-002, SEG-011, SEG-017]', async () => {
    await send(CREATE, part('a'), part('b'), { kind: 'segment-title', ...at, segment: 'a', title: 'Apex' });
    await soon(kinds).toEqual([]);
    expect(calls).toEqual(['CALL-069 liver', 'CALL-072 a', 'CALL-072 b', 'CALL-075 a']);
    expect(shownTitles()).toEqual([['Apex', 'Part 3']]);
    expect(said()).toEqual([
      'Segmentation has been created',
      'Segment has been create',
      'Segment has been create',
      'Segment #2 has been renamed',
    ]);
  });

  it('are sent again after a lost answer, and shown once', async () => {
    lost = ['liver', 'a'];
    await send(CREATE, part('a'));
    await soon(kinds).toEqual([]);
    expect(calls).toEqual(['CALL-069 liver', 'CALL-069 liver', 'CALL-072 a', 'CALL-072 a']);
    expect(shownTitles()).toEqual([['Part 2']]);
    expect(said()).toEqual(['Segmentation has been created', 'Segment has been create']);
  });

  it('are undone with everything that was added, if the segmentation is refused; nothing of it is sent [PWA-24]', async () => {
    refused.set('liver', NOT_FOUND);
    const other: SegmentationWrite = { kind: 'segment', study: STUDY, segmentation: 'spleen', segment: 'c' };
    await send(CREATE, part('a'), { kind: 'segment-title', ...at, segment: 'a', title: 'Apex' }, other);
    await soon(kinds).toEqual([]);
    expect(calls).toEqual(['CALL-069 liver', 'CALL-072 c']);
    expect(said()[0]).toBe(
      'The segmentation “Liver” was not created, and nothing that was added to it. This was deleted in the meantime, or is no longer shared with you. The page shows what is on the server.',
    );
    expect(shownTitles()).toEqual([]);
  });

  it('lose only the changes of a refused segment', async () => {
    refused.set('a', NOT_FOUND);
    await send(CREATE, part('a'), { kind: 'segment-colour', ...at, segment: 'a', color: '#112233' }, part('b'));
    await soon(kinds).toEqual([]);
    expect(calls).toEqual(['CALL-069 liver', 'CALL-072 a', 'CALL-072 b']);
    expect(said()[1]).toMatch(/^A new segment was not created, and its changes are undone\./);
  });

  it('are read again after a refusal, so that the state of the server is shown', async () => {
    refused.set('a', { kind: 'refused', status: 403, code: 'not_allowed', message: 'Not authorized.' });
    await send({ kind: 'segment-deletion', ...at, segment: 'a' });
    await soon(kinds).toEqual([]);
    expect(said()).toEqual(['The segment was not deleted. Not authorized. The page shows what is on the server.']);
    expect(client.getQueryState(KEY)?.isInvalidated).toBe(true);
  });
});
