import { dropFolder, holdDeviceStore, openUploadPage } from '#tests/e2e/support/page-steps.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Scenario } from '#tests/shots/step.ts';

/** The frame around the pages of a team, and what stands in it where a page cannot. */
export const FRAME: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'dashboard',
      state: 'teams',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/dashboard`);
        await page.getByRole('region', { name: 'Teams' }).waitFor();
      },
    },
    {
      page: 'frame',
      state: 'team-menu',
      sizes: ['wide', 'tablet'],
      async reach({ page }) {
        await page.getByRole('button', { name: /: menu$/ }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'frame',
      state: 'more-sheet',
      sizes: ['phone', 'zoomed'],
      async reach({ page }) {
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'dashboard',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByRole('main').getByRole('status').filter({ hasText: 'Offline' }).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'error',
      state: 'not-found',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/nothing/here`);
        await page.getByRole('link', { name: 'Back to the home page' }).waitFor();
      },
    },
    {
      page: 'error',
      state: 'route',
      async reach({ page, context, world }) {
        const isStudiesPage = /\/assets\/StudiesRoute[^/]*\.js$/;
        await context.route(isStudiesPage, (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("a bug")' }));
        await page.goto(`${world.server.teamOrigin('north')}/studies-v2`);
        await page.getByText('An error occurred while rendering the page.').waitFor();
        await context.unroute(isStudiesPage);
      },
    },
    {
      page: 'frame',
      state: 'update-note',
      async reach({ page, context, world }) {
        await openUploadPage(page, world.server);
        await page.waitForFunction(() => localStorage.getItem('APP_VERSION') !== null);
        // A new version waits for files that are being taken.
        await holdDeviceStore(page);
        await dropFolder(page, (await world.heavyStudy()).path);
        await page.getByText(/^Keep this tab open/).waitFor();
        await context.route('**/version.json', (route) => route.fulfill({ json: { version: 'another' } }));
        await page.getByRole('link', { name: 'Upload history' }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
        await page.getByText('An update is ready').waitFor();
        await page.getByRole('heading', { level: 1, name: 'Upload history' }).waitFor();
      },
    },
  ],
};
