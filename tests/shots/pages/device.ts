import type { Locator, Page } from 'playwright';
import { dropFolder, openUploadPage } from '#tests/e2e/support/page-steps.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

/** The bytes of a kept study of DICOM are its original files. */
const isFile = (url: URL): boolean => url.pathname.includes('/studies-v2/files/');

async function enter({ page, world }: At): Promise<void> {
  await signIn(page, await world.demo(), DEMO.annotator);
}

/** What this device keeps, and the marks of it in the list of studies. */
export const DEVICE: Scenario = {
  who: null,
  prepare: enter,
  steps: [
    {
      page: 'device',
      state: 'empty',
      async reach({ page, world }) {
        await page.goto(`${(await world.demo()).teamOrigin('north')}/device`);
        await page.getByRole('heading', { name: 'No offline studies' }).waitFor();
      },
    },
    {
      page: 'studies',
      state: 'pinned',
      async reach({ page, world }) {
        await page.goto(`${(await world.demo()).teamOrigin('north')}/studies-v2`);
        for (const name of ['Plover, Amber', 'Curlew, Silas']) {
          await page.getByRole('row').filter({ hasText: name }).getByText('converted').waitFor({ timeout: 60_000 });
          await pin(page, name);
          await card(page)
            .getByText(/^Kept on this device, [\d.]+/)
            .waitFor();
          if (name === 'Plover, Amber') await page.keyboard.press('Escape');
        }
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'studies',
      state: 'pin-failed',
      async reach({ page, context }) {
        await context.route(isFile, (route) => route.abort());
        await pin(page, 'Avocet, Mira');
        await card(page)
          .getByText(/^There is no network\. What was downloaded is kept/)
          .waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'device',
      state: 'full',
      async reach({ page, world }) {
        await openUploadPage(page, await world.demo());
        await dropFolder(page, (await world.heavyStudy()).path);
        await page.getByText('You can close this tab').waitFor();
        await page.goto(`${(await world.demo()).teamOrigin('north')}/device`);
        await page.getByText('Waiting for the server: 1 study').waitFor();
        await page.getByText(/There is no network\. What was downloaded is kept/).waitFor();
      },
    },
  ],
};

/** A device that a part of what is wanted fills: the reserve takes 8 MiB of it, the study has 3 MB. */
export const NEARLY_FULL: Scenario = {
  who: null,
  async prepare(at) {
    await enter(at);
    const session = await at.context.newCDPSession(at.page);
    const origin = `${(await at.world.demo()).teamOrigin('north')}/`;
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 10 * 1024 * 1024 });
  },
  steps: [
    {
      page: 'device',
      state: 'no-room',
      async reach({ page, world }) {
        const north = (await world.demo()).teamOrigin('north');
        await page.goto(`${north}/studies-v2`);
        await page.getByRole('row').filter({ hasText: 'Plover, Amber' }).getByText('converted').waitFor({ timeout: 60_000 });
        await pin(page, 'Plover, Amber');
        await card(page)
          .getByText(/^There is not enough space on this device/)
          .waitFor();
        await page.goto(`${north}/device`);
        await page.getByText(/There is not enough space on this device/).waitFor();
      },
    },
  ],
};

async function pin(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Keep on this device: ${name}` }).click();
}

function card(page: Page): Locator {
  return page.locator('.mantine-Popover-dropdown');
}
