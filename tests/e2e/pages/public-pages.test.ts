import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { signIn } from '#tests/e2e/support/page-steps.ts';

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

  it('show images of the product that exist, in the colours of the page [ROUTE-001, LAYOUT-04]', async () => {
    await page.goto(server.origin);
    const pictures = page.locator('figure img:visible');
    await expect.poll(() => pictures.count()).toBe(3);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1440);
    }
  });

  it('keep the text of a message that could not be sent, and send it once the network is back', async () => {
    await page.getByRole('link', { name: 'Contact' }).click();
    await page.getByRole('link', { name: 'imaging@demo.test' }).waitFor();
    await page.getByLabel('Name').fill('Pat Moreno');
    await page.getByLabel('E-mail').fill('pat@hospital.test');
    await page.getByLabel('Message').fill(MESSAGE);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The server cannot be reached. Your text stays in this tab.').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe(MESSAGE);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'The message was sent' }).waitFor();
  });

  it('deliver the message to the platform administrators [ROUTE-009]', async () => {
    const { page: admin } = await people.newVisitor();
    await signIn(admin, server, 'admin@demo.test');
    await admin.goto(`${server.teamOrigin('north')}/admin/mail`);
    await admin.getByRole('listitem').filter({ hasText: 'pat@hospital.test' }).getByText(MESSAGE).waitFor();
  });

  it('list who else processes data [ROUTE-031]', async () => {
    await page.getByRole('link', { name: 'Subprocessors' }).click();
    await page.getByRole('row', { name: 'A hoster servers Germany' }).waitFor();
  });

  it('describe every area to a guest, and link a member to the permitted ones [ROUTE-020]', async () => {
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

  it('show that the server is unreachable, and when it is back [ROUTE-017]', async () => {
    await page.goto(`${server.origin}/maintenance`);
    await page.getByRole('heading', { name: 'The server is back' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('heading', { name: 'Lightship is under maintenance' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'The server is back' }).waitFor();
  });
});
