import type { BrowserContext, Locator, Page } from 'playwright';
import { LIMITS } from '#contract/limits.ts';
import { holdConversions, endUploadTokens } from '#tests/e2e/support/server-state.ts';
import { dropFolder, openUploadPage, pressProcess, uploadState } from '#tests/e2e/support/page-steps.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Scenario } from '#tests/shots/step.ts';
import { LOCK_WHILE_SENDING } from './lock.ts';

const isPrepare = (url: URL): boolean => url.pathname === '/api/c-upload';
const isAcquisitions = (url: URL): boolean => url.pathname === '/api/acquisition';
const isChunk = (url: URL): boolean => url.hostname.startsWith('upload.');

/** Without acquisitions to choose from, a study can be sent as it is dropped. */
function offerNoAcquisitions(context: BrowserContext): Promise<unknown> {
  return context.route(isAcquisitions, (route) => route.fulfill({ json: { data: [] } }));
}

/** An upload on its way, and what can keep it. */
export const SENDING: Scenario = {
  who: DEMO.annotator,
  prepare: ({ context }) => offerNoAcquisitions(context),
  steps: [
    {
      page: 'mini-uploader',
      state: 'not-sent',
      async reach({ page, world: { server, heavyStudy } }) {
        await openUploadPage(page, server);
        const study = await heavyStudy();
        await dropFolder(page, study.path);
        await page
          .locator('[data-series]')
          .nth(study.series.length - 1)
          .waitFor();
        await page.getByText('You can close this tab').waitFor();
        await openHistory(page);
        await mini(page).getByText('1 study on this device, not sent yet').waitFor();
      },
      leave: ({ page }) => backToUpload(page),
    },
    {
      page: 'sending',
      state: 'moving',
      async reach({ page, world: { gate } }) {
        gate.holdAfter(2);
        const [answered, arrived] = [gate.answered() + 2, gate.arrived() + 2 + LIMITS.lanes];
        await pressProcess(page);
        await gate.waitForAnswers(answered);
        await gate.waitForArrivals(arrived);
        await page.getByRole('progressbar').first().waitFor();
      },
    },
    LOCK_WHILE_SENDING,
    {
      page: 'mini-uploader',
      state: 'moving',
      async reach({ page }) {
        await openHistory(page);
        await page.locator('[data-mini-uploader="upload"]').waitFor();
        await page.locator('[data-waiting-upload]').waitFor();
      },
    },
    {
      page: 'mini-uploader',
      state: 'small',
      async reach({ page }) {
        await mini(page).getByRole('button', { name: 'Minimise' }).click();
        await mini(page).getByRole('button', { name: 'Show the upload' }).waitFor();
      },
      leave: ({ page }) => mini(page).getByRole('button', { name: 'Show the upload' }).click(),
    },
    {
      page: 'mini-uploader',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page
          .locator('[data-waiting-upload]')
          .getByText(/There is no network\.|The network connection was lost\./)
          .waitFor();
      },
      async leave({ page, context }) {
        await context.setOffline(false);
        await backToUpload(page);
      },
    },
    {
      page: 'sending',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByText(/^(There is no network|The network connection was lost)\./).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'history',
      state: 'waiting',
      async reach({ page, world }) {
        await page.getByRole('button', { name: 'New upload' }).click();
        await uploadState(page, 'ready');
        await dropFolder(page, await world.cineFolder());
        await page.getByText('You can close this tab').waitFor();
        await pressProcess(page);
        await page.getByRole('button', { name: 'New upload' }).click();
        await uploadState(page, 'ready');
        await dropPaths(page, page.locator('[data-upload-state]'), await world.goodParts());
        await page.locator('[data-series]').nth(4).waitFor();
        await page.getByText('You can close this tab').waitFor();
        await openHistory(page);
        await page.locator('[data-waiting-upload]').nth(2).waitFor();
      },
      async leave({ page }) {
        await page.locator('[data-waiting-upload]').first().getByRole('button', { name: 'Continue' }).click();
        await uploadState(page, 'upload');
      },
    },
    {
      page: 'sending',
      state: 'server-full',
      async reach({ page, context, world: { gate } }) {
        await refuseChunks(context, 507, 'storage_full');
        gate.open();
        await page.getByText(/^The server has no storage space left\. /).waitFor();
      },
    },
    {
      page: 'sending',
      state: 'sign-in',
      async reach({ page, context, world: { server } }) {
        await context.unroute(isChunk);
        endUploadTokens(server);
        await context.route(isPrepare, (route) => route.fulfill({ status: 401, json: { message: '', code: 'signed_out' } }));
        const sheet = page.getByRole('dialog', { name: 'Sign in to continue' });
        // Its next try may come by itself before the press.
        await Promise.any([page.getByRole('button', { name: 'Try now' }).click(), sheet.waitFor()]);
        await sheet.getByText('Heron, Quiet').waitFor();
      },
    },
    {
      page: 'sending',
      state: 'sign-in-later',
      async reach({ page }) {
        await page.getByRole('dialog').getByRole('button', { name: 'Later, keep waiting' }).click();
        await page.getByRole('main').getByRole('button', { name: 'Sign in' }).waitFor();
      },
    },
    {
      page: 'sending',
      state: 'sign-out',
      sizes: ['wide', 'tablet'],
      async reach({ page }) {
        await page.getByRole('button', { name: /: menu$/ }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
        await page.getByRole('dialog', { name: 'Studies wait on this device' }).waitFor();
      },
    },
  ],
};

