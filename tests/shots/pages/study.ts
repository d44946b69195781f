import type { Locator, Page } from 'playwright';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { Scenario } from '#tests/shots/step.ts';

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const panel = (page: Page): Locator => page.getByRole('dialog');
const isSeriesCall = (url: URL): boolean => /\/studies-v2\/series\/[^/]+$/.test(url.pathname);

/** One study beside the list of studies. */
export const STUDY: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.annotator),
  steps: [
    {
      page: 'study',
      state: 'open',
      async reach({ page, world }) {
        await page.goto(`${(await world.demo()).teamOrigin('north')}/studies-v2`);
        // All that the demo has is converted first.
        for (const name of ['Plover, Amber', 'Curlew, Silas', 'Avocet, Mira'])
          await row(page, name).getByText('converted').waitFor({ timeout: 60_000 });
        await row(page, 'Plover, Amber').click();
        await panel(page).locator('[data-drawn]').waitFor();
        await panel(page).locator('[data-series] img').nth(2).waitFor();
      },
    },
    {
      page: 'study',
      state: 'downloads',
      async reach({ page }) {
        await panel(page).getByRole('button', { name: 'Downloads' }).click();
        await panel(page)
          .getByRole('menuitem', { name: /^Original DICOM/ })
          .first()
          .waitFor();
      },
      // A panel that comes to fill the screen takes the focus.
      leave: ({ page }) => panel(page).getByRole('menu').press('Escape'),
    },
    {
      page: 'study',
      state: 'tags',
      async reach({ page }) {
        await panel(page).getByRole('button', { name: 'Tags' }).click();
        await panel(page)
          .getByRole('button', { name: /^Copy Modality/ })
          .waitFor();
      },
      leave: ({ page }) => panel(page).getByRole('button', { name: 'Tags' }).click(),
    },
    {
      page: 'study',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await panel(page)
          .getByText(/^study as of /)
          .waitFor();
      },
    },
    {
      page: 'study',
      state: 'never-opened',
      async reach({ page }) {
        await panel(page).getByRole('button', { name: 'Close', exact: true }).click();
        await row(page, 'Avocet, Mira').click();
        await panel(page).getByText('This study is not available offline').waitFor();
      },
      async leave({ page, context }) {
        await context.setOffline(false);
        await panel(page).locator('[data-series]').first().waitFor();
        await panel(page).getByRole('button', { name: 'Close', exact: true }).click();
      },
    },
    {
      page: 'study',
      state: 'loading',
      async reach({ page, context }) {
        await context.route(isSeriesCall, () => undefined);
        await row(page, 'Curlew, Silas').click();
        await panel(page).locator('[data-skeleton]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'study',
      state: 'gone',
      async reach({ page, world }) {
        await page.goto(`${(await world.demo()).teamOrigin('north')}/studies-v2?study=00000000-0000-4000-8000-000000000000`);
        await panel(page).getByText('Study not found').waitFor();
      },
    },
  ],
};
