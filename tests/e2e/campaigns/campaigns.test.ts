import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { registerStudy } from '#tests/e2e/support/register-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';

/** A scientist makes a campaign and an annotator reads in it: read from top to bottom. */
describe('campaigns', () => {
  let people: People;
  let server: TestServer;
  let lead: Page;
  let reader: Page;
  let readerName: string;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    const bearer = await bearerOf(server, DEMO.annotator);
    const user = await server.request('/api/user', { headers: { authorization: `Bearer ${bearer}`, team: 'north' } });
    readerName = (user.json() as { name: string }).name;
    for (const name of ['Heron^Quiet', 'Tern^Small']) await registerStudy(server, bearer, name);
    [lead, reader] = await Promise.all([enter(DEMO.scientist), enter(DEMO.annotator)]);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  async function enter(person: Person): Promise<Page> {
    const { page } = await people.newVisitor();
    await signIn(page, server, person);
    return page;
  }
  const open = (of: Page, path: string) => of.goto(`${server.teamOrigin('north')}${path}`);
  const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });

  it('are drafted with cases and readers, and say what they lack to be started [CAMP-32, CAMP-33, ROUTE-125, ROUTE-126, ROUTE-127]', async () => {
    await open(lead, '/reviews/campaigns');
    await lead.getByRole('link', { name: 'New campaign' }).click();
    await lead.getByRole('textbox', { name: 'Title' }).fill('Liver readers');
    await lead.getByRole('textbox', { name: 'Guideline' }).fill('Look at the apex.');
    await button(lead, 'Add cases…').click();
    for (const study of ['Heron, Quiet', 'Tern, Small']) await lead.getByRole('dialog').getByRole('checkbox', { name: study }).check();
    await button(lead.getByRole('dialog'), 'Add 2 studies').click();
    await lead.getByRole('checkbox', { name: 'Heron, Quiet is a known case' }).check();
    await lead.getByRole('checkbox', { name: readerName }).check();
    await lead.getByRole('textbox', { name: 'Readers of each case' }).fill('1');
    await button(lead, 'Save draft').click();
    await lead.waitForURL('**/edit');
    await button(lead, 'Start…').click();
    await button(lead, 'Start campaign').click();
    await lead.getByText('Choose a form or a structure: a read needs a result.').waitFor();
  });

  it('are started, and then show who has read what [CAMP-34, CAMP-35, ROUTE-128]', async () => {
    await lead.getByRole('combobox', { name: 'Structure' }).fill('Liver');
    await lead.getByRole('option', { name: 'Liver', exact: true }).click();
    await lead.getByText('These are 2 reads in all.').waitFor();
    await button(lead, 'Start…').click();
    await button(lead, 'Start campaign').click();
    const row = lead.getByRole('table').getByRole('row').filter({ hasText: readerName });
    await row.getByText('0 / 2').waitFor();
    expect(await row.getByRole('img', { name: /not read yet$/ }).count()).toBe(2);
    await lead.getByText('Look at the apex.').waitFor();
  });

  it('a reader has numbered cases without names, in the own work too [CAMP-40, CAMP-42]', async () => {
    await open(reader, '/my-work');
    await reader.getByText('2 cases left to read').waitFor();
    await reader.getByRole('link', { name: 'Liver readers' }).click();
    await reader.getByRole('table', { name: 'Your reads' }).getByText('Case 2', { exact: true }).waitFor();
    expect(await reader.locator('body').textContent()).not.toMatch(/Heron|Tern/);
    const start = await reader.getByRole('link', { name: 'Start reading' }).getAttribute('href');
    expect(start).toMatch(/^\/annotator\/case\/[\w-]+\?campaign=[\w-]+&read=[\w-]+$/);
  });

  it('are finished after a question that says that blinding ends [CAMP-38]', async () => {
    await button(lead, 'Actions of the campaign').click();
    await lead.getByRole('menuitem', { name: 'Finish…' }).click();
    await lead.getByText(/2 reads are left.* Blinding ends/).waitFor();
    await button(lead, 'Finish campaign').click();
    await lead.getByText('finished', { exact: true }).waitFor();
    await reader.getByText('This campaign is finished. It can only be read.').waitFor();
    expect(await reader.getByRole('link', { name: 'Start reading' }).count()).toBe(0);
  });
});
