import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '#api/call-api.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { keepObject } from '#localdb/kept-copies/offline-objects.ts';
import { LocalDb } from '#localdb/schema.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { dropGoneStudies } from './drop-gone-studies.ts';

vi.mock('#api/call-api.ts', () => ({ callApi: vi.fn() }));

const [GONE, KEPT] = ['0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c01', '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02'];

let db: LocalDb;
let client: QueryClient;
beforeEach(async () => {
  db = new LocalDb(nextUser());
  client = new QueryClient();
  const device = await openDeviceKey(db);
  for (const studyUuid of [GONE, KEPT]) {
    await keepObject(db, device, { key: `thumbnail:${studyUuid}-1`, studyUuid, tag: null }, new Blob(['picture']));
    client.setQueryData(['study', 'north', studyUuid], { uuid: studyUuid });
    client.setQueryData(['organize', 'north', studyUuid], { study: { uuid: studyUuid } });
    client.setQueryData(['measurements', 'north', studyUuid], []);
  }
  client.setQueryData(['studies', 'north', { page: 2 }], { data: [] });
  client.setQueryData(['ai-infers', 'north', {}], { data: [] });
  client.setQueryData(['labels', 'north'], { data: [] });
});
afterEach(() => {
  client.clear();
  db.close();
});

const drop = async (answer: unknown) => {
  vi.mocked(callApi).mockResolvedValue(answer as never);
  await dropGoneStudies(client, db);
  return (await db.keptObjects.toArray()).map(({ studyUuid }) => studyUuid).toSorted();
};
const names = () =>
  client
    .getQueryCache()
    .findAll()
    .map(({ queryKey: [name, , of] }) => (name === 'study' || name === 'organize' || name === 'measurements' ? of : name));

it('of deleted studies no picture and no answer stays on this device, nor lists that may name them [LIST-034]', async () => {
  expect(await drop({ ok: true, value: { data: [KEPT] } })).toEqual([KEPT]);
  expect(names()).toEqual([KEPT, KEPT, KEPT, 'labels']);
  expect(vi.mocked(callApi).mock.lastCall?.[1]).toMatchObject({ body: { uuids: [GONE, KEPT] } });
});

it('of deleted studies no mask stays on this device [MASK-73]', async () => {
  for (const study of [GONE, KEPT]) await db.masks.add({ segmentation: study, study, gridHash: '', last: 0 });
  await drop({ ok: true, value: { data: [KEPT] } });
  expect((await db.masks.toArray()).map(({ study }) => study)).toEqual([KEPT]);
});

it('asks for studies by their UUID only, and not by the number under which a case was opened', async () => {
  client.getQueryCache().build(client, { queryKey: ['study', 'north', '1'] });
  expect(await drop({ ok: true, value: { data: [GONE, KEPT] } })).toEqual([GONE, KEPT]);
  expect(vi.mocked(callApi).mock.lastCall?.[1]).toMatchObject({ body: { uuids: [GONE, KEPT] } });
});

it('nothing stays once the right to see studies was taken', async () => {
  expect(await drop({ ok: false, failure: { kind: 'refused', code: 'not_allowed', status: 403, message: '' } })).toEqual([]);
});

it.each([
  { ok: false, failure: { kind: 'network' } },
  { ok: false, failure: { kind: 'refused', code: 'unavailable', status: 503, message: '' } },
])('everything stays while the server does not answer', async (answer) => {
  expect(await drop(answer)).toEqual([GONE, KEPT]);
  expect(names()).toHaveLength(9);
});
