import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { pageOfTeam } from '#tests/e2e/support/page-steps.ts';

let server: TestServer;
let people: People;
let north: string;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
  north = server.teamOrigin('north');
});
afterAll(async () => {
  await people.close();
  await server.dispose();
});
beforeEach(async () => {
  visitor = await people.newVisitor();
  page = visitor.page;
  await enterByCookie(page, server, DEMO.admin);
});
afterEach(() => people.sendHome());

/** As a program does. */
const withKey = async (key: string, path = '/api/structures/categories'): Promise<number> =>
  (await server.request(path, { headers: { authorization: `Bearer ${key}`, team: 'north' } })).status;
const panel = (name: string | RegExp) => page.getByRole('dialog', { name });
const shownKey = async (): Promise<string> =>
  (await panel(/pacs-bridge/)
    .getByLabel('Key', { exact: true })
    .textContent()) ?? '';

it('an API user is made, its key is used, rotated with an overlap, and revoked [ROUTE-059, ROUTE-061, OQ-28]', async () => {
  await page.goto(`${north}/dashboard`);
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'API Users' }).click();
  await pageOfTeam(page, 'API Users');
  await page.getByText('No API users yet').waitFor();

  await page.getByRole('button', { name: 'New API user' }).click();
  const made = panel('New API user');
  await made.getByRole('button', { name: 'Create and show the key' }).click();
  await made.getByText('Choose at least one permission').waitFor();
  await made.getByRole('textbox', { name: 'Name' }).fill('pacs-bridge');
  await made.getByRole('checkbox', { name: 'r:studies', exact: true }).check();
  await made.getByRole('textbox', { name: /^Allowed addresses/ }).fill('pacs.example.org');
  await made.getByRole('button', { name: 'Create and show the key' }).click();
  await made.getByText('"pacs.example.org" is neither an address nor a network').waitFor();
  await made.getByRole('textbox', { name: /^Allowed addresses/ }).fill('127.0.0.0/8\n::1');
  await made.getByRole('button', { name: 'Create and show the key' }).click();

  const opened = panel(/pacs-bridge/);
  await opened.getByText('This key is shown once').waitFor();
  const first = await shownKey();
  expect(first).toMatch(/^lsk_[\w-]{43}$/);
  // Nothing closes it by accident.
  await page.keyboard.press('Escape');
  await opened.getByRole('button', { name: 'I have stored it' }).click();
  await opened.getByText('This key is shown once').waitFor({ state: 'hidden' });
  expect(await withKey(first)).toBe(200);
  expect(await withKey(first, '/api/dataset')).toBe(403);
  expect(await withKey(first, '/api/user')).toBe(403);
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'pacs-bridge' }).click();
  await opened.getByRole('button', { name: 'Rotate key…' }).click();
  await page.getByRole('button', { name: 'Rotate key', exact: true }).click();
  await opened.getByText('This key is shown once').waitFor();
  const second = await shownKey();
  await opened.getByRole('button', { name: 'I have stored it' }).click();
  expect([await withKey(first), await withKey(second)]).toEqual([200, 200]);
  await opened.getByText('pacs-bridge has two keys.').waitFor();

  await opened.getByRole('button', { name: 'Revoke now…' }).click();
  await page.getByRole('button', { name: 'Revoke now', exact: true }).click();
  await opened.getByText('This API user was revoked').waitFor();
  expect([await withKey(first), await withKey(second)]).toEqual([401, 401]);
  await page.keyboard.press('Escape');
  await page.getByRole('row').filter({ hasText: 'pacs-bridge' }).getByText('revoked').waitFor();
});

it('the page reads without a network what was opened, shows no key, and its addresses lead to one or to a new one [ROUTE-061]', async () => {
  await page.goto(`${north}/admin/api/detail`);
  const made = panel('New API user');
  await made.getByRole('textbox', { name: 'Name' }).fill('ris-sync');
  await made.getByRole('checkbox', { name: 'r:studies', exact: true }).check();
  await made.getByRole('button', { name: 'Create and show the key' }).click();
  const opened = panel(/ris-sync/);
  await opened.getByRole('button', { name: 'I have stored it' }).click();
  const id = await page.getByRole('row').filter({ hasText: 'ris-sync' }).getAttribute('data-api-user');
  await page.goto(`${north}/admin/api/detail/${id}`);
  await opened.getByRole('button', { name: 'Save' }).waitFor();
  expect(await opened.getByText('This key is shown once').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.waitForURL(`${north}/admin/api/users`);
  await page.getByRole('button', { name: 'ris-sync' }).waitFor();
  await visitor.context.setOffline(true);
  await page.getByText(/^list as of /).waitFor();
  await page.getByRole('button', { name: 'ris-sync' }).click();
  await expect.poll(() => opened.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  await visitor.context.setOffline(false);
});
