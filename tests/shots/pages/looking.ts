import type { Page } from 'playwright';
import { openUploadPage } from '#tests/e2e/support/page-steps.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Scenario } from '#tests/shots/step.ts';

/** A series of the upload page in the panel beside the list. */
export const LOOKING: Scenario = {
  who: DEMO.annotator,
  steps: [
    {
      page: 'viewer',
      state: 'panel',
      async reach({ page, world }) {
        await openUploadPage(page, world.server);
        const paths = [...(await world.goodParts()), await world.cineFolder()];
        await dropPaths(page, page.locator('[data-upload-state]'), paths);
        await page.locator('[data-series] canvas[data-thumbnail="drawn"]').nth(4).waitFor();
        await lookAt(page, 't1_se_tra');
      },
    },
    {
      page: 'viewer',
      state: 'tags',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Tags' }).click();
        await page
          .getByRole('region', { name: 'Tags' })
          .getByRole('button', { name: /^Copy Modality/ })
          .waitFor();
      },
      leave: ({ page }) => page.getByRole('button', { name: 'Tags' }).click(),
    },
    {
      page: 'viewer',
      state: 'presets',
      async reach({ page }) {
        await lookAt(page, 'Abdomen portal venous');
        await page.getByRole('button', { name: 'Window presets' }).click();
        await page.getByRole('menuitem').first().waitFor();
      },
      leave: ({ page }) => page.getByRole('menuitem', { name: /^As stored/ }).click(),
    },
    {
      page: 'viewer',
      state: 'no-picture',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Close the panel' }).click();
        await page.getByRole('button', { name: /^Look at unknown syntax/ }).click();
        await page.getByRole('dialog').getByRole('status').first().waitFor();
      },
    },
    {
      page: 'viewer',
      state: 'cine',
      async reach({ page }) {
        await lookAt(page, 'apical four chamber');
        await page.getByRole('combobox', { name: 'Pictures per second' }).waitFor();
      },
    },
  ],
};

async function lookAt(page: Page, series: string): Promise<void> {
  const close = page.getByRole('button', { name: 'Close the panel' });
  if (await close.isVisible()) await close.click();
  await page.getByRole('button', { name: new RegExp(`^Look at ${series}`) }).click();
  await page.getByRole('dialog').and(page.locator(':has([data-drawn])')).waitFor();
}
