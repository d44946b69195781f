import { expect, it } from 'vitest';
import { loadPage, PageNotHereError } from './load-page.ts';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/StudiesRoute-1a2b.js'));

function browser({ online = true } = {}) {
  const rows = new Map<string, string>();
  const world = { now: 1_000_000, reloads: 0 };
  const ports = {
    isOnline: () => online,
    now: () => world.now,
    storage: { getItem: (key: string) => rows.get(key) ?? null, setItem: (key: string, value: string) => void rows.set(key, value) },
    reload: () => void (world.reloads += 1),
  };
  return { ports, world };
}

it('reloads when a file of the page is gone, at most once a minute [CONST-13, NAV-11, ERR-06]', async () => {
  const { ports, world } = browser();
  void loadPage(missing, ports);
  await Promise.resolve();
  await Promise.resolve();
  expect(world.reloads).toBe(1);
  world.now += 59_000;
  await expect(loadPage(missing, ports)).rejects.toThrow('dynamically imported');
  world.now += 2_000;
  void loadPage(missing, ports);
  await Promise.resolve();
  await Promise.resolve();
  expect(world.reloads).toBe(2);
});

it('does not reload offline, and names what is missing [NAV-12]', async () => {
  const { ports, world } = browser({ online: false });
  await expect(loadPage(missing, ports)).rejects.toBeInstanceOf(PageNotHereError);
  expect(world.reloads).toBe(0);
});

it('leaves other errors to the error page', async () => {
  const { ports, world } = browser();
  await expect(loadPage(() => Promise.reject(new Error('x is not a function')), ports)).rejects.toThrow('x is not a function');
  expect(world.reloads).toBe(0);
});
