import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMeasuredStudy, CT_SPACING, SIDE } from '#tests/support/measured-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';

type At = readonly [column: number, row: number];

/** One person draws a segment with the mouse. Read from top to bottom. */
describe('drawing in the annotator', () => {
  let server: TestServer;
  let people: People;
  let folder: Awaited<ReturnType<typeof createMeasuredStudy>>;
  let page: Page;

  beforeAll(async () => {
    [server, people, folder] = await Promise.all([startTestServer({ people: true }), openPeople(), createMeasuredStudy()]);
    ({ page } = await people.newVisitor());
    await signIn(page, server, DEMO.annotator);
    const uuid = await uploadStudy(page, server, { path: folder.path, series: 2 });
    await page.goto(`${server.teamOrigin('north')}/annotator/case/${uuid}`);
    await pane().and(page.locator('[data-shown]')).waitFor();
    await pane().focus();
    await page.keyboard.press('u');
    await page.getByRole('navigation', { name: 'Series' }).getByRole('button', { name: 'halves' }).click();
    await page.keyboard.press('u');
    await page.locator('[data-pane="0"]').getByText('original · 3 of 3 slices', { exact: true }).waitFor();
    await pane().focus();
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await folder.remove();
  });

  const pane = (): Locator => page.locator('[data-pane="0"] [role="application"]');
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  const rows = (): Locator => page.locator('[data-segment]');
  /** Where a pixel of the fitted picture is on the screen. */
  async function place([column, row]: At): Promise<[number, number]> {
    const [high, wide] = CT_SPACING;
    const { x, y, width, height } = (await pane().boundingBox())!;
    const scale = Math.min(width / (SIDE * wide), height / (SIDE * high));
    return [x + width / 2 + (column + 0.5 - SIDE / 2) * wide * scale, y + height / 2 + (row + 0.5 - SIDE / 2) * high * scale];
  }
  async function drag(from: At, to: At): Promise<void> {
    await page.mouse.move(...(await place(from)));
    await page.mouse.down();
    await page.mouse.move(...(await place(to)), { steps: 4 });
    await page.mouse.up();
  }
  /** Whether a segment is drawn over a pixel. */
  async function isDrawn(at: At): Promise<boolean> {
    const box = (await pane().boundingBox())!;
    const [x, y] = await place(at);
    return page
      .locator('[data-pane="0"] [data-masks]')
      .evaluate(
        (canvas: HTMLCanvasElement, [left, top]) => canvas.getContext('2d')!.getImageData(left!, top!, 1, 1).data[3]! > 0,
        [Math.round(x - box.x), Math.round(y - box.y)],
      );
  }

  const computeTool = (): Locator => page.getByRole('combobox', { name: 'Tool that computes' });
  const drawnPixels = (): Promise<number> =>
    page.locator('[data-pane="0"] [data-masks]').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    });

  it('a segmentation is made on the series that is shown, and a segment in it [MASK-90]', async () => {
    await page.keyboard.press('p');
    await button('New segmentation').click();
    await page.getByRole('textbox', { name: 'Find a structure' }).fill('liver');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Liver/ })
      .first()
      .click();
    await button(/^Draw on this series: .*halves$/).click();
    await button('Add segment').click();
    await rows().getByText('Part 1').waitFor();
    await expect.poll(() => rows().count()).toBe(1);
    await page.locator('[data-pane="0"] [data-masks]').waitFor();
  });

  it('a stroke is seen on its slice only, and counted in ml [MASK-91, MASK-92, MASK-96]', async () => {
    await drag([20, 20], [40, 20]);
    expect(await isDrawn([30, 20])).toBe(true);
    await rows()
      .getByText(/^[\d.]+ ml$/)
      .waitFor();
    expect([await isDrawn([30, 20]), await isDrawn([30, 50])]).toEqual([true, false]);
    await pane().focus();
    await page.keyboard.press('Home');
    await page.locator('[data-pane="0"] [data-shown="0"]').waitFor();
    await expect.poll(() => isDrawn([30, 20])).toBe(false);
    await page.keyboard.press('Control+Home');
    await page.locator('[data-pane="0"] [data-shown="1"]').waitFor();
    await expect.poll(() => isDrawn([30, 20])).toBe(true);
  });

  it('a polygon erases what is outside of it [MASK-94]', async () => {
    await page.keyboard.press('g');
    // The input of a segmented control is not to be seen.
    await page.getByText('Erase outside', { exact: true }).click();
    await pane().focus();
    for (const corner of [
      [15, 5],
      [30, 5],
      [30, 35],
      [15, 35],
      [15, 5],
    ] as const)
      await page.mouse.click(...(await place(corner)));
    await expect.poll(() => isDrawn([38, 20])).toBe(false);
    expect(await isDrawn([25, 20])).toBe(true);
  });

  it('undo goes to what was done last, a measurement or a stroke [MASK-99]', async () => {
    await page.keyboard.press('m');
    await drag([10, 45], [40, 45]);
    await page.locator('[data-measurement]').waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('[data-measurement]').waitFor({ state: 'detached' });
    expect(await isDrawn([38, 20])).toBe(false);
    await page.keyboard.press('Control+z');
    await expect.poll(() => isDrawn([38, 20])).toBe(true);
    await page.keyboard.press('Control+z');
    await expect.poll(() => isDrawn([25, 20])).toBe(false);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => isDrawn([38, 20])).toBe(true);
  });

  it('a locked segment is not drawn on, and the pane says why [MASK-97]', async () => {
    await page.keyboard.press('p');
    await button('Lock Part 1').click();
    await drag([20, 50], [40, 50]);
    await page.locator('[data-pane="0"]').getByText('Part 1 is locked. Unlock it to draw.').waitFor();
    expect(await isDrawn([30, 50])).toBe(false);
    await button('Lock Part 1').click();
  });

  it('without a network a stroke is counted as on this device, and sent afterwards [MASK-101]', async () => {
    await page.getByText('all strokes on server').waitFor();
    await page.context().setOffline(true);
    await drag([20, 50], [40, 50]);
    await page.getByText('1 stroke on this device', { exact: true }).waitFor();
    await page.context().setOffline(false);
    await page.getByText('all strokes on server').waitFor();
  });

  it('a threshold shows what it would set, sets it on Enter, and is undone as a stroke [MASK-112, MASK-113, MASK-118]', async () => {
    const before = await drawnPixels();
    await computeTool().selectOption('Threshold');
    await page.getByRole('checkbox', { name: 'Only this slice' }).check();
    await page.getByRole('textbox', { name: 'Lowest value to set' }).fill('90');
    await expect.poll(drawnPixels).toBeGreaterThan(before);
    expect(await isDrawn([50, 50])).toBe(false);
    await page.getByRole('textbox', { name: 'Lowest value to set' }).press('Escape');
    await expect.poll(drawnPixels).toBe(before);
    await computeTool().selectOption('Threshold');
    await page.getByRole('textbox', { name: 'Highest value to set' }).press('Enter');
    await page.getByText(/^Set \d+\.\d ml$/).waitFor();
    await expect.poll(() => isDrawn([50, 50])).toBe(true);
    expect(await isDrawn([10, 50])).toBe(false);
    await pane().focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => isDrawn([50, 50])).toBe(false);
  });

  it('a segment grows by mm [MASK-115, MASK-119]', async () => {
    expect(await isDrawn([30, 26])).toBe(false);
    await computeTool().selectOption('Grow');
    await page.getByRole('textbox', { name: 'Grow by, in mm' }).fill('10');
    await button('Apply').click();
    await page.getByText(/^Set [\d.]+ ml$/).waitFor();
    await expect.poll(() => isDrawn([30, 26])).toBe(true);
    expect(await isDrawn([30, 36])).toBe(false);
  });

  it('what was drawn is there after a reload [MASK-91]', async () => {
    await page.reload();
    await pane().and(page.locator('[data-shown]')).waitFor();
    await page.getByRole('tab', { name: 'Segments' }).click();
    await button('Go to its middle').click();
    await expect.poll(() => isDrawn([30, 50])).toBe(true);
    expect(await isDrawn([30, 20])).toBe(true);
  });
});
