import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import type { TestServer } from '#tests/support/server.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { ActedAs } from '#contract/acting.ts';
import type { XrSessionPage, XrWorker } from '#contract/xr-sessions.ts';
import type { InstallationState, RecognitionStatistics } from '#contract/installation.ts';
import { openInTeam } from '#tests/shots/open-in-team.ts';
import type { Scenario } from '#tests/shots/step.ts';

const SEARCH = '/api/users/search';
const callOfUsers = (url: URL): boolean => url.pathname === SEARCH;

/** An installation on a bad day: what the page says then. */
function troubled(at: number): InstallationState {
  const worker = (name: string, state: 'working' | 'lost' | 'draining', team: string | null = null) => ({
    uuid: name,
    name,
    state,
    last_seen: at - (state === 'lost' ? 420_000 : 1_000),
    team,
  });
  return {
    at,
    teams: 12,
    people: 214,
    studies: { total: 48_213, per_day: Array.from({ length: 30 }, (_, day) => (day % 7 > 4 ? 12 : 130 + ((day * 37) % 60))) },
    jobs: {
      waiting: 91,
      running: 7,
      due_since: at - 1_260_000,
      open_per_hour: Array.from({ length: 24 }, (_, hour) => (hour > 20 ? 98 - (23 - hour) * 20 : (hour * 5) % 9)),
      ended: 1_949,
      failed: 7,
      failed_per_day: Array.from({ length: 14 }, (_, day) => (day * 3) % 8),
      failed_by_name: [{ name: 'convert-series', failed: 7 }],
    },
    ai: {
      waiting: 3,
      running: 2,
      failed: 0,
      unserved: 1,
      workers: [worker('cpu-01', 'working'), worker('cpu-03', 'lost', 'Radiology West'), worker('lab-gpu-7', 'draining', 'Research')],
    },
    storage: {
      kind: 'disk',
      total_bytes: 10e12,
      free_bytes: 15e9,
      parts: [
        { part: 'originals', bytes: 6.1e12 },
        { part: 'volumes', bytes: 2.2e12 },
        { part: 'datasets', bytes: 0.7e12 },
        { part: 'models', bytes: 0.02e12 },
      ],
    },
    mail: { is_configured: true, waiting: 2, unsent: 4 },
    backup: { made_at: at - 260_000_000, rows: 1_284_119, objects: 412_000, bytes: 4.1e12 },
    version: { program: '1.8.2', started_at: at - 1_380_000_000, servers: 2, are_alike: false },
  };
}

const listOfActings = (url: URL): boolean => url.pathname === '/api/user-switch';
const acted = (id: number, person: string, reason: string, ended_at: string | null): ActedAs => ({
  ...{ id, administrator: { id: 1, name: 'Ada Lindqvist' }, person: { id: id + 10, name: person }, reason, ended_at },
  ...{ started_at: `2026-11-2${id} 08:05:00`, until: `2026-11-2${id} 09:05:00` },
});
const ACTINGS: readonly ActedAs[] = [
  acted(
    4,
    'Noor Haddad',
    'Her list of studies stays empty since the move to the new team; she asked for help by telephone',
    '2026-11-24 08:21:00',
  ),
  acted(2, 'Jonas Weber', 'To see which of his templates is broken', null),
];

const listOfXr = (what: 'sessions' | 'workers') => (url: URL) => url.pathname === `/api/xr-${what}`;
const LOOKED = {
  study: { uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02', modality: 'MR', study_date: '20261120' },
  structure: 'Hippocampus',
};
const XR_SESSIONS: XrSessionPage = {
  data: [
    {
      ...{ ...LOOKED, uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c81', user: { id: 11, name: 'Noor Haddad' }, device: 'Firefox on Windows' },
      ...{ headset: true, started_at: '2026-11-24 08:05:00', ended_at: null },
    },
    {
      ...{ ...LOOKED, uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c82', user: { id: 12, name: 'Jonas Weber' }, device: 'Chrome on Linux' },
      ...{ headset: false, started_at: '2026-11-22 08:05:00', ended_at: '2026-11-22 08:41:00' },
    },
  ],
  ...{ total: 2, per_page: 50, current_page: 1 },
};
const XR_WORKERS: { data: XrWorker[] } = {
  data: [
    {
      ...{ user: { id: 11, name: 'Noor Haddad' }, device: 'Firefox on Windows', headset: true },
      ...{ state: 'drawing', sessions: 14, last_seen: '2026-11-24 08:05:00' },
    },
    {
      ...{ user: { id: 12, name: 'Jonas Weber' }, device: 'Chrome on Linux', headset: false },
      ...{ state: 'idle', sessions: 3, last_seen: '2026-11-22 08:41:00' },
    },
  ],
};

/** Of a server on which nothing has arrived. */
const NOTHING_RECOGNISED: RecognitionStatistics = {
  at: 0,
  total: { accepted: 0, by_hand: 0, none: 0 },
  by_modality: [],
  by_code: [],
  by_month: Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    accepted: 0,
    by_hand: 0,
    none: 0,
  })),
};

