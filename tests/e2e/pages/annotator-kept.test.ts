import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhantomMeasurementReport } from '#imaging/phantom/overlays/measurement-report.ts';
import { middleSlice, PHANTOM_LESIONS } from '#imaging/phantom/overlays/lesions.ts';
import { createPhantomSegmentation } from '#imaging/phantom/overlays/segmentation.ts';
import { createPhantomStructureSet } from '#imaging/phantom/overlays/structure-set.ts';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { rowsOnDevice } from '#tests/e2e/support/device.ts';
import { DEMO_PASSWORD, waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { expireSignIns } from '#tests/e2e/support/server-state.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';
import { MARKED_PLAN, MARKED_SERIES } from '#tests/fixtures/phantom-overlays.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';

const ANNOTATOR = 'annotator@demo.test';
const MIDDLE = middleSlice(MARKED_PLAN, PHANTOM_LESIONS[0]!);

/** One study, read from top to bottom. */
describe('a study that is kept on the device, in the annotator', () => {
  let server: TestServer;
  let people: People;
  let visitor: Visitor;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
    visitor = await people.newVisitor({ serviceWorker: true });
    page = visitor.page;
    await signIn(page, server, DEMO.annotator);
    const slices = createPhantomSeries(MARKED_SERIES).map(({ bytes }) => bytes);
    const overlays = [createPhantomSegmentation, createPhantomStructureSet, createPhantomMeasurementReport].map((create) =>
      create(MARKED_SERIES),
    );
    const uuid = await sendStudy(server, await bearerOf(server, DEMO.annotator), [...slices, ...overlays]);
    address = `${server.teamOrigin('north')}/annotator/case/${uuid}`;
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  const pane = (): Locator => page.locator('[data-pane="0"] [role="application"]');
  /** With all slices read, because the grid is known only then. */
  async function open(): Promise<void> {
    await page.goto(address);
    await page.locator(`[data-shown="${MIDDLE}"]`).waitFor();
    await page.getByText(`original · ${MARKED_PLAN.slices} of ${MARKED_PLAN.slices} slices`).waitFor();
  }
  /** Draws a rectangle over the middle of the pane, or beside it. Its values as they stand on the picture, without its number. */
  async function measure(aside = 0): Promise<string[]> {
    const { x, y, width, height } = (await pane().boundingBox())!;
    const side = Math.min(width, height);
    const [left, top] = [x + width / 2 + side * aside, y + height / 2 + side * aside];
    const drawn = page.locator('[data-measurement][data-kind="rectangle"]');
    const before = await drawn.count();
    await pane().focus();
    await page.keyboard.press('Shift+O');
    await page.mouse.move(left - side * 0.3, top - side * 0.2);
    await page.mouse.down();
    await page.mouse.move(left + side * 0.2, top + side * 0.1, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => drawn.count()).toBe(before + 1);
    const lines = await drawn.last().locator('tspan').allTextContents();
    return lines.map((line) => line.replace(/^\d+ {2}/, ''));
  }
  /** Pixels of the canvas that an overlay has coloured: the picture itself is grey. */
  const coloured = (): Promise<number> =>
    pane()
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at]! - data[at + 2]! > 15) count += 1;
        return count;
      });

  it('is measured without a network with the same values, and has its overlays [ANN-70, ANN-71, ANN-72]', async () => {
    await open();
    await page.getByRole('tab', { name: /^Measure/ }).click();
    const online = await measure();
    expect(online).toHaveLength(3);
    await page.getByText('1 measurement on server').waitFor();
    await expect.poll(coloured).toBeGreaterThan(100);

    await page.goto(`${server.teamOrigin('north')}/studies-v2`);
    await waitForServiceWorker(page);
    await page.getByRole('button', { name: /^Keep on this device: Heron/ }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Kept on this device, [\d.]+/ })
      .waitFor();
    const kinds = (await rowsOnDevice<{ key: string; cached: number }>(page, 'keptObjects'))
      .filter(({ cached }) => cached === 0)
      .map(({ key }) => key.slice(0, key.indexOf(':')));
    expect(kinds.filter((kind) => kind === 'file')).toHaveLength(MARKED_PLAN.slices + 3);
    expect(kinds).not.toContain('volume');

    await visitor.context.setOffline(true);
    await open();
    await expect.poll(coloured).toBeGreaterThan(100);
    await page.getByRole('tab', { name: 'Overlays' }).click();
    await page.getByRole('region', { name: 'SR 103 · Measurements' }).getByText('Length 48 mm').waitFor();
    await page.getByRole('tab', { name: /^Measure/ }).click();
    expect(await measure()).toEqual(online);
    await page.getByText('1 on this device').waitFor();
  });

  it('says in its own tab that there is no network, and is covered by the key of the lock [ANN-74, ANN-75]', async () => {
    await page
      .getByRole('status')
      .filter({ hasText: /^offline/i })
      .waitFor();
    await pane().focus();
    await page.keyboard.press('Control+Shift+L');
    await page.locator('[data-lock-cover]').waitFor();
    await visitor.context.setOffline(false);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('[data-lock-cover]').waitFor({ state: 'detached' });
    await page
      .getByRole('status')
      .filter({ hasText: /^offline/i })
      .waitFor({ state: 'detached' });
    await page.getByText('2 measurements on server').waitFor();
  });

  it('asks for a sign-in over the page when that has ended, and loses nothing of what was drawn [ANN-76]', async () => {
    await visitor.context.setOffline(true);
    expireSignIns(server, ANNOTATOR);
    expect(await measure(0.06)).toHaveLength(3);
    await page.getByText('1 on this device').waitFor();
    await visitor.context.setOffline(false);
    const sheet = page.getByRole('dialog', { name: 'Sign in to continue' });
    await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    expect(page.url()).toBe(address);
    await page.keyboard.press('Enter');
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('3 measurements on server').waitFor();
    // Still the same page.
    await page.getByRole('button', { name: 'Undo', disabled: false }).waitFor();
  });
});
