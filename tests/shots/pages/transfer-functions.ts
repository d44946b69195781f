import { DEMO } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isList = (url: URL): boolean => url.pathname === '/api/transfer-functions';
const open = ({ page, world }: At, path = '') => page.goto(`${world.server.teamOrigin('north')}/transfer-functions${path}`);

/** Curves of colour and opacity: the list, a shipped one, and the editor. */
export const TRANSFER_FUNCTIONS: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'transfer-functions',
      state: 'loading',
      async reach(at) {
        await at.context.route(isList, () => undefined);
        await open(at);
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'transfer-functions',
      state: 'failing',
      async reach(at) {
        await at.context.route(isList, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at);
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'transfer-functions',
      state: 'full',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: 'CT bone' }).waitFor();
      },
    },
    {
      page: 'transfer-functions',
      state: 'nothing-found',
      async reach({ page }) {
        await page.getByRole('searchbox').first().fill('Zebra');
        await page.getByText('No transfer function matches').waitFor();
      },
    },
    {
      page: 'transfer-functions',
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
      page: 'transfer-functions',
      state: 'shipped-one',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: 'CT bone' }).click();
        await at.page.getByText('Came with the product').waitFor();
      },
    },
    {
      page: 'transfer-functions',
      state: 'not-found',
      async reach(at) {
        await open(at, '/999999');
        await at.page.getByText('Transfer function not found').waitFor();
      },
    },
    {
      page: 'transfer-functions',
      state: 'editor',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: 'CT bone' }).click();
        await at.page.getByRole('link', { name: 'Copy' }).click();
        await at.page.getByRole('button', { name: /^Point 2, / }).waitFor();
      },
    },
    {
      page: 'transfer-functions',
      state: 'series',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Show values of a series' }).click();
        await page.getByRole('combobox', { name: 'Studies' }).waitFor();
      },
    },
    {
      page: 'transfer-functions',
      state: 'editor-wrong',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Value, point 2' }).fill('-500');
        await page.getByRole('button', { name: 'Create transfer function' }).click();
        await page.getByText('Values must increase from row to row').waitFor();
      },
    },
    {
      page: 'transfer-functions',
      state: 'own-one',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Value, point 2' }).fill('200');
        await page.getByRole('button', { name: 'Create transfer function' }).click();
        await page.getByRole('link', { name: 'Copy of CT bone' }).click();
        await page.getByRole('button', { name: 'Save transfer function' }).waitFor();
      },
    },
    {
      page: 'transfer-functions',
      state: 'delete',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Delete transfer function' }).click();
        await page.getByRole('button', { name: 'Keep transfer function' }).waitFor();
      },
      leave: ({ page }) => page.getByRole('button', { name: 'Keep transfer function' }).click(),
    },
  ],
};
