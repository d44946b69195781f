import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GROUPS, SETTINGS } from './settings.ts';
import { settingsPage } from './settings-page.ts';

test('docs/settings.md lists what the server reads', async () => {
  await expect(settingsPage()).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/settings.md'));
});

test('every setting is listed under a heading', () => {
  const headings = settingsPage().match(/^### `(\w+)`/gm);
  expect(headings).toHaveLength(Object.keys(SETTINGS).length);
  expect(new Set(Object.values(SETTINGS).map(({ group }) => group))).toEqual(new Set(GROUPS));
});