/** A year of a team of prostate readers. */
function recognised(at: number): RecognitionStatistics {
  const month = (ago: number) =>
    new Date(Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() - ago)).toISOString().slice(0, 7);
  return {
    at,
    total: { accepted: 4_180, by_hand: 322, none: 1_907 },
    by_modality: [
      { modality: 'MR', accepted: 4_180, by_hand: 310, none: 1_204 },
      { modality: 'CT', accepted: 0, by_hand: 12, none: 703 },
    ],
    by_code: [
      { code: 'T2W', accepted: 1_430, by_hand: 61, mean_score: 0.91 },
      { code: 'DWI', accepted: 1_390, by_hand: 118, mean_score: 0.84 },
      { code: 'ADC', accepted: 1_360, by_hand: 131, mean_score: 0.88 },
      { code: 'AR', accepted: 0, by_hand: 12, mean_score: null },
    ],
    by_month: Array.from({ length: 12 }, (_, index) => ({
      month: month(11 - index),
      accepted: 220 + index * 24,
      by_hand: 44 - index * 3,
      none: 130 + ((index * 13) % 50),
    })),
  };
}

/** People, teams and invitations of the whole server, as who runs it sees them. */
export const ADMINISTRATION: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'admin',
      state: 'failing',
      async reach({ page, context, world }) {
        await context.route(
          (url) => url.pathname === '/api/admin/state',
          (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }),
        );
        await page.goto(`${world.server.teamOrigin('north')}/admin`);
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'admin',
      state: 'start',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/admin`);
        await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).waitFor();
      },
    },
    {
      page: 'admin',
      state: 'troubled',
      async reach({ page, context, world }) {
        await context.route(
          (url) => url.pathname === '/api/admin/state',
          (route) => route.fulfill({ json: troubled(Date.now()) }),
        );
        await page.goto(`${world.server.teamOrigin('north')}/admin`);
        await page.getByText('Worker cpu-03').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'admin-recognition',
      state: 'empty',
      async reach({ page, context, world }) {
        await context.route(
          (url) => url.pathname === '/api/admin/recognition',
          (route) => route.fulfill({ json: NOTHING_RECOGNISED }),
        );
        await page.goto(`${world.server.teamOrigin('north')}/admin/masterarbeit`);
        await page.getByText('No series yet').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'admin-recognition',
      state: 'full',
      async reach({ page, context, world }) {
        await context.route(
          (url) => url.pathname === '/api/admin/recognition',
          (route) => route.fulfill({ json: recognised(Date.now()) }),
        );
        await page.goto(`${world.server.teamOrigin('north')}/admin/masterarbeit`);
        await page.getByRole('row', { name: 'T2W' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
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
    // Last: its list of people is that of the accounts, which are on this device then.
    {
      page: 'user-switch',
      state: 'empty',
      async reach({ page, context, world }) {
        await context.route(listOfActings, (route) => route.fulfill({ json: { data: [] } }));
        await page.goto(`${world.server.teamOrigin('north')}/user-switch`);
        await page.getByText('Nobody has acted as another person').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'user-switch',
      state: 'full',
      async reach({ page, context, world }) {
        await context.route(listOfActings, (route) => route.fulfill({ json: { data: ACTINGS } }));
        await page.goto(`${world.server.teamOrigin('north')}/user-switch`);
        await page.getByRole('button', { name: 'Act as another person' }).click();
        await page.getByText('Say why, in three letters or more').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    { page: 'xr-sessions', state: 'empty', reach: (at) => openInTeam(at, '/admin/xr-sessions', 'Nobody has opened a segmentation in XR') },
    {
      page: 'xr-sessions',
      state: 'full',
      async reach({ page, context, world }) {
        await context.route(listOfXr('sessions'), (route) => route.fulfill({ json: XR_SESSIONS }));
        await page.goto(`${world.server.teamOrigin('north')}/admin/xr-sessions`);
        await page.getByText('Firefox on Windows · headset').first().waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    { page: 'xr-workers', state: 'empty', reach: (at) => openInTeam(at, '/admin/xr-workers', 'No browser has drawn a scene') },
    {
      page: 'xr-workers',
      state: 'full',
      async reach({ page, context, world }) {
        await context.route(listOfXr('workers'), (route) => route.fulfill({ json: XR_WORKERS }));
        await page.goto(`${world.server.teamOrigin('north')}/admin/xr-workers`);
        await page.getByText('working', { exact: true }).first().waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
  ],
};

/** South, from north. */
async function setSuspended(server: TestServer, method: 'PUT' | 'DELETE'): Promise<void> {
  const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team: 'north' };
  const { id } = (await server.request('/api/teams/south', { headers })).json() as { id: number };
  await server.request(`/api/teams/${id}/suspension`, { method, headers });
}
