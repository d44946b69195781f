import { DEMO } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isStructures = (url: URL): boolean => url.pathname === '/api/structures';
const open = ({ page, world }: At, path = '') => page.goto(`${world.server.teamOrigin('north')}/structures${path}`);

/** What is segmented: the list, one of them, and the form. */
export const STRUCTURES: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'structures',
      state: 'loading',
      async reach(at) {
        await at.context.route(isStructures, () => undefined);
        await open(at);
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'structures',
      state: 'failing',
      async reach(at) {
        await at.context.route(isStructures, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at);
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'structures',
      state: 'full',
      async reach(at) {
        await open(at, '/list');
        await at.page.getByRole('link', { name: 'Adrenal gland, left' }).waitFor();
      },
    },
    {
      page: 'structures',
      state: 'body-parts',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Body part' }).click();
        await page.getByRole('menuitem', { name: 'Prostate' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'structures',
      state: 'nothing-found',
      async reach(at) {
        await open(at, '?category=prostate');
        await at.page.getByRole('link', { name: 'Prostatic urethra' }).waitFor();
        await at.page.getByRole('searchbox').first().fill('Zebra');
        await at.page.getByText('No structure matches').waitFor();
      },
    },
    {
      page: 'structures',
      state: 'offline',
      async reach(at) {
        await open(at);
        await at.page.locator('[data-list][aria-busy="false"]').waitFor();
        await at.context.setOffline(true);
        await at.page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'structures',
      state: 'shipped-one',
      async reach(at) {
        await open(at, '?search=kidney');
        await at.page.getByRole('link', { name: 'Kidney, left' }).click();
        await at.page.getByText('Every team has this structure').waitFor();
      },
    },
    {
      page: 'structures',
      state: 'not-found',
      async reach(at) {
        await open(at, '/detail/999999');
        await at.page.getByText('Structure not found').waitFor();
      },
    },
    {
      page: 'structures',
      state: 'form',
      async reach(at) {
        await open(at, '/create');
        await at.page.getByRole('textbox', { name: 'Title' }).waitFor();
      },
    },
    {
      page: 'structures',
      state: 'form-wrong',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Type, code' }).fill('64033008');
        await page.getByRole('button', { name: 'Create structure' }).click();
        await page.getByText('This is not a SNOMED CT code').waitFor();
      },
    },
    {
      page: 'structures',
      state: 'own-one',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Title' }).fill('Index lesion');
        await page.getByRole('combobox', { name: 'Body part' }).selectOption('Prostate');
        await page.getByRole('textbox', { name: 'Type, meaning' }).fill('Lesion');
        await page.getByRole('textbox', { name: 'Type, code' }).fill('52988006');
        await page.getByRole('button', { name: 'Create structure' }).click();
        await page.getByRole('heading', { name: 'Index lesion' }).waitFor();
      },
    },
    {
      page: 'structures',
      state: 'edit',
      async reach({ page }) {
        await page.getByRole('link', { name: 'Edit' }).click();
        await page.getByRole('button', { name: 'Save structure' }).waitFor();
      },
    },
    {
      page: 'structures',
      state: 'delete',
      async reach({ page }) {
        await page.getByRole('link', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Delete structure' }).click();
        await page.getByRole('button', { name: 'Keep structure' }).waitFor();
      },
      leave: ({ page }) => page.getByRole('button', { name: 'Keep structure' }).click(),
    },
  ],
};
