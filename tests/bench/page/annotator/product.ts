import type { Locator, Page } from 'playwright';
import { dropFolder, openUploadPage, pressProcess, uploadState, waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { Contender, Figure } from './contender.ts';
import { CODE } from './event-codes.ts';
import { markPictures, type Marking } from './mark-pictures.ts';
import { BLOCKS_AT, FIRST_SLICE } from './phantom.ts';
import { watchEvents } from './watch-events.ts';

/** Signs in, and leaves the page with a service worker that has everything. */
export async function enter(page: Page, server: TestServer): Promise<void> {
  await signIn(page, server, DEMO.annotator);
  await openUploadPage(page, server);
  await waitForServiceWorker(page);
  await page.addInitScript(watchEvents);
  await page.addInitScript(markPictures, { code: CODE, blocks: BLOCKS_AT });
}

/** The address of the annotator for the study in a folder, once the server has all of it. */
export async function upload(page: Page, server: TestServer, folder: string): Promise<string> {
  const before = new Set((await listed(server)).map(({ uuid }) => uuid));
  await openUploadPage(page, server);
  await dropFolder(page, folder);
  await page.locator('[data-series] canvas[data-thumbnail="drawn"]').waitFor();
  await page.getByText(/^Keep this tab open/).waitFor({ state: 'hidden' });
  await pressProcess(page);
  await uploadState(page, 'finished');
  const { uuid } = (await listed(server)).find((study) => !before.has(study.uuid))!;
  return addressOf(server, uuid);
}

export function addressOf(server: TestServer, uuid: string): string {
  return `${server.teamOrigin('north')}/annotator/case/${uuid}`;
}

async function listed(server: TestServer): Promise<{ uuid: string }[]> {
  const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.annotator)}`, team: 'north' };
  return ((await (await server.request('/api/studies-v2', { headers })).json()) as { data: { uuid: string }[] }).data;
}

/** Keeps the study of a patient on the device, with its volume. */
export async function keep(page: Page, server: TestServer, patient: string): Promise<void> {
  await page.goto(`${server.teamOrigin('north')}/studies-v2`);
  await page.getByRole('row').filter({ hasText: patient }).filter({ hasText: 'converted' }).waitFor();
  await page.getByRole('button', { name: `Keep on this device: ${patient}` }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^Kept on this device, [\d.]+/ })
    .waitFor();
}

export const pane = (page: Page, at: number): Locator => page.locator(`[data-pane="${at}"] [role="application"]`);

/** The study, until all of its slices are in memory. */
export async function openWhole(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByText(/^(original|converted volume) · (\d+) of \2 slices$/).waitFor();
  // The place of all slices is known a little later.
  await page.locator('input[type="radio"][value="axial"]:enabled').waitFor({ state: 'attached' });
}

/** The stored slices at the left, and planes through them at the right. */
export async function threePanes(page: Page): Promise<Contender> {
  await pane(page, 0).focus();
  await page.keyboard.press('Alt+Digit0');
  await page.getByText('reformatted coronal').waitFor();
  await page.getByRole('radiogroup', { name: 'Plane' }).getByText('Stored', { exact: true }).click();
  await page.getByText(/^original · /).waitFor();
  return { page, panes: await canvases(page), prepare: (figure) => prepare(page, figure), turnsWithShift: true };
}

export async function canvases(page: Page): Promise<{ x: number; y: number; width: number; height: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-pane] [role="application"] > canvas:not([data-masks])')].map((canvas) => {
      const { x, y, width, height } = canvas.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
}

async function prepare(page: Page, figure: Figure): Promise<void> {
  await pane(page, 0).focus();
  if (figure === 'slice') {
    // Turned planes and another window would stay.
    await page.keyboard.press(' ');
    await page.keyboard.press('Home');
    for (let at = 0; at < FIRST_SLICE; at += 10) await page.keyboard.press('Shift+ArrowDown');
  } else await page.keyboard.press(figure === 'window' ? 'l' : 'c');
  await page.evaluate((paints) => ((globalThis as unknown as Marking).pictureMarks.paintsCodes = paints), figure !== 'slice');
}

/** ms from the beginning of the navigation to the end of the first drawing of a pane. */
export async function firstDrawnMs(page: Page): Promise<number> {
  await page.waitForFunction(() => (globalThis as unknown as Marking).pictureMarks.firstMs !== null);
  return page.evaluate(() => (globalThis as unknown as Marking).pictureMarks.firstMs!);
}
