import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueryClient, dehydrate } from '@tanstack/react-query';
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import { LocalDb } from '#localdb/schema.ts';
import { ApiFailureError, type ApiFailure } from '#api/result.ts';
import { createQueryPersister, isStored, throttled } from './persisted-queries.ts';

const CLIENT = {
  timestamp: 1,
  buster: '',
  clientState: { mutations: [], queries: [{ queryHash: 'x', state: { data: 'Quiet^Heron' } }] },
} as unknown as PersistedClient;

let db: LocalDb;
beforeEach(() => {
  db = new LocalDb(7);
});
afterEach(async () => {
  vi.useRealTimers();
  await db.delete();
});

it('restores what was stored, for the same user only', async () => {
  await createQueryPersister(db).persistClient(CLIENT);
  expect(await createQueryPersister(db).restoreClient()).toEqual(CLIENT);
  const other = new LocalDb(8);
  expect(await createQueryPersister(other).restoreClient()).toBeUndefined();
  await other.delete();
});

it('stores no name in plain text', async () => {
  await createQueryPersister(db).persistClient(CLIENT);
  const row = await db.lists.get('queries');
  expect(new TextDecoder().decode(row?.sealed)).not.toContain('Heron');
});

it('restores nothing once the device key is gone', async () => {
  await createQueryPersister(db).persistClient(CLIENT);
  await db.keys.clear();
  expect(await createQueryPersister(db).restoreClient()).toBeUndefined();
});

it('stores the last state of a burst once', async () => {
  vi.useFakeTimers();
  const written: number[] = [];
  const persister = throttled({
    persistClient: (client) => void written.push(client.timestamp),
    restoreClient: () => undefined,
    removeClient: () => undefined,
  });
  for (const timestamp of [1, 2, 3]) void persister.persistClient({ ...CLIENT, timestamp });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written).toEqual([3]);
});

it('stores nothing after it was removed', async () => {
  vi.useFakeTimers();
  const written: number[] = [];
  const persister = throttled({
    persistClient: (client) => void written.push(client.timestamp),
    restoreClient: () => undefined,
    removeClient: () => undefined,
  });
  void persister.persistClient(CLIENT);
  void persister.removeClient();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(written).toEqual([]);
});

/** What is stored of an answer after it was asked for again, in vain. */
async function storedAfter(failure: ApiFailure) {
  const client = new QueryClient();
  const queryKey = ['studies'];
  client.setQueryData(queryKey, ['Quiet^Heron'], { updatedAt: 5 });
  const queryFn = () => Promise.reject(new ApiFailureError(failure));
  await client.fetchQuery({ queryKey, queryFn, retry: false }).catch(() => undefined);
  expect(client.getQueryState(queryKey)?.status).toBe('error');
  const clientState = dehydrate(client, { shouldDehydrateQuery: isStored });
  await createQueryPersister(db).persistClient({ timestamp: 1, buster: '', clientState });
  return (await createQueryPersister(db).restoreClient())?.clientState.queries.map(({ state }) => state);
}

it('keeps an answer that could not be asked for again, until the server refuses it [PWA-20, PWA-21]', async () => {
  expect(await storedAfter({ kind: 'network' })).toMatchObject([
    { data: ['Quiet^Heron'], dataUpdatedAt: 5, status: 'success', error: null },
  ]);
  expect(await storedAfter({ kind: 'refused', status: 503, code: null, message: '' })).toHaveLength(1);
  expect(await storedAfter({ kind: 'refused', status: 404, code: 'not_found', message: '' })).toEqual([]);
});
