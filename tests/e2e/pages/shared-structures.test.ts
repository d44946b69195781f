import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';

/** A platform administrator, and an annotator of a team: read from top to bottom. */
describe('structures of all teams', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let annotator: Page;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    [page, annotator] = await Promise.all([enter(DEMO.admin), enter(DEMO.annotator)]);
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
  const open = (of: Page, path: string) => of.goto(`${server.teamOrigin('north')}${path}`);
  const link = (of: Page, name: string) => of.getByRole('link', { name, exact: true });
  const act = async (name: string, words: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: words }).click();
  };

  it('are opened from Administration, and a change reaches the open list of a team [ROUTE-054, OQ-25]', async () => {
    await open(annotator, '/structures?search=duodenum');
    await link(annotator, 'Duodenum').waitFor();
    await open(page, '/admin');
    await link(page, 'Structures of all teams').click();
    await page.getByRole('searchbox').fill('duodenum');
    await link(page, 'Duodenum').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Duodenum, all parts');
    expect(await page.getByRole('textbox', { name: 'Slug' }).getAttribute('readonly')).not.toBeNull();
    await page.getByRole('button', { name: 'Save structure' }).click();
    await page.waitForURL(/\/admin\/structures-x$/);
    await link(annotator, 'Duodenum, all parts').waitFor();
  });

  it('open with the row that is clicked right after typing [LIST-054]', async () => {
    await open(page, '/admin/structures-x');
    const last = page.locator('[data-structure]').last().getByRole('link');
    const title = (await last.textContent())!;
    await last.scrollIntoViewIfNeeded();
    await page.getByRole('searchbox').fill(title);
    await last.click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(title);
  });

  it('open with the row that was pressed, although an answer arrives before the click [LIST-054]', async () => {
    await open(page, '/admin/structures-x');
    const row = page.locator('[data-structure]').nth(8).getByRole('link');
    const title = (await row.textContent())!;
    const { x, y } = (await row.boundingBox())!;
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const before = await pages.textContent();
    const pressed = Promise.withResolvers<void>();
    await page.context().route(/\bsearch=/, async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await page.getByRole('searchbox').fill(title);
    await page.waitForURL(/search=/);
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    pressed.resolve();
    await expect.poll(() => pages.textContent()).not.toBe(before);
    await page.mouse.up();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(title);
    await page.context().unrouteAll();
  });

  it('are added for all teams, and a team can only read them [ROUTE-122]', async () => {
    await open(page, '/admin/structures-x');
    await link(page, 'New structure').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Fiducial marker');
    await page.getByRole('combobox', { name: 'Body part' }).selectOption('Prostate');
    await page.getByRole('button', { name: 'Create structure' }).click();
    await page.waitForURL(/\/admin\/structures-x$/);
    await open(annotator, '/structures?search=fiducial');
    await link(annotator, 'Fiducial marker').click();
    await annotator.getByText('Every team has this structure. Only a platform administrator can change it.').waitFor();
  });

  it('are hidden from teams after a question, found among the hidden ones, and shown again', async () => {
    await open(annotator, '/structures?search=fiducial');
    await link(annotator, 'Fiducial marker').waitFor();
    await open(page, '/admin/structures-x?search=fiducial');
    await act('Fiducial marker', 'Hide from teams');
    await page.getByRole('dialog').getByRole('button', { name: 'Hide from teams' }).click();
    await annotator.getByText('No structure matches').waitFor();
    await open(page, '/admin/structures-x?state=hidden');
    await link(page, 'Fiducial marker').waitFor();
    expect(await page.locator('[data-structure]').count()).toBe(1);
    await act('Fiducial marker', 'Show to teams');
    await link(annotator, 'Fiducial marker').waitFor();
  });

  it('have body parts, which are added, renamed and hidden as well [ROUTE-122]', async () => {
    await open(page, '/admin/structures-x');
    await link(page, 'Body parts').click();
    await page.getByRole('button', { name: 'New body part' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Skin');
    await page.getByRole('button', { name: 'Create body part' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await act('Skin', 'Rename');
    await page.getByRole('textbox', { name: 'Title' }).fill('Skin and nails');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const offered = () => annotator.getByRole('combobox', { name: 'Body part' }).getByRole('option', { name: 'Skin and nails' });
    await open(annotator, '/structures/create');
    await offered().waitFor({ state: 'attached' });
    await act('Skin and nails', 'Hide from teams');
    await page.getByRole('dialog').getByRole('button', { name: 'Hide from teams' }).click();
    await offered().waitFor({ state: 'detached' });
  });

  it('are not shown to members of a team', async () => {
    await open(annotator, '/admin/structures-x');
    await annotator.waitForURL((url) => !url.pathname.startsWith('/admin'));
  });
});
