import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { openDeviceKey } from '#localdb/device-key.ts';
import { keepObject } from '#localdb/kept-copies/offline-objects.ts';
import { pinStudy } from '#localdb/kept-copies/pins.ts';
import { LocalDb } from '#localdb/schema.ts';
import { seedKeptAnswers } from './kept-answers.ts';

it('shows the stored answers of a pinned study unless a newer one was loaded', async () => {
  const db = new LocalDb(9_990);
  const device = await openDeviceKey(db);
  await pinStudy(db, device, 'a', { patientName: '', description: '' });
  const answers = [
    ['answer:study:a', { uuid: 'a' }],
    ['answer:series:a', [1]],
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
});
