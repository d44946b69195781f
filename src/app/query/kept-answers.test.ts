import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { callApi } from '#api/call-api.ts';
import type { SavedLayout } from '#contract/layouts.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { keepObject } from '#localdb/kept-copies/offline-objects.ts';
import { pinStudy } from '#localdb/kept-copies/pins.ts';
import { keepLayouts } from '#localdb/kept-layouts.ts';
import { LocalDb } from '#localdb/schema.ts';
import { proposalsKey, studyModelsKey } from '#sync/proposals-key.ts';
import { seedKeptAnswers, seedLayouts } from './kept-answers.ts';

/** No network. */
vi.mock('#api/call-api.ts', () => ({
  callApi: vi.fn<typeof callApi>(() => Promise.resolve({ ok: false, failure: { kind: 'network' } })),
}));

it('shows the stored answers of a pinned study unless a newer one was loaded', async () => {
  const db = new LocalDb(9_990);
  const device = await openDeviceKey(db);
  await pinStudy(db, device, 'a', { patientName: '', description: '' });
  const answers = [
    ['answer:study:a', { uuid: 'a' }],
    ['answer:series:a', [1]],
    ['answer:proposals:a', { data: [], blinded: false }],
    ['answer:runnable:a', [3]],
  ] as const;
  for (const [key, answer] of answers) {
    await keepObject(db, device, { key, studyUuid: 'a', tag: null }, new Blob([JSON.stringify(answer)]), { now: 50 });
  }
  const client = new QueryClient();
  client.setQueryData(['study-series', 'north', 'a'], [2], { updatedAt: 51 });
  await seedKeptAnswers(client, db, device, 'north');
  expect(client.getQueryData(['study', 'north', 'a'])).toEqual({ uuid: 'a' });
  expect(client.getQueryState(['study', 'north', 'a'])?.dataUpdatedAt).toBe(50);
  expect(client.getQueryData(['study-series', 'north', 'a'])).toEqual([2]);
  expect(client.getQueryData(proposalsKey('north', 'a'))).toEqual({ data: [], blinded: false });
  expect(client.getQueryData(studyModelsKey('north', 'a'))).toEqual([3]);
});

it('keeps the layouts that were listed last, however old they are, for a start without a network [ANN-63]', async () => {
  const db = new LocalDb(9_991);
  await keepLayouts(db, [{ uuid: 'a' }] as SavedLayout[], 50);
  const row = await db.lists.get('layouts');
  expect(new TextDecoder().decode(row!.sealed)).not.toContain('uuid');
  const client = new QueryClient();
  await seedLayouts(client, db, 'north');
  expect(client.getQueryData(['layouts', 'north'])).toEqual([{ uuid: 'a' }]);
  client.setQueryData(['layouts', 'north'], [], { updatedAt: 51 });
  await seedLayouts(client, db, 'north');
  expect(client.getQueryData(['layouts', 'north'])).toEqual([]);
});
