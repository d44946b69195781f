import { DEMO } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isList = (url: URL): boolean => url.pathname === '/api/structures/shared';
const open = ({ page, world }: At, path = '') => page.goto(`${world.server.teamOrigin('north')}/admin/structures-x${path}`);

/** Structures and body parts of all teams, as a platform administrator sees them. */
export const SHARED_STRUCTURES: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'structures-x',
      state: 'loading',
      async reach(at) {
        await at.context.route(isList, () => undefined);
        await open(at);
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'structures-x',
      state: 'failing',
      async reach(at) {
        await at.context.route(isList, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at);
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'structures-x',
      state: 'full',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: 'Adrenal gland, left' }).waitFor();
      },
    },
    {
      page: 'structures-x',
      state: 'hide',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Actions for Abscess' }).click();
        await page.getByRole('menuitem', { name: 'Hide from teams' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).waitFor();
      },
      leave: ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click(),
    },
    {
      page: 'structures-x',
      state: 'nothing-found',
      async reach(at) {
        await open(at, '?state=hidden');
        await at.page.getByText('No structure matches').waitFor();
      },
    },
    {
      page: 'structures-x',
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
      page: 'structures-x',
      state: 'form',
      async reach(at) {
        await open(at, '/create');
        await at.page.getByRole('textbox', { name: 'Title' }).waitFor();
      },
    },
    {
      page: 'structures-x',
      state: 'edit',
      async reach(at) {
        await open(at, '?search=duodenum');
        await at.page.getByRole('link', { name: 'Duodenum' }).click();
        await at.page.getByRole('button', { name: 'Save structure' }).waitFor();
      },
    },
    {
      page: 'structures-x',
      state: 'body-parts',
      async reach(at) {
        await open(at, '/body-parts');
        await at.page.getByRole('button', { name: 'Actions for Prostate' }).waitFor();
      },
    },
    {
      page: 'structures-x',
      state: 'new-body-part',
      async reach({ page }) {
        await page.getByRole('button', { name: 'New body part' }).click();
        await page.getByRole('button', { name: 'Create body part' }).click();
        await page.getByText('This field is required').waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'structures-x',
      state: 'no-body-part',
      async reach({ page }) {
        await page.getByRole('searchbox').fill('Zebra');
        await page.getByText('No body part matches').waitFor();
      },
    },
  ],
};
