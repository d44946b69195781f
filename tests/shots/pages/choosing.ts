import type { Locator, Page } from 'playwright';
import { dropFolder, openUploadPage, pressProcess } from '#tests/e2e/support/page-steps.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import type { Scenario } from '#tests/shots/step.ts';

const acquisition = (page: Page, series: string): Locator => page.getByRole('combobox', { name: `Acquisition of series ${series}` });
const project = (page: Page, series: string): Locator => page.getByRole('combobox', { name: `Project of series ${series}` });
const labelsOf = (page: Page, name: string): Locator => page.getByRole('button', { name: `Labels of ${name}` });

/** What a person chooses from the lists of the team before Process, on a server with acquisitions to choose from. */
export const CHOOSING: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.annotator),
  steps: [
    {
      page: 'choose',
      state: 'open',
      async reach({ page, world }) {
        await openUploadPage(page, await world.demo());
        await dropFolder(page, (await world.heavyStudy()).path);
        await page.locator('[data-series] canvas[data-thumbnail="drawn"]').nth(2).waitFor();
        await page.getByText('You can close this tab').waitFor();
        await acquisition(page, '2 head axial').waitFor();
        // The demo sorts its studies once they are made.
        await project(page, '2 head axial').waitFor({ timeout: 60_000 });
      },
    },
    {
      page: 'choose',
      state: 'all',
      async reach({ page }) {
        await acquisition(page, '2 head axial').selectOption('T2W');
        await acquisition(page, '3 head coronal').selectOption('COR');
        await acquisition(page, '4 head sagittal').selectOption('ADC');
        await page.getByRole('combobox', { name: 'Project of all studies' }).selectOption({ label: 'Follow-up 2026' });
        await page.getByRole('combobox', { name: 'Pipeline of all studies' }).selectOption({ index: 1 });
        await page.getByRole('combobox', { name: 'Body part of Heron, Quiet' }).click();
        await page.getByRole('option', { name: 'Prostate', exact: true }).click();
        await project(page, '3 head coronal').selectOption('');
        await labelsOf(page, 'Heron, Quiet').click();
        await page.getByRole('listbox', { name: 'Labels' }).getByRole('option').first().click();
        await page.keyboard.press('Escape');
      },
    },
    {
      page: 'choose',
      state: 'configure',
      sizes: ['tablet', 'phone', 'zoomed'],
      async reach({ page }) {
        await page.getByRole('button', { name: /^Configure upload/ }).click();
        await page.getByRole('dialog').getByText('Required', { exact: true }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'choose',
      state: 'refused',
      async reach({ page }) {
        await pressProcess(page);
        await page.getByRole('alert').filter({ hasText: 'is missing required acquisitions for pipeline: DWI' }).waitFor();
      },
    },
    {
      page: 'choose',
      state: 'recommended',
      async reach({ page }) {
        await page.getByRole('combobox', { name: 'Pipeline of all studies' }).selectOption('');
        await page.getByRole('checkbox', { name: 'Upload series 4 head sagittal' }).click();
        await pressProcess(page);
        await page.getByRole('dialog', { name: 'Recommended MR acquisitions not selected for upload' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
  ],
};
