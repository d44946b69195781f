import { dropFolder, holdDeviceStore, openUploadPage, uploadState } from '#tests/e2e/support/page-steps.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

/** The upload page until Process is pressed. */
export const PREVIEW: Scenario = {
  who: DEMO.annotator,
  steps: [
    { page: 'upload', state: 'empty', reach: ({ page, world }) => openUploadPage(page, world.server) },
    {
      page: 'upload',
      state: 'empty-offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByRole('main').getByRole('status').filter({ hasText: 'Offline' }).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'upload',
      state: 'preview',
      async reach({ page, world }) {
        await dropFolder(page, await world.mixedFolder());
        await page.locator('[data-series] canvas[data-thumbnail="drawn"]').nth(3).waitFor();
        await page
          .getByText('You can close this tab')
          .or(page.getByText(/It can be read while this page is open/))
          .first()
          .waitFor();
        await page.getByText('Tern, Brave').first().waitFor();
      },
    },
    {
      page: 'upload',
      state: 'body-part',
      async reach({ page }) {
        await page.getByRole('combobox', { name: 'Body part of Tern, Brave' }).click();
        await page.getByRole('option', { name: 'Abdomen' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'upload',
      state: 'configure',
      sizes: ['tablet', 'phone', 'zoomed'],
      async reach({ page }) {
        await page.getByRole('button', { name: /^Configure upload/ }).click();
        await page.getByRole('dialog').getByText('Before you process').waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'upload',
      state: 'peek',
      sizes: ['wide'],
      async reach({ page }) {
        await page.getByRole('button', { name: /^Look at t1_se_tra/ }).hover();
        await page.locator('.mantine-Popover-dropdown canvas').first().waitFor();
      },
      leave: ({ page }) => page.mouse.move(700, 5),
    },
    {
      page: 'upload',
      state: 'report',
      async reach(at) {
        await anonymizeAll(at);
        await at.page.getByRole('button', { name: /^De-identification report/ }).click();
        const report = at.page.getByRole('dialog', { name: 'De-identification report' });
        await report
          .getByText(/^Removed/)
          .first()
          .click();
      },
      async leave(at) {
        await at.page.keyboard.press('Escape');
        await at.page.getByRole('dialog', { name: 'De-identification report' }).waitFor({ state: 'hidden' });
        if (await anonymizeAll(at)) await at.page.keyboard.press('Escape');
      },
    },
    {
      page: 'upload',
      state: 'clear',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Clear', exact: true }).click();
        await page.getByRole('dialog', { name: 'Clear this upload' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'upload',
      state: 'boxes',
      async reach(at) {
        await dropFolder(at.page, await at.world.cineFolder());
        await at.page.getByText('Knot, Ebba').first().waitFor();
        await anonymizeAll(at);
        await at.page.getByRole('button', { name: /^De-identification report/ }).click();
        const report = at.page.getByRole('dialog', { name: 'De-identification report' });
        await report.locator('canvas[data-picture="drawn"]').waitFor();
        for (const n of [1, 2]) {
          await report.getByRole('button', { name: 'Draw a box' }).press('Enter');
          await report.getByRole('button', { name: new RegExp(`^Box ${n} of ${n}`) }).press('ArrowDown');
        }
        await report.getByRole('button', { name: /^Redact 2 boxes/ }).click();
        await report.getByText('2 boxes leave black in every picture of this series.').waitFor();
      },
      async leave(at) {
        await at.page.keyboard.press('Escape');
        await at.page.getByRole('dialog', { name: 'De-identification report' }).waitFor({ state: 'hidden' });
        if (await anonymizeAll(at)) await at.page.keyboard.press('Escape');
      },
    },
  ],
};

/** Files are being taken, and nothing is here yet. */
export const READING: Scenario = {
  who: DEMO.annotator,
  steps: [
    {
      page: 'upload',
      state: 'reading',
      async reach({ page, world }) {
        await openUploadPage(page, world.server);
        await holdDeviceStore(page);
        await dropFolder(page, (await world.heavyStudy()).path);
        await page.getByText(/^Keep this tab open/).waitFor();
      },
    },
    {
      page: 'upload',
      state: 'leaving',
      async reach({ page }) {
        await page.getByRole('link', { name: 'Upload history' }).first().click();
        await page.getByRole('dialog', { name: 'Upload in progress' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
  ],
};

/** A device that is too small for what is given. */
export const NO_ROOM: Scenario = {
  who: DEMO.annotator,
  async prepare({ context, page, world }: At) {
    const session = await context.newCDPSession(page);
    const origin = `${world.server.teamOrigin('north')}/`;
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 12 * 1024 * 1024 });
  },
  steps: [
    {
      page: 'upload',
      state: 'no-room',
      async reach({ page, world }) {
        await openUploadPage(page, world.server);
        await dropFolder(page, (await world.heavyStudy()).path);
        await page.getByText(/^Not enough space on this device for/).waitFor();
        await uploadState(page, 'preview');
      },
    },
  ],
};

/** The choice for all studies, turned over. True where it stands in a drawer, which is open now. */
async function anonymizeAll({ page }: At): Promise<boolean> {
  const configure = page.getByRole('button', { name: /^Configure upload/ });
  const choice = page.getByRole('checkbox', { name: 'anonymize all' });
  const isInDrawer = !(await choice.isVisible());
  if (isInDrawer) await configure.click();
  await choice.click();
  return isInDrawer;
}
