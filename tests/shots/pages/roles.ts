import { DEMO } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const callOf =
  (path: string) =>
  (url: URL): boolean =>
    url.pathname === `/api/${path}`;
const open = ({ page, world }: At, path: string) => page.goto(`${world.server.teamOrigin('north')}/admin/${path}`);
const closePanel = async ({ page }: At): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};

/** Roles and permissions, as who runs the server sees them. */
export const ROLES: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'roles',
      state: 'loading',
      async reach(at) {
        await at.context.route(callOf('roles'), () => undefined);
        await open(at, 'roles');
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'roles',
      state: 'failing',
      async reach(at) {
        await at.context.route(callOf('roles'), (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at, 'roles');
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'roles',
      state: 'full',
      async reach(at) {
        await open(at, 'roles');
        await at.page.getByRole('button', { name: 'Platform administrator' }).waitFor();
      },
    },
    {
      page: 'roles',
      state: 'one',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Annotator' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
      },
      leave: closePanel,
    },
    {
      page: 'roles',
      state: 'new-wrong',
      async reach({ page }) {
        await page.getByRole('button', { name: 'New role' }).click();
        await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Reviewer');
        await page.getByRole('button', { name: 'Create role' }).click();
        await page.getByText('Another role has this name.').waitFor();
      },
      leave: closePanel,
    },
    {
      page: 'roles',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'permissions',
      state: 'loading',
      async reach(at) {
        await at.context.route(callOf('permissions'), () => undefined);
        await open(at, 'permissions');
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'permissions',
      state: 'failing',
      async reach(at) {
        await at.context.route(callOf('permissions'), (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at, 'permissions');
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'permissions',
      state: 'full',
      async reach(at) {
        await open(at, 'permissions');
        await at.page.getByRole('checkbox', { name: 'Member: Dashboard' }).waitFor();
      },
    },
    {
      page: 'permissions',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
  ],
};
