import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import type { TestServer } from '#tests/support/server.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { Scenario } from '#tests/shots/step.ts';

const SEARCH = '/api/users/search';
const callOfUsers = (url: URL): boolean => url.pathname === SEARCH;

/** People, teams and invitations of the whole server, as who runs it sees them. */
export const ADMINISTRATION: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'admin',
      state: 'start',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/admin`);
        await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).waitFor();
      },
    },
    {
      page: 'admin-users',
      state: 'failing',
      async reach({ page, context, world }) {
        await context.route(callOfUsers, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await page.goto(`${world.server.teamOrigin('north')}/admin/users`);
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'admin-users',
      state: 'loading',
      async reach({ page, context, world }) {
        await context.route(callOfUsers, () => undefined);
        await page.goto(`${world.server.teamOrigin('north')}/admin/users`);
        await page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'admin-users',
      state: 'full',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/admin/users`);
        await page.getByRole('row').filter({ hasText: 'Noor Haddad' }).waitFor();
      },
    },
    {
      page: 'admin-users',
      state: 'acts',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Actions for Noor Haddad' }).click();
        await page.getByRole('menuitem', { name: 'Block' }).waitFor();
      },
    },
    {
      page: 'admin-users',
      state: 'blocking',
      async reach({ page }) {
        await page.getByRole('menuitem', { name: 'Block' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).waitFor();
      },
      async leave({ page }) {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      },
    },
    {
      page: 'admin-users',
      state: 'none',
      async reach({ page }) {
        await page.getByRole('searchbox', { name: 'Search name or e-mail' }).fill('nobody of this name');
        await page.getByText('No users found').waitFor();
      },
    },
    {
      page: 'admin-users',
      state: 'offline',
      async reach({ page, context, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/admin/users`);
        await page.getByRole('row').filter({ hasText: 'Noor Haddad' }).waitFor();
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'admin-teams',
      state: 'full',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/admin/teams`);
        await page.getByRole('row').filter({ hasText: 'South' }).waitFor();
      },
    },
    {
      page: 'admin-teams',
      state: 'new',
      async reach({ page }) {
        await page.getByRole('button', { name: 'New team for someone else' }).click();
        await page.getByRole('textbox', { name: 'Title' }).fill('Radiology West');
        await page.getByRole('textbox', { name: 'Administrator e-mail' }).fill('nobody');
        await page.getByRole('button', { name: 'Create and invite' }).click();
        await page.getByText('Enter a valid e-mail address').waitFor();
      },
    },
    {
      page: 'admin-teams',
      state: 'handed',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Administrator e-mail' }).fill('head@west.test');
        await page.getByRole('button', { name: 'Create and invite' }).click();
        await page.getByRole('textbox', { name: 'Link for head@west.test' }).waitFor();
        await page.getByRole('row').filter({ hasText: 'Radiology West' }).waitFor();
      },
    },
    {
      page: 'admin-teams',
      state: 'suspended',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Actions for Radiology West' }).click();
        await page.getByRole('menuitem', { name: 'Suspend' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Suspend Radiology West' }).click();
        await page.getByRole('row').filter({ hasText: 'Radiology West' }).getByText('suspended', { exact: true }).waitFor();
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      },
      // Whoever walks here again finds it as it was.
      async leave({ page }) {
        await page.getByRole('button', { name: 'Actions for Radiology West' }).click();
        await page.getByRole('menuitem', { name: 'Reopen' }).click();
        await page.getByRole('row').filter({ hasText: 'Radiology West' }).getByText('open', { exact: true }).waitFor();
      },
    },
    {
      page: 'admin-invitations',
      state: 'full',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/admin/invitations`);
        await page.getByRole('row').filter({ hasText: 'head@west.test' }).waitFor();
      },
    },
    {
      page: 'admin',
      state: 'suspended-team',
      async reach({ page, world }) {
        await setSuspended(world.server, 'PUT');
        await page.goto(`${world.server.teamOrigin('south')}/dashboard`);
        await page.getByText('This team is suspended').waitFor();
      },
      leave: ({ world }) => setSuspended(world.server, 'DELETE'),
    },
  ],
};

/** South, from north. */
async function setSuspended(server: TestServer, method: 'PUT' | 'DELETE'): Promise<void> {
  const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team: 'north' };
  const { id } = (await server.request('/api/teams/south', { headers })).json() as { id: number };
  await server.request(`/api/teams/${id}/suspension`, { method, headers });
}
