import type { Page } from 'playwright';
import type { TestServer } from '#tests/support/server.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { Scenario, Step } from '#tests/shots/step.ts';

interface List {
  page: string;
  path: string;
  call: string;
  heading: string;
  empty: string;
}

const STUDIES: List = { page: 'studies', path: '/studies-v2', call: '/api/studies-v2', heading: 'Studies', empty: 'No studies yet' };
const UPLOADS: List = { page: 'history', path: '/uploads', call: '/api/uploads', heading: 'Upload history', empty: 'No uploads yet' };

const NOTHING_FOUND: Step = {
  page: 'studies',
  state: 'nothing-found',
  async reach({ page }) {
    await page.getByRole('searchbox').first().fill('Zebra');
    await page.getByText('No study matches').waitFor();
  },
};

const FAILED: Step = {
  page: 'study',
  state: 'failed',
  async reach({ page }) {
    await page.getByRole('row').filter({ hasText: 'failed' }).first().click();
    await page
      .getByRole('dialog')
      .getByText(/is read by no converter/)
      .first()
      .waitFor();
    await page.getByRole('dialog').locator('[data-drawn]').waitFor();
  },
  leave: ({ page }) => page.keyboard.press('Escape'),
};

const OF_ONE_UPLOAD: Step = {
  page: 'studies',
  state: 'of-one-upload',
  async reach({ page, world }) {
    await page.goto(`${world.server.teamOrigin('north')}/uploads`);
    await page.locator('[data-upload] a').first().click();
    await page.getByRole('button', { name: 'Remove the filter Studies of one upload' }).waitFor();
  },
};

/** What a person does with the list: filters, saved views, columns, a selection. */
const WORKED_ON: Step[] = [
  {
    page: 'studies',
    state: 'filtered',
    async reach({ page, world }) {
      await open(page, world.server, STUDIES);
      await chooseFilter(page, 'Modality', 'MR');
      await chooseFilter(page, 'Status', 'Converted');
      await page.getByRole('button', { name: 'Clear filters' }).waitFor();
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('button', { name: 'Study date from' }).waitFor();
    },
    leave: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    page: 'studies',
    state: 'views',
    async reach({ page }) {
      await page.getByRole('button', { name: /^View:/ }).click();
      await page.getByRole('menuitem', { name: 'Save view as…' }).waitFor();
    },
    leave: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    page: 'studies',
    state: 'save-view',
    async reach({ page }) {
      await page.getByRole('button', { name: /^View:/ }).click();
      await page.getByRole('menuitem', { name: 'Save view as…' }).click();
      await page.getByRole('checkbox', { name: 'For the whole team' }).waitFor();
    },
    leave: ({ page }) => page.getByRole('button', { name: 'Cancel' }).click(),
  },
  {
    page: 'studies',
    state: 'columns',
    sizes: ['wide', 'laptop', 'hospital', 'tablet'],
    async reach({ page }) {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByText('Only for you, on this device').waitFor();
    },
    leave: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    page: 'studies',
    state: 'selected',
    async reach({ page }) {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .nth(1)
        .click();
      await page
        .getByRole('checkbox', { name: /^Select / })
        .nth(4)
        .click({ modifiers: ['Shift'] });
      await page
        .getByText(/^4 of \d+ selected$/)
        .first()
        .waitFor();
    },
  },
  {
    page: 'studies',
    state: 'into-folder',
    async reach({ page }) {
      await page.getByRole('button', { name: 'Folder', exact: true }).click();
      await page.getByRole('combobox', { name: 'Find or create a folder' }).fill('Reading round');
      await page.getByRole('option', { name: 'Create “Reading round”' }).waitFor();
    },
    async leave({ page }) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Clear the selection' }).click();
      await page.getByRole('button', { name: 'Clear filters' }).click();
    },
  },
];

async function chooseFilter(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: field, exact: true }).click();
  await page.getByRole('option', { name: value, exact: true }).click();
  await page.getByRole('button', { name: `Remove the filter ${field} ${value}` }).waitFor();
}

/** Both lists in all that a list can be in. */
export const LISTS: Scenario[] = [STUDIES, UPLOADS].map((list) => ({
  who: DEMO.admin,
  steps: [
    {
      page: list.page,
      state: 'empty',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('south')}${list.path}`);
        await page.getByText(list.empty).waitFor();
      },
    },
    {
      page: list.page,
      state: 'loading',
      async reach({ page, context, world }) {
        await context.route(callOf(list), () => undefined);
        await open(page, world.server, list);
        await page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: list.page,
      state: 'failing',
      async reach({ page, context, world }) {
        await context.route(callOf(list), (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(page, world.server, list);
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: list.page,
      state: 'full',
      async reach({ page, world }) {
        await world.fillLists();
        await open(page, world.server, list);
        await page.getByText('Noor Haddad').or(page.getByText('Avocet, Mira')).first().waitFor();
      },
    },
    ...(list === STUDIES ? [FAILED, ...WORKED_ON, NOTHING_FOUND, OF_ONE_UPLOAD] : []),
    {
      page: list.page,
      state: 'offline',
      async reach({ page, context, world }) {
        await open(page, world.server, list);
        await page.locator('[data-list][aria-busy="false"]').waitFor();
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
  ],
}));

async function open(page: Page, server: TestServer, { path, heading }: List): Promise<void> {
  await page.goto(`${server.teamOrigin('north')}${path}`);
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

const callOf =
  ({ call }: List) =>
  (url: URL): boolean =>
    url.pathname === call;
