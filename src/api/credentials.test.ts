import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import {
  clearCredentials,
  clearQueueOwner,
  CREDENTIALS_KEY,
  onCredentialsWritten,
  readCredentials,
  readQueueOwner,
  writeCredentials,
} from './credentials.ts';

const GIVEN = {
  token: 't',
  userId: 7,
  team: null,
  apiBase: '/api',
  servicesBase: '/services',
  uploadBase: 'http://upload.app.localhost:8080',
  visit: null,
};

function pageWith(entries: Record<string, string>) {
  const rows = new Map(Object.entries(entries));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
  });
  return rows;
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await clearCredentials();
});

it('a worker, which has no localStorage, reads the credentials that the page wrote [PWA-28]', async () => {
  const rows = pageWith({});
  await writeCredentials(GIVEN);
  expect(JSON.parse(rows.get(CREDENTIALS_KEY) ?? '')).toEqual(GIVEN);
  vi.unstubAllGlobals();
  expect(await readCredentials()).toEqual(GIVEN);
});

it('cleared credentials are gone everywhere [AUTH-10]', async () => {
  const rows = pageWith({});
  await writeCredentials(GIVEN);
  await clearCredentials();
  expect(rows.size).toBe(0);
  expect(await readCredentials()).toBeNull();
  vi.unstubAllGlobals();
  expect(await readCredentials()).toBeNull();
});

it.each(['', '{', '"token"', '{"token":"t"}'])('treats %j as signed out, without an error', async (text) => {
  pageWith({ [CREDENTIALS_KEY]: text });
  expect(await readCredentials()).toBeNull();
});

it('tells every tab when there is a bearer token', async () => {
  const told = Promise.withResolvers<number | null>();
  const ignore = onCredentialsWritten(() => void readCredentials().then((found) => told.resolve(found?.userId ?? null)));
  await writeCredentials(GIVEN);
  expect(await told.promise).toBe(GIVEN.userId);
  ignore();
});

it('still knows the owner of the queue after a sign-in ends, without the token, but not after a sign-out', async () => {
  pageWith({});
  await writeCredentials(GIVEN);
  await clearCredentials();
  const { token, ...owner } = GIVEN;
  expect(await readQueueOwner()).toEqual(owner);
  expect(JSON.stringify(await readQueueOwner())).not.toContain(`"${token}"`);
  await clearQueueOwner();
  expect(await readQueueOwner()).toBeNull();
});

it('a page whose localStorage was lost in a browser crash finds the credentials', async () => {
  pageWith({});
  await writeCredentials(GIVEN);
  pageWith({});
  expect(await readCredentials()).toEqual(GIVEN);
});
