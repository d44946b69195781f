import type { Page } from 'playwright';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isList = (url: URL): boolean => url.pathname === '/api/patients';
const isOne = (url: URL): boolean => url.pathname.startsWith('/api/patients/');
const open = async ({ page, world }: At, path = '') => page.goto(`${(await world.demo()).teamOrigin('north')}/patients${path}`);
const dialog = (page: Page) => page.getByRole('dialog');

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for this patient' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await dialog(page).getByText('To undo this').waitFor();
}

/** Patients of the demo team: the list, one patient, merging and splitting. */
export const PATIENTS: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.annotator),
  steps: [
    {
      page: 'patients',
      state: 'loading',
      async reach(at) {
        await at.context.route(isList, () => undefined);
        await open(at);
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'patients',
      state: 'failing',
      async reach(at) {
        await at.context.route(isList, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at);
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'patients',
      state: 'nothing-found',
      async reach(at) {
        await open(at, '?search=nobody');
        await at.page.getByText('No patient matches').waitFor();
      },
    },
    {
      page: 'patients',
      state: 'full',
      async reach(at) {
        await open(at);
        await at.page.getByText('DEMO-2').waitFor();
      },
    },
    {
      page: 'patient',
      state: 'loading',
      async reach({ page, context }) {
        await context.route(isOne, () => undefined);
        await page.getByRole('link', { name: 'Plover, Amber' }).click();
        await page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'patient',
      state: 'one-study',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: 'Plover, Amber' }).click();
        await at.page.getByText('DEMO-1').waitFor();
        await at.page.getByText('1, newest first').waitFor();
      },
    },
    {
      page: 'patient',
      state: 'merge',
      async reach({ page }) {
        await choose(page, 'Merge with another patient…');
        await dialog(page)
          .getByRole('radio', { name: /^Curlew, Silas/ })
          .check();
      },
    },
    {
      page: 'patient',
      state: 'full',
      async reach({ page }) {
        await dialog(page).getByRole('button', { name: 'Merge' }).click();
        await page.getByText('2, newest first').waitFor();
        await dialog(page).waitFor({ state: 'detached' });
      },
    },
    {
      page: 'patient',
      state: 'split',
      async reach({ page }) {
        await choose(page, 'Split studies off…');
        await dialog(page).getByRole('checkbox').first().check();
      },
      leave: ({ page }) => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
    },
    {
      page: 'patient',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'patient',
      state: 'gone',
      async reach(at) {
        await open(at, '/00000000-0000-4000-8000-000000000000');
        await at.page.getByText('Patient not found').waitFor();
      },
    },
  ],
};
