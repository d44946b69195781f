import { QueryClient, dehydrate } from '@tanstack/react-query';
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import { expect, it, vi } from 'vitest';
import { createBoundedJson } from './bounded-json.ts';

const PER_PAGE = 25;

/** Ten thousand studies, page after page. */
function seenPages(pages: number): QueryClient {
  const client = new QueryClient();
  for (let page = 1; page <= pages; page += 1) {
    const data = Array.from({ length: PER_PAGE }, (_, n) => ({ uuid: `${page}-${n}`, data: { patientName: 'x'.repeat(1_400) } }));
    client.setQueryData(['studies', 'north', page], data, { updatedAt: page });
  }
  return client;
}

const persisted = (client: QueryClient): PersistedClient => ({ timestamp: 1, buster: '1', clientState: dehydrate(client) });
const pagesIn = (json: string): number[] =>
  (JSON.parse(json) as PersistedClient).clientState.queries.map(({ queryKey }) => queryKey[2] as number);

it('small data is returned unchanged', () => {
  const client = persisted(seenPages(3));
  const read = JSON.parse(createBoundedJson()(client)) as PersistedClient;
  expect(read.clientState.queries.map(({ queryHash }) => queryHash).sort()).toEqual(
    client.clientState.queries.map(({ queryHash }) => queryHash).sort(),
  );
  expect(read).toMatchObject({ timestamp: 1, buster: '1' });
});

it('the latest of ten thousand studies are kept in two million characters', () => {
  const json = createBoundedJson()(persisted(seenPages(10_000 / PER_PAGE)));
  expect(json.length).toBeLessThan(2_000_500);
  const pages = pagesIn(json);
  expect(pages.length).toBeGreaterThan(40);
  expect(pages).toEqual(Array.from(pages, (_, n) => 400 - n));
});

it('at most two hundred answers are kept, however small they are', () => {
  const client = new QueryClient();
  for (let n = 1; n <= 300; n += 1) client.setQueryData(['study', 'north', n], { n }, { updatedAt: n });
  const pages = pagesIn(createBoundedJson()(persisted(client)));
  expect([pages.length, Math.min(...pages)]).toEqual([200, 101]);
});

it('only what changed is serialised', () => {
  const client = seenPages(20);
  const toJson = createBoundedJson();
  toJson(persisted(client));
  client.setQueryData(['studies', 'north', 7], [{ uuid: 'other' }], { updatedAt: 99 });
  const words = vi.spyOn(JSON, 'stringify');
  toJson(persisted(client));
  const answers = words.mock.calls.filter(([value]) => typeof value === 'object' && value !== null && 'queryKey' in value);
  words.mockRestore();
  expect(answers).toHaveLength(1);
});
