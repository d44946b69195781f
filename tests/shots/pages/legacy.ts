import type { Page } from 'playwright';
import { dropPaths } from '#tests/support/drop.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Scenario } from '#tests/shots/step.ts';

/** The reading is begun, and its end is not told. */
const isAsked = (url: URL): boolean => url.pathname.includes('/batch-upload/after-upload/') && url.searchParams.has('check');

/** The legacy flow, from an empty panel to done. */
export const LEGACY: Scenario = {
  who: DEMO.annotator,
  steps: [
    {
      page: 'legacy-upload',
      state: 'empty',
      async reach({ page, world: { server } }) {
        await page.goto(`${server.teamOrigin('north')}/upload`);
        await step(page, 'ready');
      },
    },
    {
      page: 'legacy-upload',
      state: 'chosen',
      async reach({ page, world }) {
        await dropPaths(page, page.locator('[data-legacy-upload]'), await world.legacyArchives());
        await page.getByText('2 files,').waitFor();
      },
    },
    {
      page: 'legacy-upload',
      state: 'offline',
      async reach({ page, context }) {
        await context.route(isAsked, (route) => route.fulfill({ json: { result: false } }));
        await context.setOffline(true);
        await page.getByRole('main').getByRole('status').filter({ hasText: 'Offline' }).waitFor();
        await page.getByRole('button', { name: 'Upload', exact: true }).click();
        await page.getByText('The server cannot be reached').waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'legacy-upload',
      state: 'reading',
      async reach({ page }) {
        await step(page, 'uploaded');
        await page.getByText('The server opens your files').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'legacy-upload',
      state: 'sorted',
      async reach({ page }) {
        await step(page, 'sorted');
        await page.locator('canvas[data-thumbnail="drawn"]').nth(2).waitFor();
        await page.getByRole('button', { name: 'Process' }).click();
        await page.getByRole('alert').filter({ hasText: 'Missing bodypart' }).waitFor();
      },
    },
    {
      page: 'legacy-upload',
      state: 'closing',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Close', exact: true }).click();
        await page.getByRole('dialog', { name: 'Upload in progress' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'legacy-upload',
      state: 'corner',
      async reach({ page, world: { server } }) {
        await page.goto(`${server.teamOrigin('north')}/studies-v2`);
        await page.getByRole('heading', { level: 1, name: 'Studies' }).waitFor();
        await page.locator('[data-legacy-box="sorted"]').waitFor();
      },
      leave: ({ page }) => page.getByRole('link', { name: 'Full screen' }).click(),
    },
    {
      page: 'legacy-upload',
      state: 'organize',
      async reach({ page }) {
        await step(page, 'sorted');
        for (const study of await page.locator('[data-sorted-study] > header').all()) {
          await study.getByRole('combobox').click();
          await page.getByRole('option', { name: 'Head', exact: true }).click();
        }
        await page.getByRole('button', { name: 'Process' }).click();
        // Every series is converted first, as in the demo.
        await page.locator('[data-legacy-upload="organize"]').waitFor({ timeout: 60_000 });
        await page.locator('[data-case]').first().waitFor();
      },
    },
    {
      page: 'legacy-upload',
      state: 'done',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Done', exact: true }).click();
        await page.getByText('Case(s) converted successfully.').waitFor();
      },
    },
  ],
};

async function step(page: Page, name: string): Promise<void> {
  await page.locator(`[data-legacy-upload="${name}"]`).waitFor();
}
