import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PET_LESION_AT, PET_MATRIX, petToDicom } from '#tests/fixtures/pet.ts';
import { makeSegment, paneOf, uploadFiles, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';

/** A PET series that was de-identified on the device: its lesion takes up 16, its background 2. Read from top to bottom. */
describe('uptake in the annotator', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await uploadFiles(petToDicom(), 1, { deidentified: true });
    ({ page } = opened);
    await page.goto(opened.address);
    await words(/ · 8 of 8 slices$/).waitFor();
    await paneOf(page).focus();
  });
  afterAll(() => opened?.close());

  const words = (text: string | RegExp): Locator => page.locator('[data-pane="0"]').getByText(text, { exact: true });

  async function pointAt(column: number, row: number): Promise<void> {
    const { x, y, width, height } = (await paneOf(page).boundingBox())!;
    const pixel = Math.min(width, height) / PET_MATRIX;
    const place = (of: number): number => (of + 0.5 - PET_MATRIX / 2) * pixel;
    await page.mouse.move(x + width / 2 + place(column), y + height / 2 + place(row), { steps: 2 });
  }

  function backgroundColour(): Promise<number[]> {
    const canvas = page.locator('[data-pane="0"] canvas').first();
    return canvas.evaluate((element: HTMLCanvasElement) => {
      const { width, height } = element;
      return [...element.getContext('2d')!.getImageData(Math.round(width / 2), Math.round(height * 0.1), 1, 1).data].slice(0, 3);
    });
  }

  it('is what the pointer reads and what windows show, in slices of different slopes [PET-04, PET-06, PET-08]', async () => {
    await words('SUV 0 – 7').waitFor();
    await pointAt(PET_LESION_AT.column, PET_LESION_AT.row);
    await words('Value 16 SUV').waitFor();
    await page.keyboard.press('PageDown');
    await pointAt(2, 2);
    await words('Value 2 SUV').waitFor();
    await page.keyboard.press('Shift+3');
    await words('SUV 0 – 10').waitFor();
  });

  it('is shown in grey, inverse or hot iron [PET-09]', async () => {
    await page.getByRole('tab', { name: 'View' }).click();
    const uptake = page.getByRole('region', { name: 'Uptake (SUV)' });
    // The background, of 2 in a window to 10.
    for (const [name, colour] of [
      ['Inverse', [204, 204, 204]],
      ['Hot', [102, 0, 0]],
      ['Grey', [51, 51, 51]],
    ] as const) {
      await uptake.getByText(name, { exact: true }).click();
      await expect.poll(backgroundColour).toEqual(colour);
    }
  });

  it('is by lean body mass or surface once that is chosen [PET-01, PET-06]', async () => {
    await page.getByRole('tab', { name: 'View' }).click();
    const uptake = page.getByRole('region', { name: 'Uptake (SUV)' });
    await uptake.getByText('From the original header: the dose is decayed to the start of the series.').waitFor();
    await uptake.getByText('Lean mass', { exact: true }).click();
    await pointAt(2, 2);
    // Of 80 kg and 180 cm, 62.72 kg are lean.
    await words('Value 1.57 SUVlbm').waitFor();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    await uptake.getByText('Weight', { exact: true }).click();
    await pointAt(2, 3);
    await words('Value 2 SUV').waitFor();
  });

  it('of a segment is told with its maximum, peak, mean, volume and glycolysis [PET-07]', async () => {
    await page.getByRole('tab', { name: 'Segments' }).click();
    await paneOf(page).focus();
    await makeSegment(page);
    await page.getByRole('combobox', { name: 'Tool that computes' }).selectOption('Threshold');
    await page.getByRole('textbox', { name: 'Highest value to set' }).fill('1000');
    await page.getByRole('textbox', { name: 'Lowest value to set' }).fill('10');
    await page.getByRole('textbox', { name: 'Lowest value to set' }).press('Enter');
    const told = page.getByLabel('Uptake of the segment');
    // 27 voxels of 64 mm³. Around its middle, the ball of 1 ml lies inside.
    await expect
      .poll(async () => (await told.innerText()).split(/\s*\n\s*/), { timeout: 20_000 })
      .toEqual([
        ...['SUVmax', '16.00', 'SUVpeak, 1 ml', '16.00', 'SUVmean', '16.00', 'Metabolic volume', '1.73 ml'],
        ...['Total lesion glycolysis', '27.6 SUV·ml'],
      ]);
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
  });

  it('a lesion is marked by a share of the largest value near the crosshair [PET-11]', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const told = page.getByLabel('Uptake of the segment');
    await told.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Tool that computes' }).selectOption('Share of the maximum');
    await page.getByRole('button', { name: 'Place the crosshair' }).click();
    await pointAt(PET_LESION_AT.column + 2, PET_LESION_AT.row);
    await page.mouse.down();
    await page.mouse.up();
    await page.getByRole('textbox', { name: 'At least, in percent of the maximum' }).press('Enter');
    await expect.poll(async () => (await told.innerText()).split(/\s*\n\s*/)).toContain('1.73 ml');
  });
});
