import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { World } from '#tests/shots/world.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const sessions = (url: URL): boolean => url.pathname === '/api/log/sessions';
const verify = (url: URL): boolean => url.pathname === '/api/audit/verify';
const HASH = '5f0e1c9a'.repeat(8);

/** Both logs, as an administrator reads them. */
export const LOGS: Scenario = {
  who: DEMO.admin,
  prepare: ({ world }) => workOfOthers(world),
  steps: [
    {
      page: 'log-sessions',
      state: 'loading',
      async reach(at) {
        await at.context.route(sessions, () => undefined);
        await open(at, '/admin/log');
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'log-sessions',
      state: 'failing',
      async reach(at) {
        await at.context.route(sessions, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at, '/admin/log');
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'log-sessions',
      state: 'full',
      async reach(at) {
        await open(at, '/admin/log');
        await at.page.getByRole('link', { name: 'Noor Haddad' }).first().waitFor();
      },
    },
    {
      page: 'log-sessions',
      state: 'filters',
      sizes: ['phone', 'zoomed'],
      async reach({ page }) {
        await page.getByRole('button', { name: 'Filters' }).click();
        await page.getByRole('textbox', { name: 'From' }).fill('20.11.2026');
        await page.getByRole('textbox', { name: 'From' }).press('Enter');
        await page.getByText('Use MM/DD/YYYY or MM/DD/YYYY HH:mm').waitFor();
      },
    },
    {
      page: 'log-sessions',
      state: 'nothing-found',
      async reach(at) {
        await open(at, '/admin/log?from=01/01/2999');
        await at.page.getByText('Nothing matches').waitFor();
      },
    },
    {
      page: 'log-steps',
      state: 'full',
      async reach(at) {
        await open(at, '/admin/log/table');
        await at.page.getByRole('link', { name: 'Noor Haddad' }).first().waitFor();
      },
    },
    {
      page: 'log-session',
      state: 'full',
      async reach({ page }) {
        await page.getByRole('link', { name: 'Noor Haddad' }).first().click();
        await page.getByRole('heading', { name: 'Noor Haddad' }).waitFor();
        await page.locator('[data-step]').first().waitFor();
      },
    },
    {
      page: 'log-session',
      state: 'unknown',
      async reach(at) {
        await open(at, '/admin/log/detail/999999');
        await at.page.getByText('This session is not in the log').waitFor();
      },
    },
    {
      page: 'audit-trail',
      state: 'full',
      async reach(at) {
        await open(at, '/admin/audit');
        await at.page.locator('[data-record]').first().waitFor();
      },
    },
    {
      page: 'audit-trail',
      state: 'refused',
      async reach(at) {
        await open(at, '/admin/audit?result=refused');
        await at.page.locator('[data-record] [data-result="refused"]').first().waitFor();
      },
    },
    {
      page: 'audit-trail',
      state: 'all-teams',
      async reach(at) {
        await open(at, '/admin/audit?all=1&kind=sign-in');
        await at.page.locator('[data-list][data-all] [data-record]').first().waitFor();
      },
    },
    {
      page: 'audit-trail',
      state: 'verifying',
      async reach({ page, context }) {
        await page.getByRole('button', { name: 'Verify' }).click();
        await page.getByRole('button', { name: 'Result of an earlier check' }).click();
        await context.route(verify, (route) =>
          new URL(route.request().url()).searchParams.get('after') === '0'
            ? route.fulfill({ json: { seq: 100_012, hash: HASH, records: 20_000, checked_to: 20_000, broken: null, kept: null } })
            : undefined,
        );
        await page.getByRole('button', { name: 'Verify now' }).click();
        await page.getByText(/records checked$/).waitFor();
      },
      async leave({ page, context }) {
        await page.getByRole('button', { name: 'Stop' }).click();
        await context.unrouteAll();
      },
    },
    {
      page: 'audit-trail',
      state: 'whole',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Result of an earlier check' }).click();
        await page.getByRole('button', { name: 'Verify now' }).click();
        await page.getByText('The audit trail is intact').waitFor();
      },
    },
    {
      page: 'audit-trail',
      state: 'broken',
      async reach({ page, context }) {
        const found = { seq: 100_012, hash: HASH, records: 41, checked_to: 41, broken: { seq: 42, why: 'changed' }, kept: null };
        await context.route(verify, (route) => route.fulfill({ json: found }));
        await page.getByRole('button', { name: 'Verify again' }).click();
        await page.getByText('Record 42 is not valid').waitFor();
      },
      async leave({ page, context }) {
        await context.unrouteAll();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      },
    },
    {
      page: 'audit-trail',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
  ],
};

async function open({ page, world }: At, path: string): Promise<void> {
  await page.goto(`${world.server.teamOrigin('north')}${path}`);
}

/** Steps of two people, and what each of them may not. */
async function workOfOthers({ server }: World): Promise<void> {
  for (const [person, paths] of [
    [DEMO.annotator, ['/dashboard', '/upload-v2', '/uploads', '/studies-v2']],
    [DEMO.reviewer, ['/dashboard', '/studies-v2']],
  ] as const) {
    const headers = { authorization: `Bearer ${await bearerOf(server, person)}`, team: 'north' };
    const log = (type: string, path: string, data: object) => {
      const query = new URLSearchParams({ app: 'admin', type, path, data: JSON.stringify(data) });
      return server.request(`/api/log?${query}`, { method: 'POST', headers });
    };
    for (const [index, path] of paths.entries()) await log('route', path, { ago_ms: (paths.length - index) * 95_000 });
    await log('click', '/studies-v2', { name: 'open_annotator' });
    await server.request('/api/team/users', { headers });
    await server.request('/api/studies-v2/1', { headers });
  }
}
