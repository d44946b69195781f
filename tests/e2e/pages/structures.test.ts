import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';

/** An annotator and the administrator of a team: read from top to bottom. */
describe('structures', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let administrator: Page;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    [page, administrator] = await Promise.all([enter(DEMO.annotator), enter(DEMO.admin)]);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  async function enter(person: Person): Promise<Page> {
    const { page: own } = await people.newVisitor();
    await signIn(own, server, person);
    return own;
  }
  const open = (of: Page, path = '') => of.goto(`${server.teamOrigin('north')}/structures${path}`);
  const link = (of: Page, name: string) => of.getByRole('link', { name, exact: true });
  const addressOf = (of: Page) => of.url().slice(server.teamOrigin('north').length);

  it('are opened from the sidebar, searched and filtered, and the address keeps both [SIDE-20, ROUTE-038]', async () => {
    await page.goto(`${server.teamOrigin('north')}/dashboard`);
    await link(page, 'Structures').click();
    await page.getByRole('searchbox').fill('zone');
    await page.getByRole('button', { name: 'Body part' }).click();
    await page.getByRole('menuitem', { name: 'Prostate' }).click();
    await page.waitForURL(/search=zone&category=prostate/);
    expect(addressOf(page)).toBe('/structures?search=zone&category=prostate');
    await page.reload();
    await link(page, 'Prostate, transition zone').waitFor();
    expect(await page.locator('[data-structure]').count()).toBe(3);
    await page.getByText('1–3 of 3').waitFor();
  });

  it('are created by the keyboard alone, and appear in the list of a colleague [ROUTE-040]', async () => {
    await open(administrator, '?search=index');
    await administrator.getByText('No structure matches').waitFor();
    await open(page, '/create');
    const bodyPart = page.getByRole('combobox', { name: 'Body part' });
    await bodyPart.getByRole('option', { name: 'Prostate', exact: true }).waitFor({ state: 'attached' });
    await page.getByRole('textbox', { name: 'Title' }).focus();
    await page.keyboard.type('Index lesion');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Prostate');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('textbox', { name: 'Title' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Index lesion' }).waitFor();
    await page.getByText('index-lesion').waitFor();
    await page.getByText('#B79CF2').waitFor();
    await link(administrator, 'Index lesion').waitFor();
  });

  it('a slug that exists is refused at its field, and the form keeps its texts', async () => {
    await open(page, '/create');
    await page.getByRole('textbox', { name: 'Title' }).fill('Liver');
    await page.getByRole('combobox', { name: 'Body part' }).selectOption('Liver');
    await page.getByRole('button', { name: 'Create structure' }).click();
    await page.getByText('Already taken').waitFor();
    expect(await page.getByRole('textbox', { name: 'Slug' }).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Liver');
  });

  it('are changed by every member of the area, and deleted by their creator or the team administrator [ROUTE-041, ROUTE-105, OQ-03]', async () => {
    await link(administrator, 'Index lesion').click();
    await link(administrator, 'Edit').click();
    await administrator.getByRole('textbox', { name: 'Title' }).fill('Dominant lesion');
    await administrator.getByRole('button', { name: 'Save structure' }).click();
    await administrator.getByRole('heading', { name: 'Dominant lesion' }).waitFor();
    await open(administrator, '/create');
    await administrator.getByRole('textbox', { name: 'Title' }).fill('Clip');
    await administrator.getByRole('combobox', { name: 'Body part' }).selectOption('Breast');
    await administrator.getByRole('button', { name: 'Create structure' }).click();
    await administrator.getByRole('heading', { name: 'Clip' }).waitFor();

    await open(page, '?search=clip');
    await link(page, 'Clip').click();
    await page.getByText('Only a team administrator or the person who created it can delete it.').waitFor();
    expect(await page.getByRole('button', { name: 'Delete structure' }).count()).toBe(0);
    await open(page, '?search=dominant');
    await link(page, 'Dominant lesion').click();
    await page.getByRole('button', { name: 'Delete structure' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete structure' }).click();
    await page.waitForURL(/\/structures$/);
    await open(page, '?search=dominant');
    await page.getByText('No structure matches').waitFor();
  });

  it('a shipped one is only read, whatever address is used [ROUTE-041]', async () => {
    await open(page, '?search=duodenum');
    await link(page, 'Duodenum').click();
    await page.getByText('Every team has this structure. Only a platform administrator can change it.').waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await page.goto(`${page.url()}/edit`);
    await page.getByText('Every team has this structure. Only a platform administrator can change it.').waitFor();
    expect(await page.getByRole('button', { name: 'Save structure' }).count()).toBe(0);
  });

  it('the other addresses show the list [ROUTE-039, ROUTE-042]', async () => {
    for (const path of ['/list', '/detail', '/xxx_detail']) {
      await open(page, path);
      await link(page, 'Abscess').waitFor();
    }
  });

  it('are not shown to members without the permission', async () => {
    const member = await enter(DEMO.member);
    await member.goto(`${server.teamOrigin('north')}/dashboard`);
    await link(member, 'Studies').first().waitFor();
    expect(await link(member, 'Structures').count()).toBe(0);
    await open(member);
    await member.waitForURL((url) => url.pathname !== '/structures');
  });
});
