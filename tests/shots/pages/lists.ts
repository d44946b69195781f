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
    await page.getByRole('button', { name: 'Studies of one upload' }).waitFor();
  },
};

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
    ...(list === STUDIES ? [FAILED, NOTHING_FOUND, OF_ONE_UPLOAD] : []),
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
