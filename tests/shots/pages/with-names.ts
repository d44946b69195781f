import { join } from 'node:path';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { dropFolder, openUploadPage } from '#tests/e2e/support/page-steps.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isSettings = (url: URL): boolean => url.pathname === '/api/team/deidentification';
const isRules = (url: URL): boolean => url.pathname.endsWith('/c-upload/deidentification');

/** A team that takes patient data out before anything is sent: what is asked before files leave with it, and boxes that are not pressed yet. */
export const WITH_NAMES: Scenario = {
  who: DEMO.annotator,
  async prepare({ context }) {
    await context.route(isSettings, (route) => route.fulfill({ json: FIRST_DEIDENTIFICATION }));
    await context.route(isRules, (route) => route.fulfill({ json: { settings: FIRST_DEIDENTIFICATION, key: 'c'.repeat(64) } }));
  },
  steps: [
    {
      page: 'legacy-upload',
      state: 'names',
      sizes: ['wide', 'phone', 'zoomed'],
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/upload`);
        await page.locator('[data-legacy-upload="ready"]').waitFor();
        await dropPaths(page, page.locator('[data-legacy-upload]'), await world.legacyArchives());
        await page.getByText('2 files,').waitFor();
        await page.getByRole('button', { name: 'Upload', exact: true }).click();
        await page.getByRole('dialog', { name: 'Send files with patient data' }).waitFor();
      },
      leave: escape,
    },
    {
      page: 'upload',
      state: 'server-names',
      sizes: ['wide', 'phone', 'zoomed'],
      async reach({ page, world }) {
        await openUploadPage(page, world.server);
        await dropPaths(page, page.locator('[data-upload-state]'), [join(await world.foreignArchives(), 'heron.rar')]);
        await page.getByRole('button', { name: 'Open on the server: heron.rar' }).click();
        await page.getByRole('dialog', { name: 'Send an archive with patient data' }).waitFor();
      },
      leave: escape,
    },
    {
      page: 'upload',
      state: 'boxes-drawn',
      sizes: ['wide', 'phone', 'zoomed'],
      async reach({ page, world }) {
        await dropFolder(page, await world.cineFolder());
        await page.getByText('Knot, Ebba').first().waitFor();
        await page.getByRole('button', { name: /^De-identification report/ }).click();
        const report = page.getByRole('dialog', { name: 'De-identification report' });
        await report.locator('canvas[data-picture="drawn"]').waitFor();
        await report.getByRole('button', { name: 'Draw a box' }).press('Enter');
        await report.getByRole('button', { name: /^Box 1 of 1/ }).waitFor();
        await report.getByRole('button', { name: 'Draw a box' }).click();
        await report.getByText(/^Drag over the text/).waitFor();
      },
    },
  ],
};

async function escape({ page }: At): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