let letConversionsGo: () => void = () => undefined;

/** The rest of the way: refused, tried again, being converted, at the end; one of its series becomes no volume. */
export const ENDING: Scenario = {
  who: DEMO.annotator,
  // What another upload left at the gate.
  async prepare({ context, world }) {
    world.gate.open();
    await offerNoAcquisitions(context);
  },
  steps: [
    {
      page: 'sending',
      state: 'failed',
      async reach({ page, context, world }) {
        await openUploadPage(page, world.server);
        await dropFolder(page, await world.mixedFolder());
        await page.locator('[data-series]').nth(4).waitFor();
        await page.locator('[data-series] canvas[data-thumbnail="drawn"]').nth(3).waitFor();
        await page.getByRole('combobox', { name: 'Body part of Tern, Brave' }).click();
        await page.getByRole('option', { name: 'Brain' }).click();
        await refuseChunks(context, 413, 'too_large');
        await pressProcess(page);
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
    },
    {
      page: 'mini-uploader',
      state: 'failed',
      async reach({ page }) {
        await openHistory(page);
        await mini(page).getByRole('button', { name: 'Try again' }).waitFor();
        await page.locator('[data-waiting-upload]').getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ page }) => backToUpload(page),
    },
    {
      page: 'sending',
      state: 'converting',
      async reach({ page, context, world: { server } }) {
        await context.unroute(isChunk);
        letConversionsGo = holdConversions(server);
        await page.getByRole('button', { name: 'Try again' }).click();
        await uploadState(page, 'converting');
      },
    },
    {
      page: 'mini-uploader',
      state: 'converting',
      async reach({ page }) {
        await openHistory(page);
        await page.locator('[data-mini-uploader="converting"]').waitFor();
      },
    },
    {
      page: 'mini-uploader',
      state: 'finished',
      async reach({ page }) {
        letConversionsGo();
        await page.locator('[data-mini-uploader="finished"]').waitFor();
        await page.getByText('Upload finished!').waitFor();
      },
      leave: ({ page }) => backToUpload(page),
    },
    {
      page: 'finished',
      state: 'one-failed',
      reach: ({ page }) => uploadState(page, 'finished'),
    },
    {
      page: 'upload',
      state: 'again',
      async reach({ page }) {
        await page.getByRole('button', { name: 'New upload' }).click();
        await uploadState(page, 'ready');
      },
    },
    {
      page: 'upload',
      state: 'known',
      async reach({ page, world }) {
        await dropFolder(page, await world.mixedFolder());
        await page.getByRole('note').filter({ hasText: 'This study already exists' }).first().waitFor();
      },
    },
  ],
};

function mini(page: Page): Locator {
  return page.locator('[data-mini-uploader]');
}

async function openHistory(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Upload history' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Upload history' }).waitFor();
}

async function backToUpload(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open the upload page' }).click();
  await page.locator('[data-upload-state]').waitFor();
}

/** Every chunk is refused from now on, as a server in that state answers. */
async function refuseChunks(context: BrowserContext, status: number, code: string): Promise<void> {
  await context.route(isChunk, (route, request) => {
    if (request.method() !== 'POST') return route.continue();
    return route.fulfill({
      status,
      json: { message: '', code },
      headers: {
        'Access-Control-Allow-Origin': new URL(request.frame().url()).origin,
        'Access-Control-Expose-Headers': 'Retry-After',
        'Retry-After': '300',
      },
    });
  });
}
