import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fitAdc } from '#model/measurements/adc-fit.ts';
import {
  B_VALUES,
  CONTRAST,
  contrastToDicom,
  DIFFUSION_ADC,
  DIFFUSION_MATRIX,
  diffusionToDicom,
  PERFUSION,
  perfusionToDicom,
} from '#tests/fixtures/diffusion.ts';
import { FILM_BEAM, FILM_FRAMES, FILM_MATRIX, FILM_VESSEL, filmToDicom } from '#tests/fixtures/film.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { paneOf, uploadFiles, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';

/** A diffusion series whose signal falls with a known coefficient, one over time, and a film. */
describe('computed series in the annotator', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await uploadFiles(diffusionToDicom(), 1);
    ({ page } = opened);
  });
  afterAll(() => opened?.close());

  const words = (text: string | RegExp): Locator => page.locator('[data-pane="0"]').getByText(text, { exact: true });
  const section = (): Locator => page.getByRole('region', { name: 'Computed series' });
  const choose = (kind: string) => section().getByRole('combobox', { name: 'Computed series' }).selectOption({ label: kind });

  async function open(address: string): Promise<void> {
    await page.goto(address);
    await page.getByRole('tab', { name: 'View' }).click();
    await section().waitFor();
  }
  async function openSent(files: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
    const { server } = opened;
    const uuid = await sendStudy(server, await bearerOf(server, DEMO.annotator), files);
    await open(`${server.teamOrigin('north')}/annotator/case/${uuid}`);
  }
  async function placeOf(column: number, row: number, matrix: number): Promise<{ x: number; y: number }> {
    const { x, y, width, height } = (await paneOf(page).boundingBox())!;
    const pixel = Math.min(width, height) / matrix;
    const place = (of: number): number => (of + 0.5 - matrix / 2) * pixel;
    return { x: x + width / 2 + place(column), y: y + height / 2 + place(row) };
  }
  async function pointAt(column: number, row: number, matrix: number): Promise<void> {
    const { x, y } = await placeOf(column, row, matrix);
    await page.mouse.move(x - 1, y);
    await page.mouse.move(x, y);
  }

  it('shows the coefficient of each pixel, which is that of the signals [DYN-05, DYN-09]', async () => {
    await open(opened.address);
    await choose('ADC map');
    await words(`computed on this device from b ${B_VALUES.join(', ')} · 3 of 3 slices`).waitFor();
    await words('7 · ADC map of ep2d_diff').waitFor();
    await pointAt(5, 6, DIFFUSION_MATRIX);
    const signals = B_VALUES.map((b) => ({ b, signal: Math.round(10_000 * Math.exp(-b * DIFFUSION_ADC)) }));
    await words(`Value ${Math.round(fitAdc(signals)!.adc * 1e6)} × 10⁻⁶ mm²/s`).waitFor();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    await page.getByRole('tab', { name: 'Tags' }).click();
    await page.getByText('A computed series is in no file, so it has no tags.').waitFor();
    await page.getByRole('tab', { name: 'View' }).click();
  });

  it('is shown on planes through it, and over its source [DYN-09]', async () => {
    await page.getByRole('radiogroup', { name: 'Plane' }).getByText('Coronal', { exact: true }).click();
    await words(/^reformatted coronal · computed on this device from b /).waitFor();
    await page.getByRole('radiogroup', { name: 'Plane' }).getByText('Stored', { exact: true }).click();
    await choose('As acquired');
    await words('original · 12 of 12 slices').waitFor();
    await choose('Standard error of the ADC');
    await words(`standard error, computed on this device from b ${B_VALUES.join(', ')} · 3 of 3 slices`).waitFor();
  });

  it('is not measured on, and says where to measure [DYN-10]', async () => {
    await paneOf(page).focus();
    await page.keyboard.press('Shift+O');
    const { x, y } = await placeOf(5, 5, DIFFUSION_MATRIX);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + 80, { steps: 3 });
    await page.mouse.up();
    await page.getByText('Nothing is stored on a computed series. Measure on the series that it is computed from.').waitFor();
  });

  it('is one volume minus another, which a person chooses [DYN-07]', async () => {
    await openSent(perfusionToDicom());
    await choose('Difference of two volumes');
    await words('computed on this device: volume 2 minus volume 1 · 3 of 3 slices').waitFor();
    await section().getByRole('combobox', { name: 'Volume', exact: true }).selectOption('3');
    await words('computed on this device: volume 3 minus volume 1 · 3 of 3 slices').waitFor();
    await pointAt(5, 6, DIFFUSION_MATRIX);
    await words(`Value ${PERFUSION[2][1] - PERFUSION[0][1]}`).waitFor();
  });

  it('is a series minus another one on the same grid, and can be fused with it [DYN-09, DYN-11]', async () => {
    await openSent(contrastToDicom());
    // Which of the two a study opens with is not of interest here.
    const isAfter = (await paneOf(page).getAttribute('aria-label')) === '5 · t1_post';
    const [shown, other] = isAfter ? ['t1_post', '4 · t1_pre'] : ['t1_pre', '5 · t1_post'];
    await choose('Minus another series');
    await words(`computed on this device: minus the series ${other} · 3 of 3 slices`).waitFor();
    await expect.poll(() => section().getByRole('combobox', { name: 'Series that is subtracted' }).inputValue()).not.toBe('');
    const difference = (CONTRAST.after - CONTRAST.before) * (isAfter ? 1 : -1);
    await pointAt(5, 6, DIFFUSION_MATRIX);
    await words(`Value ${difference}`).waitFor();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    await choose('As acquired');
    const fusion = page.getByRole('region', { name: 'Fusion' }).getByRole('combobox', { name: 'Series over the picture' });
    await fusion.selectOption({ label: `${isAfter ? 5 : 4} · ${shown} minus ${other}` });
    await words(/ · fused with \d · t1_(pre|post) minus /).waitFor();
    await pointAt(5, 6, DIFFUSION_MATRIX);
    await words(`Value ${isAfter ? CONTRAST.after : CONTRAST.before} · ${difference}`).waitFor();
  });

  it('is a film minus the mask of its header, moved by keys [DYN-08]', async () => {
    await openSent([filmToDicom()]);
    await choose('Frames minus a mask');
    await words(/^computed on this device: minus frame 2 · /).waitFor();
    await section().getByText('Values are proportional to the beam: their logarithms are subtracted, times 1000.').waitFor();
    await paneOf(page).focus();
    await page.keyboard.press('End');
    await words(`${FILM_FRAMES} / ${FILM_FRAMES}`).waitFor();
    const vessel = Math.round(1000 * Math.log(FILM_VESSEL.beam / FILM_BEAM));
    await pointAt(FILM_VESSEL.left + 2, 6, FILM_MATRIX);
    await words(`Value ${vessel}`).waitFor();
    await pointAt(2, 6, FILM_MATRIX);
    await words('Value 0').waitFor();
    await section()
      .getByRole('textbox', { name: 'Mask frame' })
      .fill(String(FILM_VESSEL.from + 1));
    await words(/^computed on this device: minus frame 4 · /).waitFor();
    await pointAt(FILM_VESSEL.left + 2, 6, FILM_MATRIX);
    await words('Value 0').waitFor();
    // Between the vessel of the mask, which has moved by half a pixel, and its surroundings.
    await section().getByRole('textbox', { name: 'Mask to the right, in pixels' }).press('ArrowUp');
    await words(/^computed on this device: minus frame 4, mask moved by 0\.5 to the right and 0 down · /).waitFor();
    await pointAt(FILM_VESSEL.left, 6, FILM_MATRIX);
    await words(`Value ${Math.round(vessel / 2)}`).waitFor();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
  });
});
