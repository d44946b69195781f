import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CT_MATRIX, ctToDicom, PET_LESION_AT, petToDicom } from '#tests/fixtures/pet.ts';
import { paneOf, showSeries, uploadFiles, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';

/** A PET over the CT of the same frame of reference, whose pixels are half as large. Read from top to bottom. */
describe('fusion in the annotator', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await uploadFiles([...petToDicom(), ...ctToDicom()], 2);
    ({ page } = opened);
    await page.goto(opened.address);
    await showSeries(page, 'CT low dose', 16);
    await page.getByRole('tab', { name: 'View' }).click();
  });
  afterAll(() => opened?.close());

  const words = (text: string | RegExp): Locator => page.locator('[data-pane="0"]').getByText(text, { exact: true });
  const fusion = (): Locator => page.getByRole('region', { name: 'Fusion' });
  /** The first of the four pixels that lie on a pixel of the PET. */
  const LESION = { column: 2 * PET_LESION_AT.column, row: 2 * PET_LESION_AT.row };

  async function placeOf(column: number, row: number): Promise<{ x: number; y: number }> {
    const { width, height } = (await paneOf(page).boundingBox())!;
    const pixel = Math.min(width, height) / CT_MATRIX;
    const place = (of: number): number => (of + 0.5 - CT_MATRIX / 2) * pixel;
    return { x: width / 2 + place(column), y: height / 2 + place(row) };
  }
  async function colourAt(column: number, row: number): Promise<number[]> {
    const { x, y } = await placeOf(column, row);
    const canvas = page.locator('[data-pane="0"] canvas').first();
    return canvas.evaluate(
      (element: HTMLCanvasElement, at) =>
        [...element.getContext('2d')!.getImageData(Math.round(at.x), Math.round(at.y), 1, 1).data].slice(0, 3),
      { x, y },
    );
  }
  async function pointAt(column: number, row: number): Promise<void> {
    const { x, y } = (await paneOf(page).boundingBox())!;
    const place = await placeOf(column, row);
    await page.mouse.move(x + place.x, y + place.y, { steps: 2 });
  }

  it('shows the uptake over the CT at the same places, and the pointer reads both [PET-10]', async () => {
    await paneOf(page).focus();
    await page.keyboard.press('Home');
    for (let slice = 0; slice < 2 * PET_LESION_AT.slice; slice += 1) await page.keyboard.press('ArrowDown');
    await words('9 / 16').waitFor();
    const grey = await colourAt(LESION.column, LESION.row);
    expect(new Set(grey).size).toBe(1);
    await fusion().getByRole('combobox', { name: 'Series over the picture' }).selectOption({ label: '5 · PET WB' });
    await words(/ · fused with 5 · PET WB, resampled$/).waitFor();
    // 16 is beyond the window to 7: white, at 70 %.
    await expect.poll(async () => (await colourAt(LESION.column, LESION.row))[2]).toBeGreaterThan(grey[2]! + 50);
    await pointAt(LESION.column, LESION.row);
    await words('Value 40 HU · 16 SUV').waitFor();
    await pointAt(2, 2);
    await words('Value 40 HU · 2 SUV').waitFor();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
  });

  it('has an opacity and a window of its own [PET-10]', async () => {
    const [red, , blue] = await colourAt(4, 4);
    expect(red).toBeGreaterThan(blue!);
    await fusion().getByRole('combobox', { name: 'Window of the fused series' }).selectOption('SUV 0 – 15');
    await expect.poll(async () => (await colourAt(4, 4))[0]).toBeLessThan(red!);
    const slider = page.getByRole('slider', { name: 'Opacity of the fused series' });
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(async () => new Set(await colourAt(4, 4)).size).toBe(1);
    await page.keyboard.press('End');
    await expect.poll(async () => new Set(await colourAt(4, 4)).size).toBeGreaterThan(1);
  });

  it('follows planes through the volume, and ends when no series is chosen [PET-10]', async () => {
    await page.getByRole('radiogroup', { name: 'Plane' }).getByText('Coronal', { exact: true }).click();
    await words(/^reformatted coronal.* · fused with 5 · PET WB, resampled$/).waitFor();
    await fusion().getByRole('combobox', { name: 'Series over the picture' }).selectOption({ label: 'None' });
    await words(/^reformatted coronal · 16 of 16 slices$/).waitFor();
  });
});
