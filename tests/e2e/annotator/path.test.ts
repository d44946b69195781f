import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTube, TUBE, TUBE_MATRIX, TUBE_SLICES, tubeToDicom } from '#tests/fixtures/tube.ts';
import { paneOf, showSeries, uploadFiles, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';

/** On slices of the stored series, whose numbers are whole. */
const ANGLES = [0, 30, 90, 150, 180];
const LENGTH_MM = Math.PI * TUBE.ringMm;

/** A bent tube, straightened along a path that is drawn through its slices. Read from top to bottom. */
describe('a path in the annotator', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await uploadFiles(tubeToDicom(), 1);
    ({ page } = opened);
    await page.goto(opened.address);
    await showSeries(page, 'Bent tube', TUBE_SLICES);
    await page.getByRole('tab', { name: 'View' }).click();
  });
  afterAll(() => opened?.close());

  const pane = (at: number): Locator => page.locator(`[data-pane="${at}"]`);
  const along = (): Locator => pane(1).locator('[role="application"]');
  const bar = (): Locator => page.getByRole('region', { name: 'Drawing the path' });
  const words = (at: number, text: string | RegExp): Locator => pane(at).getByText(text, { exact: true });
  const position = async (): Promise<number> => Number(await pane(1).locator('[data-position]').getAttribute('data-position'));

  async function placeOf(column: number, row: number): Promise<{ x: number; y: number }> {
    const { x, y, width, height } = (await paneOf(page).boundingBox())!;
    const pixel = Math.min(width, height) / TUBE_MATRIX;
    const place = (of: number): number => (of + 0.5 - TUBE_MATRIX / 2) * pixel;
    return { x: x + width / 2 + place(column), y: y + height / 2 + place(row) };
  }
  async function goTo(slice: number): Promise<void> {
    await paneOf(page).focus();
    const shown = async (): Promise<number> => Number(await paneOf(page).getAttribute('data-shown'));
    for (let tries = 0; tries < 2 * TUBE_SLICES && (await shown()) !== slice; tries += 1)
      await page.keyboard.press((await shown()) < slice ? 'PageDown' : 'PageUp');
    expect(await shown()).toBe(slice);
  }
  async function clickTube(degrees: number): Promise<void> {
    const { column, row, slice } = inTube(degrees);
    await goTo(Math.round(slice));
    const { x, y } = await placeOf(column, row);
    await page.mouse.click(x, y);
  }
  const drawn = (): Promise<string> => bar().locator('[data-path-words]').innerText();

  /** Of a row of the picture along the path: the mm in which it is brighter than half, and where their middle is from its middle. */
  async function bandAt(part: number): Promise<{ widthMm: number; besideMm: number }> {
    const bright = await along()
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement, at) => {
        const row = Math.round(canvas.height * at);
        const { data } = canvas.getContext('2d')!.getImageData(0, row, canvas.width, 1);
        const columns = Array.from({ length: canvas.width }, (_, x) => x).filter((x) => data[4 * x]! > 127);
        // The window goes from what is around the tube to what is inside: parts of pixels count, however large they are drawn.
        const count = Array.from({ length: canvas.width }, (_, x) => data[4 * x]! / 255).reduce((sum, part) => sum + part);
        return { count, middle: (columns[0]! + columns.at(-1)! + 1) / 2 - canvas.width / 2 };
      }, part);
    const scale = pane(1).locator('[data-mm]');
    const pixels = (await scale.boundingBox())!.width / Number(await scale.getAttribute('data-mm'));
    return { widthMm: bright.count / pixels, besideMm: bright.middle / pixels };
  }

  it('is drawn by clicks on several slices, and has its length in mm [CURV-01, CURV-02]', async () => {
    await page.getByRole('button', { name: 'Path', exact: true }).click();
    await bar().getByText('Click along the vessel', { exact: false }).waitFor();
    await clickTube(ANGLES[0]!);
    await expect.poll(drawn).toBe('One point. A path needs two.');
    // A second click on a point takes it, and does not show the pane over the whole area.
    await clickTube(ANGLES[0]!);
    await expect.poll(drawn).toBe('One point. A path needs two.');
    for (const angle of ANGLES.slice(1)) await clickTube(angle);
    await expect.poll(drawn).toMatch(/^5 points, [\d.]+ mm$/);
    const mm = Number((await drawn()).split(' ')[2]);
    expect(Math.abs(mm - LENGTH_MM)).toBeLessThan(2);
    // On the slice of the last point the first one lies, too.
    await expect.poll(() => pane(0).locator('[data-point]').count()).toBe(2);
  });

  it('straightens the tube to a band of its width, in a pane that says so [CURV-04, CURV-10]', async () => {
    await page.keyboard.press('Enter');
    await words(1, /^reformatted along a path · 30 of 30 slices$/).waitFor();
    await words(1, 'not for diagnosis').waitFor();
    for (const part of [0.15, 0.3, 0.5, 0.7, 0.85]) {
      await expect.poll(async () => Math.abs((await bandAt(part)).widthMm - 2 * TUBE.radiusMm)).toBeLessThan(1.5);
      expect(Math.abs((await bandAt(part)).besideMm)).toBeLessThan(1);
    }
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
  });

  it('the pointer reads the value and the distance along it [CURV-11]', async () => {
    const { x, y, width, height } = (await along().boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
    await words(1, /^Value 300 HU · 3[678]\.\d mm along, 0\.\d mm beside$/).waitFor();
  });

  it('the position walks along it, and the slices and the crosshair go with it [CURV-06]', async () => {
    await along().focus();
    await page.keyboard.press('Home');
    await expect.poll(position).toBe(0);
    await expect.poll(() => paneOf(page).getAttribute('data-shown')).toBe(String(inTube(0).slice));
    for (let step = 0; step < 19; step += 1) await page.keyboard.press('ArrowDown');
    await expect.poll(position).toBe(38);
    await expect.poll(() => paneOf(page).getAttribute('data-shown')).toBe(String(Math.round(inTube(90).slice)));
    const { x, y, width, height } = (await along().boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.wheel(0, 100);
    await expect.poll(position).toBeGreaterThan(38);
    // The other way round: a crosshair on a slice moves the position.
    await page.keyboard.press('c');
    const { column, row } = inTube(0);
    const place = await placeOf(column, row);
    await page.mouse.click(place.x, place.y);
    await expect.poll(position).toBeLessThan(38);
  });

  it('is turned by keys, by the slider and by a drag, and the band stays [CURV-05, CURV-08]', async () => {
    const turned = (): Promise<string> => pane(1).locator('[data-turned]').innerText();
    await along().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(turned).toBe('50°');
    await words(1, /^reformatted along a path, turned by 50° · /).waitFor();
    await expect.poll(async () => Math.abs((await bandAt(0.5)).widthMm - 2 * TUBE.radiusMm)).toBeLessThan(1.5);
    const slider = page.getByRole('slider', { name: 'Turned about the path' });
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(turned).toBe('0°');
    await page.keyboard.press(';');
    const { x, y, width, height } = (await along().boundingBox())!;
    await page.mouse.move(x + width / 2, y + height * 0.7);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 40, y + height * 0.7, { steps: 4 });
    await page.mouse.up();
    await expect.poll(turned).toBe('40°');
  });

  it('has a thickness and a cross-section that goes with the position [CURV-07]', async () => {
    await page.getByRole('radiogroup', { name: 'Thickness shows' }).getByText('Max', { exact: true }).click();
    await words(1, /^reformatted along a path, turned by 40°, largest value of 10 mm · /).waitFor();
    await page.getByRole('button', { name: 'Show cross-section' }).click();
    await words(2, /^reformatted oblique · /).waitFor();
    const width = page.getByRole('textbox', { name: 'Width across the path' });
    await width.fill('30');
    await width.press('Enter');
    await expect.poll(async () => Math.abs((await bandAt(0.5)).widthMm - 2 * TUBE.radiusMm)).toBeLessThan(1.5);
    await page.getByRole('button', { name: 'Hide cross-section' }).click();
    await expect.poll(() => pane(2).count()).toBe(0);
  });

  it('measuring tools say why they are not for this picture [CURV-11]', async () => {
    await along().focus();
    await page.keyboard.press('m');
    await along().click();
    await pane(1).getByText('Along a path only the distance along it is true', { exact: false }).waitFor();
  });

  it('is here after a reload, on this device [CURV-09]', async () => {
    await page.reload();
    await showSeries(page, 'Bent tube', TUBE_SLICES);
    await page.keyboard.press(';');
    await expect.poll(drawn).toMatch(/^5 points, /);
    await page.keyboard.press('Backspace');
    await expect.poll(drawn).toMatch(/^4 points, /);
    await page.keyboard.press('Shift+Delete');
    await expect.poll(drawn).toMatch(/^Click along/);
  });

  it('is drawn by keys alone [CURV-08]', async () => {
    await paneOf(page).focus();
    // From the middle of the picture, which is in the middle of the ring.
    const { column, slice } = inTube(0);
    await goTo(Math.round(slice));
    for (let step = 0; step < Math.round(TUBE_MATRIX / 2 - column); step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press(' ');
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('PageDown');
    await page.keyboard.press(' ');
    await expect.poll(drawn).toMatch(/^2 points, 16\.0 mm$/);
    await page.keyboard.press('Enter');
    await words(1, /^reformatted along a path · /).waitFor();
  });

  it('is drawn, shown, turned and deleted by touch on a phone [CURV-12]', async () => {
    await bar().getByRole('button', { name: 'Delete the path' }).click();
    await expect.poll(() => pane(1).count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    const touch = await page.context().newCDPSession(page);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]): Promise<unknown> =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await expect.poll(drawn).toMatch(/^Click along/);
    await expect.poll(async () => (await paneOf(page).boundingBox())!.width).toBeLessThan(391);
    const { x, y, width, height } = (await paneOf(page).boundingBox())!;
    const middle = { x: x + width / 2, y: y + height / 2 };
    for (const dx of [-60, 60]) {
      await send('touchStart', [{ x: middle.x + dx, y: middle.y }]);
      await send('touchEnd', []);
    }
    await expect.poll(drawn).toMatch(/^2 points, /);
    const length = await drawn();
    // A finger takes a point within its reach, and moves it.
    await send('touchStart', [{ x: middle.x + 70, y: middle.y + 8 }]);
    await send('touchMove', [{ x: middle.x + 70, y: middle.y + 40 }]);
    await send('touchEnd', []);
    await expect.poll(drawn).not.toBe(length);
    await expect.poll(drawn).toMatch(/^2 points, /);
    await bar().getByRole('button', { name: 'Show along the path' }).click();
    await words(1, /^reformatted along a path · /).waitFor();
    // Its words are there before its picture, which a finger turns.
    await pane(1).locator('[data-mm]').waitFor();
    const at = (await along().boundingBox())!;
    const from = { x: at.x + at.width / 2, y: at.y + at.height * 0.6 };
    await send('touchStart', [from]);
    await send('touchMove', [{ x: from.x + 30, y: from.y }]);
    await send('touchEnd', []);
    await expect.poll(() => pane(1).locator('[data-turned]').innerText()).toBe('30°');
    await bar().getByRole('button', { name: 'Delete the path' }).click();
    await expect.poll(drawn).toMatch(/^Click along/);
    await expect.poll(() => pane(1).count()).toBe(0);
  });
});
