import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { openPeople, type People } from './people.ts';
import { signIn } from './visit.ts';

const MESSAGE = 'How does our clinic join?';

/** What somebody sees who has no account, and where a message of theirs comes to. */
describe('the public pages', () => {
  let people: People;
  let server: TestServer;
  let page: Page;

  beforeAll(async () => {
    people = await openPeople();
    server = await startTestServer({
      people: true,
      env: { LIGHTSHIP_CONTACT_EMAIL: 'imaging@demo.test', LIGHTSHIP_SUBPROCESSORS: 'A hoster | servers | Germany' },
    });
    ({ page } = await people.newVisitor());
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  it('show the product in pictures that are there, in the colours of the page', async () => {
    await page.goto(server.origin);
    const pictures = page.locator('figure img:visible');
    await expect.poll(() => pictures.count()).toBe(3);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1440);
    }
  });

  it('keep the words of a message that could not be sent, and take it once the network is back', async () => {
    await page.getByRole('link', { name: 'Contact' }).click();
    await page.getByRole('link', { name: 'imaging@demo.test' }).waitFor();
    await page.getByLabel('Name').fill('Pat Moreno');
    await page.getByLabel('E-mail').fill('pat@hospital.test');
    await page.getByLabel('Message').fill(MESSAGE);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The server is not reached. Your words stay in this tab.').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe(MESSAGE);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'The message was sent' }).waitFor();
  });

  it('bring the message to those who run the server', async () => {
    const { page: admin } = await people.newVisitor();
    await signIn(admin, server, 'admin@demo.test');
    await admin.goto(`${server.teamOrigin('north')}/admin/mail`);
    await admin.getByRole('listitem').filter({ hasText: 'pat@hospital.test' }).getByText(MESSAGE).waitFor();
  });

  it('say who else handles data', async () => {
    await page.getByRole('link', { name: 'Subprocessors' }).click();
    await page.getByRole('row', { name: 'A hoster servers Germany' }).waitFor();
  });

  it('tell a guest of every area, and lead a member to those that are open to them', async () => {
    await page.getByRole('link', { name: 'Modules' }).click();
    await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
    expect(await page.getByRole('main').getByRole('link').allInnerTexts()).toEqual(['Sign in']);
    await signIn(page, server, 'annotator@demo.test');
    await page.goto(`${server.teamOrigin('north')}/modules`);
    await page.getByRole('main').getByRole('link', { name: 'Studies' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Team', exact: true }).count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Studies' }).click();
    await page.waitForURL(`${server.teamOrigin('north')}/studies-v2`);
  });

  it('say while the server is away that it is, and by themselves when it is back', async () => {
    await page.goto(`${server.origin}/maintenance`);
    await page.getByRole('heading', { name: 'The server is back' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('heading', { name: 'Lightship is being looked after' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'The server is back' }).waitFor();
  });
});
