import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { expectFocus, isFocused } from '#tests/e2e/support/page-steps.ts';

/** One person, one page, no mouse: read from top to bottom. */
describe('the keys of every page', () => {
  let people: People;
  let server: TestServer;
  let page: Page;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    page = (await people.newVisitor()).page;
    await enterByCookie(page, server, DEMO.annotator);
    await page.goto(`${server.teamOrigin('north')}/dashboard`);
    await heading('Dashboard').waitFor();
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
  const map = (): Locator => page.getByRole('dialog', { name: 'Keys' });
  const search = (): Locator => page.getByRole('combobox', { name: 'Command search' });
  const filter = (): Locator => page.getByRole('searchbox');
  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }

  it('? shows them, and Escape restores the focus', async () => {
    const skip = page.getByRole('link', { name: 'To the content' });
    await press('Tab');
    await expectFocus(skip);
    await press('?');
    await map().getByText('G S', { exact: true }).waitFor();
    await press('Escape');
    await map().waitFor({ state: 'hidden' });
    await expectFocus(skip);
  });

  it('G and a letter open an area', async () => {
    await press('g', 'h');
    await heading('Upload history').waitFor();
    await press('g', 'u');
    await heading('Upload').waitFor();
    await press('g', 's');
    await heading('Studies').waitFor();
  });

  it('/ moves to the filter, where letters are typed', async () => {
    await filter().waitFor();
    await press('/');
    await expectFocus(filter());
    await press('g', 'h', '?');
    await expect.poll(() => filter().inputValue()).toBe('gh?');
    expect(await map().count()).toBe(0);
    await page.waitForURL((url) => url.searchParams.get('search') === 'gh?');
    await heading('Studies').waitFor();
  });

  it('Ctrl K finds an area by its words from anywhere, and searches studies for other words', async () => {
    await press('Control+k');
    await search().fill('hist');
    await press('Enter');
    await heading('Upload history').waitFor();
    await search().waitFor({ state: 'hidden' });

    await press('Control+k');
    await search().fill('up');
    await page.getByRole('option', { name: 'Search studies for “up”' }).waitFor();
    await press('ArrowDown', 'ArrowDown', 'Enter');
    await heading('Studies').waitFor();
    await expect.poll(() => filter().inputValue()).toBe('up');

    await press('Control+k');
    await search().waitFor();
    await press('Escape');
    await search().waitFor({ state: 'hidden' });
  });

  it('single-letter keys can be switched off, and on again in the menu', async () => {
    await page.locator('#content').focus();
    await press('?');
    const letters = map().getByRole('switch', { name: 'Single-letter shortcuts' });
    await letters.uncheck();
    await press('Escape');
    await map().waitFor({ state: 'hidden' });
    await page.locator('#content').focus();
    await press('g', 'u', '/', '?');
    expect([await map().count(), await isFocused(filter())]).toEqual([0, false]);
    await heading('Studies').waitFor();
    await page.getByRole('button', { name: /: menu$/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Keys' }).press('Enter');
    await letters.check();
    await press('Escape');
    await map().waitFor({ state: 'hidden' });
    await page.locator('#content').focus();
    await press('g', 'u');
    await heading('Upload').waitFor();
  });
});
