import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_RULES, SPACE_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import { drag, isAllSent, isDrawn, makeSegment, openMeasuredStudy, paneOf, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { layoutFaults } from '#tests/e2e/support/layout.ts';
import { waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';

/** The left half of the series: 32 columns, 64 rows and 3 slices of 1 x 2 x 5 mm. */
const HALF_ML = (32 * 64 * 3 * 10) / 1000;

/** One person scribbles on a study, without a network. Read from top to bottom. */
describe('scribbles in the annotator', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await openMeasuredStudy({ serviceWorker: true });
    ({ page } = opened);
  });
  afterAll(() => opened.close());

  const options = (): Locator => page.getByRole('region', { name: 'Tool: Scribble' });
  const take = (): Locator => options().getByRole('button', { name: 'Take as segment' });
  const row = (): Locator => page.locator('[data-segment]');
  const ml = (): Locator => row().getByText(/^[\d.]+ ml$/);
  const volume = async (): Promise<number> => ((await ml().count()) === 0 ? 0 : Number.parseFloat((await ml().textContent()) ?? ''));

  it('a stroke inside and one outside find the segment on all slices, without a network [SCRIB-01, SCRIB-04]', async () => {
    await makeSegment(page);
    await waitForServiceWorker(page);
    await opened.context.setOffline(true);
    await paneOf(page).focus();
    await page.keyboard.press('s');
    await options().getByText('Draw over the structure, and over what is beside it.', { exact: false }).waitFor();
    await drag(page, [10, 8], [10, 56]);
    await options().getByText('1 stroke inside, 0 outside. Draw one outside, too.').waitFor();
    expect(await page.locator('[data-scribble="inside"]').count()).toBe(1);
    await page.keyboard.down('Alt');
    await drag(page, [54, 8], [54, 56]);
    await page.keyboard.up('Alt');
    await options().getByText('All slices: 3 of 3', { exact: true }).waitFor();
    await options()
      .getByText(/^Visible slices in [\d.]+ s$/)
      .waitFor();
    await options()
      .getByText(/^From \d+ voxels inside and \d+ outside, in 64 × 128 × 15 mm, at 1\.0 × 2\.0 × 5\.0 mm\./)
      .waitFor();
    expect(await page.locator('[data-scribble="outside"]').count()).toBe(1);
    expect(await Promise.all([isDrawn(page, [24, 30]), isDrawn(page, [45, 30])])).toEqual([true, false]);
    expect(await volume()).toBe(0);
    for (const rules of [ALL_RULES, SPACE_RULES]) expect(await violationsOn(page, rules)).toEqual([]);
  });

  it('has a panel that fits at 1280 x 720 and on a phone, and keys for the width [SCRIB-04]', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(await layoutFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Segments, view, measure and tags' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take as segment' }).waitFor();
    expect(await violationsOn(page, SPACE_RULES)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await paneOf(page).focus();
    const width = options().getByRole('textbox', { name: 'Width in mm' });
    await page.keyboard.press(']');
    await expect.poll(() => width.inputValue()).toBe('2.5 mm');
    await page.keyboard.press('[');
    await expect.poll(() => width.inputValue()).toBe('2 mm');
    expect(await page.locator('[data-scribble]').count()).toBe(2);
  });

  it('undo takes a stroke back, and Esc all of them [SCRIB-05]', async () => {
    await page.keyboard.press('Control+z');
    await options().getByText('1 stroke inside, 0 outside. Draw one outside, too.').waitFor();
    expect(await isDrawn(page, [24, 30])).toBe(false);
    await paneOf(page).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('[data-scribble]').count()).toBe(0);
    await options().getByText('Outside', { exact: true }).click();
    await drag(page, [54, 8], [54, 56]);
    await options().getByText('Inside', { exact: true }).click();
    await drag(page, [10, 8], [10, 56]);
    await options().getByText('1 stroke inside, 1 outside.', { exact: true }).waitFor();
    await expect.poll(() => take().isEnabled()).toBe(true);
  });

  it('Enter makes it one operation of the segment, kept on this device, then on the server [SCRIB-05]', async () => {
    await paneOf(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(volume).toBeGreaterThan(HALF_ML * 0.97);
    expect(await volume()).toBeLessThan(HALF_ML * 1.03);
    await page.locator('[data-at="strokes-device"]').getByText('1 stroke on this device').waitFor();
    await expect.poll(() => page.locator('[data-scribble]').count()).toBe(0);
    await opened.context.setOffline(false);
    await isAllSent(page);
    const found = await volume();
    await page.reload();
    await paneOf(page).and(page.locator('[data-shown]')).waitFor();
    await page.getByRole('tab', { name: /^Segments/ }).click();
    await expect.poll(volume, { timeout: 20_000 }).toBe(found);
    await page.getByRole('tab', { name: /^History/ }).click();
    await page.getByText('Scribbles', { exact: true }).waitFor();
  });
});
