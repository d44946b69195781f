import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

describe('the language of the page', () => {
  let people: People;
  let server: TestServer;
  let north: string;

  beforeAll(async () => {
    [server, people] = await Promise.all([startTestServer({ demo: true }), openPeople()]);
    north = server.teamOrigin('north');
  });
  afterEach(() => people.sendHome());
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

  it('is the one of the browser, until another is chosen: then on every host, and without a network [OQ-32]', async () => {
    const { page, context } = await people.newVisitor({ serviceWorker: true, locale: 'de-CH' });
    await page.goto(`${server.origin}/login`);
    await page.getByRole('button', { name: 'Anmelden' }).waitFor();
    expect(await languageOf(page)).toBe('de');
    await page.getByRole('radiogroup', { name: 'Sprache' }).getByText('English').click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await languageOf(page)).toBe('en');

    // Another host, with storage of its own.
    await signIn(page, server, DEMO.admin);
    await page.goto(`${north}/studies-v2`);
    await page.getByRole('heading', { name: 'Studies' }).waitFor();
    await waitForServiceWorker(page);
    await page.getByRole('button', { name: /: menu$/ }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Studien' }).waitFor();
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Studien' }).waitFor();
    expect(await languageOf(page)).toBe('de');
    await context.setOffline(false);
  });
});
