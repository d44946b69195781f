import 'fake-indexeddb/auto';
import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Call } from '#contract/calls.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { LayoutContent, LayoutToSave, SavedLayout } from '#contract/layouts.ts';
import { deleteLayout, saveLayout } from '#localdb/outbox/layouts.ts';
import { savedWrites } from '#localdb/outbox/outbox.ts';
import { LocalDb, type Sealed } from '#localdb/schema.ts';
import { layoutsKey } from '#sync/layouts-key.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { createWriteSender } from './write-sender.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn<typeof callApi>() }));
vi.mock('@mantine/notifications', () => ({ notifications: { show: vi.fn() } }));

const content = (name: string): LayoutContent => ({
  ...{ name, modality: 'MR', bodyPart: null, rows: 1, columns: 1, large: false, series: [], panes: [] },
  links: { position: true, zoom: true, window: true },
});

let db: LocalDb;
let client: QueryClient;
let sender: ReturnType<typeof createWriteSender>;
let refusals: Map<string, ErrorCode>;
let calls: string[];

interface Input {
  params: { layout: string };
  body?: LayoutToSave;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [refusals, calls] = [new Map(), []];
  db = new LocalDb(nextUser());
  client = new QueryClient();
  client.setQueryData(layoutsKey('north'), []);
  vi.mocked(notifications.show).mockReset();
  vi.mocked(callApi).mockImplementation((async (call: Call, { params: { layout }, body }: Input) => {
    calls.push(`${call.method} ${body?.name ?? ''}${body?.of_team ? ' of the team' : ''}`);
    const code = refusals.get(layout);
    if (code !== undefined) return { ok: false, failure: { kind: 'refused', status: 400, code, message: code } satisfies ApiFailure };
    if (body === undefined) return { ok: true, value: null };
    const { base, device: _, ...rest } = body;
    const data: SavedLayout = { ...rest, uuid: layout, version: base + 1, updated_at: '2026-01-02 03:04:05', changeable: true };
    return { ok: true, value: { data } };
  }) as never);
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

const save = (layout: string, name: string, { base = 0, of_team = false } = {}) =>
  saveLayout(db, { layout, of_team, base, content: content(name) });
const sent = () => vi.waitFor(async () => expect(await savedWrites(db)).toEqual([]));
const names = () =>
  client.getQueryData<SavedLayout[]>(layoutsKey('north'))!.map(({ name, of_team }) => `${name}${of_team ? ' of the team' : ''}`);

it('only the last state of a layout is kept until it is sent, and nothing of it in clear [ANN-64]', async () => {
  await save('a', 'Quiet');
  await save('a', 'Heron');
  const [row, ...others] = await db.outbox.toArray();
  expect([row!.key, others]).toEqual(['layout:a', []]);
  expect(new TextDecoder().decode(row!.write as Sealed)).not.toContain('Heron');
  sender.wake();
  await sent();
  expect([calls, names()]).toEqual([['PUT Heron'], ['Heron']]);
  await deleteLayout(db, 'a');
  sender.wake();
  await sent();
  expect([calls.at(-1), names()]).toEqual(['DELETE ', []]);
});

it.each([
  ['conflict', 'was changed in the meantime'],
  ['not_found', 'was deleted in the meantime'],
  ['not_allowed', 'can be changed by administrators of the team only'],
] as const)('a change that is refused with %s is kept as a layout of the user, who is told [ANN-64]', async (code, why) => {
  refusals.set('a', code);
  await save('a', 'Heron', { base: 2, of_team: true });
  sender.wake();
  await sent();
  expect([calls, names()]).toEqual([['PUT Heron of the team', 'PUT Heron'], ['Heron']]);
  expect(vi.mocked(notifications.show).mock.calls[0]![0].message).toBe(`The layout “Heron” ${why}. Yours is kept as a layout of your own.`);
});

it('a new one waits for a server that has this call', async () => {
  refusals.set('a', 'not_found');
  await save('a', 'Heron');
  sender.wake();
  await vi.waitFor(() => expect(calls).toEqual(['PUT Heron']));
  await vi.waitFor(async () => expect(await savedWrites(db)).toHaveLength(1));
  expect(notifications.show).not.toHaveBeenCalled();
});
