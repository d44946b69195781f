import { join } from 'node:path';
import { openUploadPage, uploadState } from '#tests/e2e/support/page-steps.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

async function drop({ page, world }: At, name: string): Promise<void> {
  await dropPaths(page, page.locator('[data-upload-state]'), [join(await world.foreignArchives(), name)]);
}

/** Archives that the server opens. */
export const SERVER_ARCHIVES: Scenario = {
  who: DEMO.annotator,
  steps: [
    {
      page: 'upload',
      state: 'server-offered',
      async reach(at) {
        await openUploadPage(at.page, at.world.server);
        await drop(at, 'heron.rar');
        await at.page.getByRole('button', { name: 'Open on the server: heron.rar' }).waitFor();
      },
    },
    {
      page: 'upload',
      state: 'server-archive',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByRole('main').getByRole('status').filter({ hasText: 'Offline' }).waitFor();
        await page.getByRole('button', { name: 'Open on the server: heron.rar' }).click();
        await page.getByRole('region', { name: 'heron.rar on the way to the server' }).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'upload',
      state: 'server-password',
      // On a phone its button lies partly under the sticky foot until somebody scrolls.
      sizes: ['wide', 'zoomed'],
      async reach(at) {
        await at.page.locator('[data-series] canvas[data-thumbnail="drawn"]').nth(2).waitFor();
        await uploadState(at.page, 'preview');
        await drop(at, 'tern.zip');
        await at.page.getByRole('button', { name: 'Open on the server: tern.zip' }).first().click();
        await at.page.getByLabel('Password of tern.zip').waitFor();
        await uploadState(at.page, 'preview');
      },
    },
    {
      page: 'upload',
      state: 'server-wrong-password',
      async reach({ page }) {
        await page.getByLabel('Password of tern.zip').fill('another word');
        await page.getByRole('button', { name: 'Open tern.zip' }).click();
        await page.getByText('This password did not open it. Nothing is lost: try another one.').waitFor();
        await uploadState(page, 'preview');
      },
    },
  ],
};
