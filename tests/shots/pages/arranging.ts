import type { Locator, Page } from 'playwright';
import { openUploadPage, pressProcess } from '#tests/e2e/support/page-steps.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Scenario } from '#tests/shots/step.ts';

const head = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(`^Study ${name},`) });
const row = (page: Page, name: string): Locator => page.getByRole('row', { name, exact: true });
const numberOf = (page: Page, name: string): Locator => row(page, name).getByRole('textbox', { name: /^Number of series/ });

/** What a person changes on the upload page before it goes: names, numbers, what goes, and in which study. */
export const ARRANGING: Scenario = {
  who: DEMO.annotator,
  steps: [
    {
      page: 'arrange',
      state: 'name',
      async reach({ page, world }) {
        await openUploadPage(page, world.server);
        await dropPaths(page, page.locator('[data-upload-state]'), await world.goodParts());
        await page.locator('[data-series] canvas[data-thumbnail="drawn"]').nth(3).waitFor();
        await page.getByText('You can close this tab').waitFor();
        await head(page, 'Plover, Amber').focus();
        await page.keyboard.press('e');
        await page.getByText('The list of your team shows this name. The names in the files do not change.').waitFor();
      },
    },
    {
      page: 'arrange',
      state: 'name-refused',
      async reach({ page }) {
        await page.keyboard.press('ControlOrMeta+A');
        await page.keyboard.press('Delete');
        await page.keyboard.press('Enter');
        await page.getByText('A study needs a name.').waitFor();
      },
    },
    {
      page: 'arrange',
      state: 'name-changed',
      async reach({ page }) {
        await page.keyboard.type('Case 7 of the study on long names that a person may write');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: /^restore/ }).waitFor();
      },
    },
    {
      page: 'arrange',
      state: 'number',
      async reach({ page }) {
        // Recognition leaves a T1 out; it is taken, so that its number is asked for.
        await page.getByRole('checkbox', { name: 'Upload series 2 t1_se_tra', checked: false }).click();
        await numberOf(page, '2 t1_se_tra').focus();
        await page.keyboard.type('12');
      },
    },
    {
      page: 'arrange',
      state: 'number-missing',
      async reach({ page }) {
        await page.keyboard.press('ControlOrMeta+A');
        await page.keyboard.press('Delete');
        await page.keyboard.press('Enter');
        await pressProcess(page);
        await page.getByRole('alert').filter({ hasText: 'Serie number is required' }).waitFor();
      },
      async leave({ page }) {
        await numberOf(page, 't1_se_tra').fill('2');
        await page.keyboard.press('Enter');
        await row(page, '2 t1_se_tra').waitFor();
      },
    },
    {
      page: 'arrange',
      state: 'reference',
      async reach({ page }) {
        await row(page, '2 t1_se_tra').focus();
        await page.keyboard.press('r');
        await row(page, '2 t1_se_tra')
          .getByRole('button', { name: /^Reference series/, pressed: true })
          .waitFor();
      },
    },
    {
      page: 'arrange',
      state: 'some-selected',
      async reach({ page }) {
        await page.getByRole('checkbox', { name: 'Upload series 2 t1_se_tra' }).click();
        await page.getByRole('checkbox', { name: 'Upload series 1 unknown syntax' }).click();
        await page.getByText('2 of 5 series selected').waitFor();
      },
    },
    {
      page: 'arrange',
      state: 'row-menu',
      async reach({ page }) {
        await row(page, '1 unknown syntax').focus();
        await page.keyboard.press('m');
        await page.getByRole('menuitem', { name: /Curlew, Silas/ }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'arrange',
      state: 'move-menu',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Move to study' }).click();
        await page.getByRole('menuitem', { name: /Tern, Brave/ }).waitFor();
      },
    },
    {
      page: 'arrange',
      state: 'moved',
      async reach({ page }) {
        await page.getByRole('menuitem', { name: /Tern, Brave/ }).click();
        await page.getByText('One series was moved to Tern, Brave.').waitFor();
        await page.getByText(/^This study will not be uploaded since it is empty/).waitFor();
      },
    },
  ],
};
