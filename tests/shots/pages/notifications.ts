import { writeNotifications } from '#tests/e2e/support/server-state.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const WITH_SIDEBAR = ['wide', 'tablet'] as const;
const CALL = '**/api/notification?*';

/** What the bell and the star of the frame open. */
export const NOTIFICATIONS: Scenario = {
  who: DEMO.reviewer,
  steps: [
    {
      page: 'notifications',
      state: 'loading',
      sizes: WITH_SIDEBAR,
      async reach(at) {
        await at.context.route(CALL, () => undefined);
        await openBell(at);
        await at.page.getByText('Loading...').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'notifications',
      state: 'failing',
      sizes: WITH_SIDEBAR,
      async reach(at) {
        await at.context.route(CALL, (route) => route.fulfill({ status: 403, json: { message: '', code: 'not_a_member' } }));
        await openBell(at);
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'notifications',
      state: 'empty',
      sizes: WITH_SIDEBAR,
      async reach(at) {
        await openBell(at);
        await at.page.getByText('No notifications').waitFor();
      },
    },
    {
      page: 'notifications',
      state: 'full',
      sizes: WITH_SIDEBAR,
      async reach(at) {
        writeNotifications(at.world.server, DEMO.reviewer.email, 'north', 14);
        await openBell(at);
        await at.page.getByRole('button', { name: 'Load more' }).waitFor();
      },
    },
    {
      page: 'notifications',
      state: 'offline',
      sizes: WITH_SIDEBAR,
      async reach({ page, context }) {
        await context.setOffline(true);
        await page
          .getByRole('button', { name: /^Mark as read/ })
          .nth(1)
          .click();
        await page.getByText('Saved when the server can be reached').waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'notifications',
      state: 'sheet',
      sizes: ['phone', 'zoomed'],
      async reach(at) {
        await openBell(at);
        await at.page.getByRole('button', { name: 'Load more' }).waitFor();
      },
    },
    {
      page: 'favorites',
      state: 'empty',
      sizes: WITH_SIDEBAR,
      async reach(at) {
        await openDashboard(at);
        await at.page.getByRole('button', { name: 'Favorite studies' }).click();
        await at.page.getByText('No items').waitFor();
      },
    },
    {
      page: 'favorites',
      state: 'full',
      sizes: WITH_SIDEBAR,
      async reach(at) {
        const { page, world } = at;
        await world.fillLists();
        await page.goto(`${world.server.teamOrigin('north')}/studies-v2`);
        const stars = page.getByRole('button', { name: /^Add .* to favorites$/ });
        await stars.first().waitFor();
        for (const n of [0, 1, 2]) await stars.nth(n).click();
        await openDashboard(at);
        await page.getByRole('button', { name: 'Favorite studies' }).click();
        await page.getByRole('dialog').getByRole('listitem').nth(2).waitFor();
      },
    },
  ],
};

async function openDashboard({ page, world }: At): Promise<void> {
  await page.goto(`${world.server.teamOrigin('north')}/dashboard`);
  await page.getByRole('region', { name: 'Teams' }).waitFor();
}

async function openBell(at: At): Promise<void> {
  await openDashboard(at);
  await at.page.getByRole('button', { name: /^Notifications/ }).click();
}
