import { expect, it } from 'vitest';
import { createSiteCookies } from './site-cookies.ts';

it('stores each host that is signed in once, and clears the list at the sign-out', () => {
  const rows = new Map<string, string>();
  const cookies = createSiteCookies({ read: (name) => rows.get(name) ?? null, write: (name, value) => void rows.set(name, value) });
  cookies.signedIn(7);
  for (const team of [null, 'north', 'south', 'north', null]) cookies.addHost(team);
  expect(cookies.hosts()).toEqual([null, 'north', 'south']);
  expect(cookies.mark()).toMatchObject({ userId: 7 });
  cookies.signedOut();
  expect([cookies.hosts(), cookies.mark()?.userId]).toEqual([[], 0]);
});
