import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { registerStudy } from '#tests/e2e/support/register-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';

/** An annotator creates a project; a reviewer of the team looks on: read from top to bottom. */
describe('projects', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let reviewer: Page;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    const bearer = await bearerOf(server, DEMO.annotator);
    for (const name of ['Heron^Quiet', 'Tern^Small']) await registerStudy(server, bearer, name);
    [page, reviewer] = await Promise.all([enter(DEMO.annotator), enter(DEMO.reviewer)]);
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
  const open = (of: Page, path = '') => of.goto(`${server.teamOrigin('north')}/project${path}`);
  const link = (of: Page, name: string) => of.getByRole('link', { name, exact: true });
  const button = (of: Page, name: string) => of.getByRole('button', { name, exact: true });
  const inDialog = (of: Page, name: string) => of.getByRole('dialog').getByRole('button', { name, exact: true });
  const legend = async (of: Page) =>
    (await of.getByRole('list', { name: 'Studies' }).getByRole('listitem').allTextContents()).map((text) => text.trim());
  const studies = (of: Page) => of.locator('[data-study]');

  it('are opened from the sidebar, and the empty list says what they are for [SIDE-18, ROUTE-023]', async () => {
    await open(reviewer);
    await reviewer.getByText('No projects yet').waitFor();
    await page.goto(`${server.teamOrigin('north')}/dashboard`);
    await link(page, 'Projects').first().click();
    await page.getByText('A project collects the studies that a group works on.').waitFor();
    await link(page, 'New project').click();
    await page.getByRole('heading', { name: 'New project' }).waitFor();
  });

  it('are created by the keyboard alone, and appear in the list of a colleague [ROUTE-084]', async () => {
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('This field is required').waitFor();
    await page.keyboard.type('PI-RADS 26');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Two readers');
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'PI-RADS 26' }).waitFor();
    await page.getByText('Two readers').waitFor();
    await link(reviewer, 'PI-RADS 26').waitFor();
    await link(reviewer, 'PI-RADS 26').click();
    await reviewer.getByText('Studies can be added until the start').waitFor();
  });

  it('search and state are in the address', async () => {
    await open(page);
    await page.getByRole('searchbox').fill('rads');
    await button(page, 'State').click();
    await page.getByRole('menuitem', { name: 'Created' }).click();
    await page.waitForURL(/search=rads&state=created/);
    await page.reload();
    await link(page, 'PI-RADS 26').waitFor();
    await page.getByRole('button', { name: /^State/ }).click();
    await page.getByRole('menuitem', { name: 'Finished' }).click();
    await page.getByText('No project matches').waitFor();
    await button(page, 'Clear filters').click();
    await link(page, 'PI-RADS 26').click();
  });

  it('without studies it cannot start; they are added and removed, and a colleague sees it [ROUTE-085]', async () => {
    await page.getByText('No studies in this project').waitFor();
    expect(await button(page, 'Start…').getAttribute('aria-disabled')).toBe('true');
    await button(page, 'Add studies…').click();
    await page.getByRole('checkbox', { name: /Heron, Quiet/ }).check();
    await page.getByRole('checkbox', { name: /Tern, Small/ }).check();
    await inDialog(page, 'Add 2 studies').click();
    await link(page, 'Tern, Small').waitFor();
    await link(reviewer, 'Heron, Quiet').waitFor();
    await expect.poll(() => legend(reviewer)).toEqual(['0 converted', '0 converting', '0 verified', '2 sending', '0 failed']);
    await button(page, 'Remove Tern, Small from the project').click();
    await page.getByText('0 of 1').waitFor();
    await expect.poll(() => studies(page).count()).toBe(1);
  });

  it('its members are added and removed', async () => {
    await button(page, 'Add members…').click();
    await page.getByRole('dialog').getByRole('checkbox').first().check();
    await inDialog(page, 'Add 1 member').click();
    const remove = page.getByRole('button', { name: /^Remove .* from the project$/ });
    await reviewer
      .getByRole('button', { name: /^Remove .* from the project$/ })
      .nth(1)
      .waitFor();
    await remove.nth(1).click();
    await page.getByText('No members yet').waitFor();
  });

  it('is started by its creator after a question, which locks its studies in every browser [OQ-23]', async () => {
    await link(reviewer, 'Heron, Quiet').waitFor();
    expect(await button(reviewer, 'Start…').count()).toBe(0);
    await button(page, 'Start…').click();
    await page.getByText('Its study is locked from then on').waitFor();
    await inDialog(page, 'Start project').click();
    await page.getByText('1 study locked since the start').waitFor();
    await reviewer.getByText('1 study locked since the start').waitFor();
    expect(await button(reviewer, 'Add studies…').count()).toBe(0);
    expect(await button(reviewer, 'Remove Heron, Quiet from the project').count()).toBe(0);
  });

  it('its studies open in the list of studies', async () => {
    await link(page, 'Open in Studies').click();
    await page.waitForURL(/studies-v2\?project=\d+/);
    await page.goBack();
    await link(page, 'Heron, Quiet').click();
    await page.waitForURL(/studies-v2\?study=/);
    await page.goBack();
  });

  it('is changed by every member of the area until it is finished, and then only read [ROUTE-110, OQ-23]', async () => {
    await button(reviewer, 'Actions of the project').click();
    await reviewer.getByRole('menuitem', { name: 'Edit…' }).click();
    await reviewer.getByRole('textbox', { name: 'Name' }).fill('PI-RADS 2026');
    await button(reviewer, 'Save project').click();
    await page.getByRole('heading', { name: 'PI-RADS 2026' }).waitFor();
    await button(page, 'Finish…').click();
    await inDialog(page, 'Finish project').click();
    await page.getByText('makes the project read-only').waitFor({ state: 'detached' });
    await button(reviewer, 'Actions of the project').waitFor({ state: 'detached' });
    expect(await button(page, 'Add members…').count()).toBe(0);
    await page.goto(`${page.url()}/edit`);
    await page.getByText('This project is finished. It can only be read.').waitFor();
  });

  it('one that was not started is deleted by its creator', async () => {
    await open(page, '/create');
    await page.getByRole('textbox', { name: 'Name' }).fill('Mistake');
    await button(page, 'Create project').click();
    await button(page, 'Actions of the project').click();
    await page.getByRole('menuitem', { name: 'Delete project…' }).click();
    await inDialog(page, 'Delete project').click();
    await page.waitForURL(/\/project$/);
    await link(page, 'PI-RADS 2026').waitFor();
    expect(await link(page, 'Mistake').count()).toBe(0);
    await open(page, '/999999');
    await page.getByText('Project not found').waitFor();
  });

  it('are not shown to members without the permission', async () => {
    const member = await enter(DEMO.member);
    await member.goto(`${server.teamOrigin('north')}/dashboard`);
    await link(member, 'Studies').first().waitFor();
    expect(await link(member, 'Projects').count()).toBe(0);
    await open(member);
    await member.waitForURL((url) => url.pathname !== '/project');
  });
});
