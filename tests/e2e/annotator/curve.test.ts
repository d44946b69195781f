import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { B_VALUES, DIFFUSION_ADC, diffusionToDicom, PERFUSION, perfusionToDicom } from '#tests/fixtures/diffusion.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { paneOf, uploadFiles, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';

/** A diffusion series whose signal falls with a known coefficient, and one over time. */
describe('the curve of a region in the annotator', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await uploadFiles(diffusionToDicom(), 1);
    ({ page } = opened);
    await open(opened.address);
  });
  afterAll(() => opened?.close());

  /** Once all slices are here. */
  async function open(address: string): Promise<void> {
    await page.goto(address);
    await page.locator('[data-pane="0"]').getByText('original · 12 of 12 slices', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Measure' }).click();
    await paneOf(page).focus();
  }
  async function measureMiddle(): Promise<void> {
    await page.keyboard.press('Shift+O');
    const { x, y, width, height } = (await paneOf(page).boundingBox())!;
    await page.mouse.move(x + width / 2 - 60, y + height / 2 - 60);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 60, y + height / 2 + 60, { steps: 4 });
    await page.mouse.up();
  }
  /** The latest first. */
  async function rowsOfTable(): Promise<string[]> {
    const rows = await page.getByRole('table').getByRole('row').allInnerTexts();
    return rows.slice(1).map((row) => row.replaceAll(/\s+/g, ' ').trim());
  }

  it('has the mean at each b-value, and the diffusion coefficient with its error [DYN-01, DYN-02, DYN-03]', async () => {
    await measureMiddle();
    await page.getByText(`ADC ${(DIFFUSION_ADC * 1000).toFixed(2)} ± 0.00 × 10⁻³ mm²/s`).waitFor();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await expect.poll(async () => (await rowsOfTable()).map((row) => row.split(' ')[0])).toEqual(B_VALUES.toReversed().map(String));
  });

  it('has the mean at each time [DYN-01, DYN-04]', async () => {
    const { server } = opened;
    const uuid = await sendStudy(server, await bearerOf(server, DEMO.annotator), perfusionToDicom());
    await open(`${server.teamOrigin('north')}/annotator/case/${uuid}`);
    await measureMiddle();
    await page.getByRole('heading', { name: 'Over time' }).waitFor();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await expect.poll(rowsOfTable).toEqual(PERFUSION.map(([seconds, signal]) => `${seconds} s ${signal}`).toReversed());
  });
});
