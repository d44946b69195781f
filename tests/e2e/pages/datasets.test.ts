import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { registerStudy } from '#tests/e2e/support/register-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';

/** A data scientist builds a dataset; the administrator of the team looks on: read from top to bottom. */
describe('datasets', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let administrator: Page;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    const bearer = await bearerOf(server, DEMO.annotator);
    for (const name of ['Heron^Quiet', 'Tern^Small', 'Petrel^Steady', 'Plover^Grey']) await registerStudy(server, bearer, name);
    [page, administrator] = await Promise.all([enter(DEMO.scientist), enter(DEMO.admin)]);
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
  const open = (of: Page, path = '') => of.goto(`${server.teamOrigin('north')}/dataset${path}`);
  const link = (of: Page, name: string) => of.getByRole('link', { name, exact: true });
  const button = (of: Page, name: string) => of.getByRole('button', { name, exact: true });
  const inDialog = (of: Page, name: string) => of.getByRole('dialog').getByRole('button', { name, exact: true });
  const legend = (of: Page) => of.getByRole('list', { name: 'Patients' });
  const partOf = (of: Page, name: string) => of.getByRole('combobox', { name: `Part of ${name}` });

  async function create(of: Page, name: string, structure: string) {
    await of.getByRole('textbox', { name: 'Name' }).fill(name);
    await of.getByRole('combobox', { name: 'Structure' }).fill(structure);
    await of.getByRole('option', { name: structure }).click();
    await button(of, 'Create dataset').click();
    await of.getByRole('heading', { name }).waitFor();
  }

  it('are opened from the sidebar, and created for one structure [SIDE-19, ROUTE-011, ROUTE-111]', async () => {
    await open(administrator);
    await administrator.getByText('No datasets yet').waitFor();
    await page.goto(`${server.teamOrigin('north')}/dashboard`);
    await link(page, 'Datasets').first().click();
    await link(page, 'New dataset').click();
    await button(page, 'Create dataset').click();
    await page.getByText('Choose a structure').waitFor();
    await create(page, 'Duodenum 1', 'Duodenum');
    await link(administrator, 'Duodenum 1').waitFor();
    await administrator.getByRole('searchbox').fill('duod');
    await administrator.waitForURL(/search=duod/);
    await link(administrator, 'Duodenum 1').click();
  });

  it('get studies, which appear by patient in every browser [ROUTE-086]', async () => {
    await page.getByText('No studies in this dataset').waitFor();
    await button(page, 'Add studies…').click();
    for (const name of ['Heron, Quiet', 'Tern, Small', 'Petrel, Steady', 'Plover, Grey'])
      await page.getByRole('checkbox', { name: new RegExp(name) }).check();
    await inDialog(page, 'Add 4 studies').click();
    await page.getByText('4 patients').waitFor();
    await link(administrator, 'Petrel, Steady').waitFor();
    await legend(administrator).getByText('not split yet, 4 studies').waitFor();
  });

  it('are split by percentages that add up to 100, the same each time [OQ-19]', async () => {
    await button(page, 'Split…').click();
    await page.getByRole('textbox', { name: 'train, percent' }).fill('50');
    await page.getByText('The percentages must add up to 100.').waitFor();
    expect(await inDialog(page, 'Split dataset').isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'validation, percent' }).fill('25');
    await page.getByRole('textbox', { name: 'test, percent' }).fill('25');
    await inDialog(page, 'Split dataset').click();
    await legend(page).getByText('train, 2 studies').waitFor();
    expect((await legend(page).getByRole('listitem').allTextContents()).map((text) => text.trim())).toEqual([
      '2 train, 2 studies',
      '1 validation, 1 study',
      '1 test, 1 study',
    ]);
    await legend(administrator).getByText('train, 2 studies').waitFor();
  });

  it('a patient is moved by hand, and the other browser shows it', async () => {
    const name = 'Heron, Quiet';
    const next = (await partOf(page, name).inputValue()) === 'test' ? 'train' : 'test';
    await partOf(page, name).selectOption(next);
    await expect.poll(() => partOf(administrator, name).inputValue(), { timeout: 10_000 }).toBe(next);
    await button(page, 'Part').click();
    await page.getByRole('menuitem', { name: next }).click();
    await page.waitForURL(new RegExp(`part=${next}`));
    await page.reload();
    await link(page, name).waitFor();
  });

  it('a patient is removed with its studies', async () => {
    await button(administrator, 'Remove Plover, Grey from the dataset').click();
    await administrator.getByText('3 patients').waitFor();
    await page.getByText('3 patients').waitFor();
  });

  it('a structure that a dataset uses is not deleted', async () => {
    await administrator.goto(`${server.teamOrigin('north')}/structures/create`);
    await administrator.getByRole('textbox', { name: 'Title' }).fill('Clip');
    await administrator.getByRole('combobox', { name: 'Body part' }).selectOption('Breast');
    await button(administrator, 'Create structure').click();
    await administrator.getByRole('heading', { name: 'Clip' }).waitFor();
    const structure = administrator.url();
    await open(administrator, '/create');
    await create(administrator, 'Clips', 'Clip');
    await administrator.goto(structure);
    await button(administrator, 'Delete structure').click();
    await inDialog(administrator, 'Delete structure').click();
    await administrator.getByText('A segmentation or a dataset uses this structure, so it cannot be deleted.').waitFor();
  });

  it('are renamed by every member of the area, and deleted by their creator or the administrator [OQ-03]', async () => {
    await open(page);
    await link(page, 'Clips').click();
    await button(page, 'Actions of the dataset').click();
    await page.getByText('Only its creator or a team administrator can delete it.').waitFor();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Clips 2');
    await inDialog(page, 'Save name').click();
    await page.getByRole('heading', { name: 'Clips 2' }).waitFor();
    await open(administrator, '?search=clips');
    await link(administrator, 'Clips 2').click();
    await button(administrator, 'Actions of the dataset').click();
    await administrator.getByRole('menuitem', { name: 'Delete dataset…' }).click();
    await inDialog(administrator, 'Delete dataset').click();
    await administrator.waitForURL(/\/dataset$/);
    await link(administrator, 'Duodenum 1').waitFor();
    await page.getByText('Dataset not found').waitFor();
  });

  it('are not shown to members without the permission', async () => {
    const annotator = await enter(DEMO.annotator);
    await annotator.goto(`${server.teamOrigin('north')}/dashboard`);
    await link(annotator, 'Projects').first().waitFor();
    expect(await link(annotator, 'Datasets').count()).toBe(0);
    await open(annotator);
    await annotator.waitForURL((url) => url.pathname !== '/dataset');
  });
});
