import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createListRefresh } from './list-refresh.ts';

let client: QueryClient;
let refresh: ReturnType<typeof createListRefresh>;
let lists: number;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  for (const name of ['studies', 'measurements', 'comments', 'notifications', 'logs', 'campaigns', 'campaign-reads', 'campaign-agreement'])
    client.setQueryData([name, 'north'], []);
  lists = 0;
  refresh = createListRefresh(client, () => void (lists += 1));
});
afterEach(() => {
  refresh.close();
  client.clear();
  vi.useRealTimers();
});

const outdated = () =>
  client
    .getQueryCache()
    .findAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey: [name] }) => name);

it('fetches what others draw within a second, and the lists after two [MEAS-11, CAMP-43]', () => {
  refresh.news();
  expect(outdated()).toEqual([]);
  vi.advanceTimersByTime(900);
  expect(outdated()).toEqual(['measurements', 'comments']);
  vi.advanceTimersByTime(1_200);
  expect(outdated()).toEqual(['studies', 'measurements', 'comments', 'campaigns', 'campaign-reads']);
  expect(lists).toBe(1);
});

it('fetches once for much news, and again for later news', () => {
  for (let at = 0; at < 100; at += 1) {
    refresh.news();
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1_100);
  expect(lists).toBe(1);
  refresh.news();
  vi.advanceTimersByTime(2_000);
  expect(lists).toBe(2);
});

it('fetches nothing after it was closed', () => {
  refresh.news();
  refresh.close();
  vi.advanceTimersByTime(5_000);
  expect([outdated(), lists]).toEqual([[], 0]);
});
