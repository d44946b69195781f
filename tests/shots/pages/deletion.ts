import type { Page } from 'playwright';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isDeleted = (url: URL): boolean => url.pathname === '/api/studies-v2/deleted';
const isHistory = (url: URL): boolean => url.pathname.startsWith('/api/') && url.pathname.endsWith('/history');
const open = async ({ page, world }: At, path = '') => page.goto(`${(await world.demo()).teamOrigin('north')}/studies-v2${path}`);
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete study?' });
const NO_STUDY = '00000000-0000-4000-8000-000000000000';
const fails = (at: At, of: (url: URL) => boolean) =>
  at.context.route(of, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'Plover, Amber' }).first().press('Enter');
  await page.getByRole('button', { name: 'Study actions' }).click();
}

/** Deleting a study of the demo team and restoring it, and the history of a study. */
export const DELETION: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.admin),
  steps: [
    {
      page: 'deleted-studies',
      state: 'loading',
      async reach(at) {
        await at.context.route(isDeleted, () => undefined);
        await open(at, '/deleted');
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'deleted-studies',
      state: 'failing',
      async reach(at) {
        await fails(at, isDeleted);
        await open(at, '/deleted');
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'deleted-studies',
      state: 'empty',
      async reach(at) {
        await open(at, '/deleted');
        await at.page.getByText('No deleted studies').waitFor();
      },
    },
    {
      page: 'study-history',
      state: 'full',
      async reach(at) {
        await open(at);
        await openMenu(at.page);
        await at.page.getByRole('menuitem', { name: 'History' }).click();
        await at.page.getByText(/^Started uploading/).waitFor();
      },
    },
    {
      page: 'study-history',
      state: 'nothing-found',
      async reach({ page }) {
        await page.getByRole('searchbox').fill('Zebra');
        await page.getByText('No entry matches').waitFor();
      },
    },
    {
      page: 'study-history',
      state: 'failing',
      async reach(at) {
        await fails(at, isHistory);
        await open(at, `/${NO_STUDY}/history`);
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'study-history',
      state: 'gone',
      async reach(at) {
        await open(at, `/${NO_STUDY}/history`);
        await at.page.getByText('Study not found').waitFor();
      },
    },
    {
      page: 'study',
      state: 'menu',
      async reach(at) {
        await open(at);
        await openMenu(at.page);
        await at.page.getByRole('menuitem', { name: 'Delete study' }).waitFor();
      },
    },
    {
      page: 'study',
      state: 'delete',
      async reach({ page }) {
        await page.getByRole('menuitem', { name: 'Delete study' }).click();
        await dialog(page).getByRole('button', { name: 'Keep study' }).waitFor();
      },
    },
    {
      page: 'deleted-studies',
      state: 'full',
      async reach(at) {
        await dialog(at.page).getByRole('button', { name: 'Delete study' }).click();
        await dialog(at.page).waitFor({ state: 'detached' });
        await open(at, '/deleted');
        await at.page.getByRole('button', { name: 'Restore Plover, Amber' }).waitFor();
      },
    },
    {
      page: 'deleted-studies',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      async leave({ page, context }) {
        await context.setOffline(false);
        await page.getByRole('button', { name: 'Restore Plover, Amber' }).click();
        await page.getByText('No deleted studies').waitFor();
      },
    },
  ],
};
