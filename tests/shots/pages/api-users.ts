import { dateToWire } from '#contract/dates.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isList = (url: URL): boolean => url.pathname === '/api/api-users';
const open = ({ page, world }: At) => page.goto(`${world.server.teamOrigin('north')}/admin/api/users`);
const closePanel = async ({ page }: At): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};

const DAY_MS = 86_400_000;
const inDays = (days: number): string => dateToWire(new Date(Date.now() + days * DAY_MS));

/** API users of a made-up installation in each of their states. */
function made(): object {
  const key = (more: object = {}) => ({ created_at: inDays(-30), ends_at: null, last_used_at: null, last_used_from: null, ...more });
  const used = key({ last_used_at: inDays(-0.01), last_used_from: '10.20.9.17' });
  const one = (id: number, name: string, permissions: string[], more: object = {}) => ({
    ...{ id, name, permissions, effective: permissions, team: { id: 1, title: 'Radiology West', slug: 'north' }, addresses: [] },
    ...{ expires_at: inDays(200), created_by: 'Ines Okafor', created_at: inDays(-30), vouched_by: 'Ines Okafor', revoked_at: null },
    ...{ keys: [used], own_team: true, ...more },
  });
  const data = [
    one(1, 'export-nightly', ['r:datasets', 'r:studies'], { addresses: ['10.20.9.17'] }),
    one(2, 'pacs-bridge', ['r:upload-v2', 'r:studies'], { keys: [key()], addresses: ['10.20.4.0/24', '10.20.5.18'] }),
    one(3, 'research-python', ['r:datasets', 'r:studies', 'r:ai-infers'], { expires_at: inDays(9), addresses: ['10.20.12.0/24'] }),
    one(4, 'ris-sync', ['r:studies'], {
      addresses: ['10.20.4.31'],
      keys: [key({ created_at: inDays(-1) }), key({ ends_at: inDays(1), last_used_at: inDays(-0.1), last_used_from: '10.20.4.31' })],
    }),
    one(5, 'stroke-app', ['r:ai-infers'], {
      ...{ expires_at: inDays(-20), own_team: false, team: { id: 2, title: 'St. Sample University Hospital', slug: 'south' } },
    }),
    one(6, 'teaching-site', ['r:studies'], { effective: [], vouched_by: 'Paul Weber' }),
    one(7, 'old-script', ['r:studies', 'r:datasets'], { revoked_at: inDays(-3), keys: [] }),
  ];
  return { data, all: true };
}

/** The page of API users, as who runs the server sees it. */
export const API_USERS: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'api-users',
      state: 'loading',
      async reach(at) {
        await at.context.route(isList, () => undefined);
        await open(at);
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'api-users',
      state: 'failing',
      async reach(at) {
        await at.context.route(isList, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at);
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'api-users',
      state: 'empty',
      async reach(at) {
        await open(at);
        await at.page.getByText('No API users yet').waitFor();
      },
    },
    {
      page: 'api-users',
      state: 'full',
      async reach(at) {
        await at.context.route(isList, (route) =>
          route.request().method() === 'GET' ? route.fulfill({ json: made() }) : route.continue(),
        );
        await open(at);
        await at.page.getByRole('button', { name: 'pacs-bridge' }).waitFor();
      },
    },
    {
      page: 'api-users',
      state: 'one',
      async reach({ page }) {
        await page.getByRole('button', { name: 'ris-sync' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
      },
      leave: closePanel,
    },
    {
      page: 'api-users',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      leave: async ({ context }) => {
        await context.setOffline(false);
        await context.unrouteAll();
      },
    },
    {
      page: 'api-users',
      state: 'new-wrong',
      async reach(at) {
        await open(at);
        await at.page.getByRole('button', { name: 'New API user' }).first().click();
        await at.page.getByRole('button', { name: 'Create and show the key' }).click();
        await at.page.getByText('Choose at least one permission').waitFor();
      },
      leave: closePanel,
    },
    {
      page: 'api-users',
      state: 'key',
      async reach({ page }) {
        await page.getByRole('button', { name: 'New API user' }).first().click();
        const panel = page.getByRole('dialog');
        await panel.getByRole('textbox', { name: 'Name' }).fill(`bridge ${crypto.randomUUID().slice(0, 8)}`);
        await panel.getByRole('checkbox', { name: 'r:studies', exact: true }).check();
        await panel.getByRole('button', { name: 'Create and show the key' }).click();
        await page.getByText('This key is shown once').waitFor();
      },
      async leave(at) {
        await at.page.getByRole('button', { name: 'I have stored it' }).click();
        await closePanel(at);
      },
    },
  ],
};
