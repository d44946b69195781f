import type { Locator, Page } from 'playwright';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import type { TestServer } from '#tests/support/server.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const panel = (page: Page): Locator => page.getByRole('dialog').filter({ has: page.locator('[data-series]') });
const isLabelCall = (url: URL): boolean => url.pathname === '/api/label';
const isLink = (url: URL): boolean => url.pathname.startsWith('/api/label/study/');

/** On a phone a sheet takes the place of what is open beside its button, and begins anew. */
const BESIDE = ['wide', 'tablet'] as const;

/** Labels and projects in the list of studies and in the panel of one. */
export const LABELS: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.annotator),
  steps: [
    {
      page: 'labels',
      state: 'in-the-list',
      async reach(at) {
        await openList(at);
        await row(at.page, 'Plover, Amber').locator('[data-label="Second reader"]').waitFor();
      },
    },
    {
      page: 'labels',
      state: 'menu',
      async reach({ page }) {
        await openPanel(page);
        await openMenu(page);
        await page.getByRole('option', { name: 'Motion artefact' }).waitFor();
      },
    },
    {
      page: 'labels',
      state: 'refused-name',
      sizes: BESIDE,
      async reach({ page }) {
        await page.getByRole('combobox', { name: 'Find or create a label' }).fill('Biopsy proven');
        await page.getByRole('option', { name: 'Create “Biopsy proven”' }).click();
        await page.getByRole('textbox', { name: 'Name' }).fill('second reader');
        await page.getByRole('button', { name: 'Create label' }).click();
        await page.getByText('A label with this name already exists.').waitFor();
      },
      leave: ({ page }) => page.getByRole('button', { name: 'Cancel' }).click(),
    },
    {
      page: 'labels',
      state: 'manage',
      sizes: BESIDE,
      async reach({ page }) {
        await page.getByRole('button', { name: 'Edit labels' }).click();
        await page.getByRole('button', { name: 'Teaching file' }).waitFor();
      },
    },
    {
      page: 'labels',
      state: 'change',
      sizes: BESIDE,
      async reach({ page }) {
        await page.getByRole('button', { name: 'Teaching file' }).click();
        await page.getByRole('button', { name: 'Save label' }).waitFor();
      },
    },
    {
      page: 'labels',
      state: 'delete',
      sizes: BESIDE,
      async reach({ page }) {
        await page.getByRole('button', { name: 'Delete label' }).click();
        await page.getByRole('button', { name: 'Keep label' }).waitFor();
      },
      async leave({ page }) {
        await page.getByRole('button', { name: 'Keep label' }).click();
        await page.getByRole('button', { name: 'Cancel' }).press('Escape');
        await page.getByRole('button', { name: 'Save label' }).waitFor({ state: 'detached' });
      },
    },
    {
      page: 'projects',
      state: 'of-a-study',
      async reach({ page }) {
        await panel(page).getByRole('combobox', { name: 'Projects' }).click();
        await page.getByRole('option', { name: 'Follow-up 2026' }).waitFor();
      },
    },
    {
      page: 'projects',
      state: 'not-found',
      async reach({ page }) {
        await panel(page).getByRole('combobox', { name: 'Projects' }).fill('Zebra');
        await page.getByText('No elements found.').waitFor();
      },
      async leave({ page }) {
        await panel(page).getByRole('combobox', { name: 'Projects' }).press('Escape');
        await panel(page).getByRole('button', { name: 'Close', exact: true }).click();
      },
    },
    {
      page: 'labels',
      state: 'many',
      async reach(at) {
        await addLabels(await at.world.demo());
        await openList(at);
        await row(at.page, 'Avocet, Mira').getByText(/^\+\d/).waitFor();
        await row(at.page, 'Avocet, Mira').click();
        await panel(at.page).locator('[data-label]').nth(6).waitFor();
        await panel(at.page).locator('[data-drawn]').waitFor();
      },
      leave: ({ page }) => panel(page).getByRole('button', { name: 'Close', exact: true }).click(),
    },
    {
      page: 'labels',
      state: 'sheet',
      sizes: ['phone', 'zoomed'],
      async reach({ page }) {
        await openPanel(page);
        await openMenu(page);
        await page.getByRole('button', { name: 'Edit labels' }).click();
        await page.getByRole('button', { name: 'Teaching file' }).click();
        await page.getByRole('button', { name: 'Save label' }).waitFor();
      },
      async leave({ page }) {
        await page.getByRole('button', { name: 'Cancel' }).press('Escape');
        await page.getByRole('button', { name: 'Save label' }).waitFor({ state: 'detached' });
        await panel(page).getByRole('button', { name: 'Close', exact: true }).click();
      },
    },
    {
      page: 'labels',
      state: 'of-one-label',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await page.getByRole('button', { name: 'Label', exact: true }).click();
        await page.getByRole('option', { name: 'Second reader', exact: true }).click();
        await page.getByRole('button', { name: 'Remove the filter Label Second reader' }).waitFor();
        await row(page, 'Avocet, Mira').waitFor({ state: 'detached' });
      },
      leave: ({ page }) => page.getByRole('button', { name: 'Remove the filter Label Second reader' }).click(),
    },
    {
      page: 'projects',
      state: 'filter',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await page.getByRole('button', { name: 'Project', exact: true }).click();
        await page.getByRole('option', { name: 'White matter lesions' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'labels',
      state: 'waiting',
      async reach(at) {
        await openList(at);
        await openPanel(at.page);
        await openMenu(at.page);
        await at.page.getByRole('option', { name: 'Teaching file' }).waitFor();
        await at.context.setOffline(true);
        await at.page.getByText(/^You need the network to create or change labels/).waitFor();
        await at.page.getByRole('option', { name: 'Teaching file' }).click();
        await at.page.getByRole('option', { name: 'Motion artefact' }).click();
        await panel(at.page).locator('[data-state="coming"]').waitFor();
        await panel(at.page).locator('[data-state="going"]').waitFor();
      },
    },
    {
      page: 'labels',
      state: 'refused',
      async reach({ page, context }) {
        await context.route(isLink, (route) => route.fulfill({ status: 404, json: { message: '', code: 'not_found' } }));
        await context.setOffline(false);
        await page.getByText(/^The label or the study is no longer there/).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
  ],
};

/** Somebody who has read none of them before. */
export const LABELS_UNREAD: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.scientist),
  steps: [
    {
      page: 'labels',
      state: 'loading',
      async reach(at) {
        await at.context.route(isLabelCall, () => undefined);
        await openList(at);
        await openPanel(at.page);
        await openMenu(at.page);
        await at.page.getByRole('status', { name: 'Labels' }).waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'labels',
      state: 'failing',
      async reach(at) {
        await at.context.route(isLabelCall, (route) => route.fulfill({ status: 403, json: { message: '', code: 'not_allowed' } }));
        await openList(at);
        await openPanel(at.page);
        await openMenu(at.page);
        await at.page.getByText('The labels could not be loaded').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
  ],
};

async function openList({ page, world }: At): Promise<void> {
  await page.goto(`${(await world.demo()).teamOrigin('north')}/studies-v2`);
  // All that the demo has is converted first.
  for (const name of ['Plover, Amber', 'Curlew, Silas', 'Avocet, Mira'])
    await row(page, name).getByText('converted').waitFor({ timeout: 60_000 });
}

async function openPanel(page: Page): Promise<void> {
  await row(page, 'Plover, Amber').click();
  await panel(page).locator('[data-drawn]').waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await panel(page)
    .getByRole('button', { name: /^Labels of / })
    .click();
}

/** More than a row has room for, with names as long as they may be and in other alphabets. */
async function addLabels(server: TestServer): Promise<void> {
  const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.annotator)}`, team: 'north' };
  const ask = async (path: string, asked: { method?: string; body?: object } = {}) =>
    (await server.request(path, { ...asked, headers })).json() as { data: { id: number; uuid: string; name: string }[] };
  const { data: known } = await ask('/api/label');
  const { data: studies } = await ask('/api/studies-v2?search=Avocet');
  const names = ['Biopsy proven, reviewed by the second reader of the week, agreed', '要確認', 'متابعة', 'urgent', 'phantom', 'contrast'];
  for (const name of names) {
    if (known.some((label) => label.name === name)) continue;
    const made = (await ask('/api/label', { method: 'POST', body: { name, color: '#B5577F' } })) as unknown as { data: { id: number } };
    await ask(`/api/label/study/${studies[0]?.uuid}/?id=${made.data.id}`, { method: 'POST' });
  }
}
