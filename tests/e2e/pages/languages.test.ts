import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESSES, goTo } from '#tests/e2e/support/addresses.ts';
import { sidewaysScrolling } from '#tests/e2e/support/axe.ts';
import { englishLeftOn, englishTextsBeside } from '#tests/e2e/support/language-faults.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';
import { settled } from '#tests/support/settled.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
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

  /** What the demo and a new team name so themselves: structures, a pipeline, a folder of the bin, an engine of a worker. */
  const DATA = ['Brain', 'Lung', 'Liver', 'Prostate MR', 'bin', 'trees'];
  const english = englishTextsBeside('de').filter((text) => !DATA.includes(text));

  it.each([
    [1280, 720],
    [390, 844],
  ])('is on every address, which has room for it in %i x %i [OQ-32]', async (width, height) => {
    const { page } = await people.newVisitor({ locale: 'de-DE' });
    await page.setViewportSize({ width, height });
    await signIn(page, server, DEMO.admin);
    await page.goto(`${north}/profile`);
    await page.getByRole('heading', { name: 'Profil' }).waitFor();
    const authorization = `Bearer ${await bearerOf(server, DEMO.admin)}`;
    const listed = (await server.request('/api/studies-v2', { headers: { authorization, team: 'north' } })).json() as {
      data: { uuid: string }[];
    };
    const study = listed.data[0]!.uuid;
    const faults: string[] = [];
    for (const address of [...ADDRESSES.map(([first]) => first), `/annotator/case/${study}`, `/studies-v2?study=${study}`]) {
      await goTo(page, address);
      await page.locator('h1:not([data-before])').first().waitFor();
      await settled(page);
      // A page that finds something by its English name.
      if (await page.getByText('Beim Aufbau der Seite ist ein Fehler aufgetreten').isVisible()) faults.push(`${address} is broken`);
      for (const fault of [...(await sidewaysScrolling(page)), ...(await englishLeftOn(page, english))])
        faults.push(`${address}: ${fault}`);
    }
    expect(faults).toEqual([]);
    // What it would look like.
    await page.evaluate(() => document.body.append('Studies'));
    expect(await englishLeftOn(page, english)).toEqual(['Studies']);
  });
});
