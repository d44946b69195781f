import { expect, it } from 'vitest';
import { checkVersion } from './version-check.ts';

function app({ stored = null as string | null, served = '2' as string | null, may = [true, true], over = [true] } = {}) {
  const rows = new Map(stored === null ? [] : [['APP_VERSION', stored]]);
  const did: string[] = [];
  const answers = [...may];
  const takenOver = [...over];
  const check = () =>
    checkVersion({
      readVersion: async () => served,
      storage: { getItem: (key) => rows.get(key) ?? null, setItem: (key, value) => void rows.set(key, value) },
      mayReload: () => answers.shift() ?? true,
      takeOver: async () => {
        did.push('takes over');
        return takenOver.shift() ?? true;
      },
      reload: () => void did.push(`reloads with ${rows.get('APP_VERSION')} stored`),
    });
  return { check, did, stored: () => rows.get('APP_VERSION') };
}

it('stores the first version without a reload [NAV-09]', async () => {
  const page = app();
  expect(await page.check()).toBe('same');
  expect(page.stored()).toBe('2');
  expect(page.did).toEqual([]);
});

it('reloads once for another version, after storing it and updating the service worker [NAV-08]', async () => {
  const page = app({ stored: '1' });
  expect(await page.check()).toBe('reloads');
  expect(page.did).toEqual(['takes over', 'reloads with 2 stored']);
  expect(await page.check()).toBe('same');
});

it('does nothing when the version cannot be read [NAV-09]', async () => {
  const page = app({ stored: '1', served: null });
  expect(await page.check()).toBe('unknown');
  expect(page.stored()).toBe('1');
});

it.each([[[false]], [[true, false]]])('a reload waits while accepted files are not stored (%j) [PWA-43, ODD-38]', async (may) => {
  const page = app({ stored: '1', may });
  expect(await page.check()).toBe('waits');
  expect(page.stored()).toBe('1');
  expect(page.did).not.toContain('reloads with 2 stored');
  expect(await page.check()).toBe('reloads');
});

it('does not reload while the old service worker is still active, and detects the new version again', async () => {
  const page = app({ stored: '1', over: [false] });
  expect(await page.check()).toBe('unknown');
  expect(page.stored()).toBe('1');
  expect(page.did).toEqual(['takes over']);
  expect(await page.check()).toBe('reloads');
});
