import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readSegmentMask } from '#imaging/dicom/overlays/read-segment-mask.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { headerOf, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { SIDE } from '#tests/support/measured-study.ts';
import { ALL_RULES, SPACE_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import {
  drag as dragOn,
  isAllSent,
  isDrawn as isDrawnOn,
  makeSegment,
  openMeasuredStudy,
  paneOf,
  placeOf,
  type At,
  type OpenedStudy,
} from '#tests/e2e/support/drawing.ts';
import { layoutFaults } from '#tests/e2e/support/layout.ts';

/** One person draws a segment with the mouse. Read from top to bottom. */
describe('drawing in the annotator', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    ({ page } = opened);
  });
  afterAll(() => opened.close());

  const pane = (): Locator => paneOf(page);
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  const rows = (): Locator => page.locator('[data-segment]');
  const drag = (from: At, to: At): Promise<void> => dragOn(page, from, to);
  const isDrawn = (at: At): Promise<boolean> => isDrawnOn(page, at);
  const computeTool = (): Locator => page.getByRole('combobox', { name: 'Tool that computes' });
  const drawnPixels = (): Promise<number> =>
    page.locator('[data-pane="0"] [data-masks]').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    });

  it('a segmentation is made on the series that is shown, and a segment in it [MASK-90]', async () => {
    await makeSegment(page);
    await expect.poll(() => rows().count()).toBe(1);
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
      await page.mouse.click(...(await placeOf(page, corner)));
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

  it('what was drawn leaves as NIfTI, DICOM SEG and CSV, without a network, by names that say nothing of the patient [MASK-120, MASK-122, MASK-124, MASK-126, MASK-127]', async () => {
    const exported = async (format: string, ending: string): Promise<Uint8Array> => {
      await page.getByText(format, { exact: true }).click();
      const isIt = (download: Download): boolean => download.suggestedFilename().endsWith(ending);
      await button('Export 1').focus();
      const [download] = await Promise.all([page.waitForEvent('download', isIt), page.keyboard.press('Enter')]);
      expect(download.suggestedFilename()).toMatch(/^study-\d+-segmentation-[0-9a-f]{8}\.[a-z.]+$/);
      await page.getByText(/^Saved .*study-/).waitFor();
      return readFile(await download.path());
    };
    await page.context().setOffline(true);
    const volume = await readNifti(createMemorySource(await exported('NIfTI', '.nii.gz')));
    const file = new Uint8Array(await exported('DICOM SEG', '.dcm'));
    const table = new TextDecoder().decode(await exported('CSV', '.csv'));
    await page.context().setOffline(false);
    const [head, values] = table.split('\r\n').map((line) => line.split(','));
    const cell = (name: string): string => values![head!.indexOf(name)]!;
    expect(['Minimum intensity [HU]', 'Maximum intensity [HU]'].map(cell)).toEqual(['40', '100']);
    if (!volume.ok) throw new Error(volume.why);
    expect([volume.header.columns, volume.header.rows, volume.header.slices]).toEqual([SIDE, SIDE, 3]);
    const labels = await volume.voxels.read(volume.header.voxelOffset, volume.header.voxelBytes);
    const slice = labels.subarray(SIDE * SIDE, 2 * SIDE * SIDE);
    expect(labels.reduce((sum, value) => sum + value, 0)).toBe(slice.reduce((sum, value) => sum + value, 0));
    const drawn: [At, boolean][] = [
      [[25, 20], true],
      [[38, 20], true],
      [[30, 50], false],
      [[50, 20], false],
    ];
    for (const [at, isSet] of drawn) expect([await isDrawn(at), slice[at[1] * SIDE + at[0]]]).toEqual([isSet, Number(isSet)]);
    const overlay = await overlayOf(file, 'segmentation');
    expect(overlay.frames.map(({ references }) => references[0]!.sop)).toEqual(['2.25.340211']);
    const mask = await readSegmentMask(await headerOf(file), overlay, { frame: 0, segment: 1 }, null);
    expect(mask.ok && [...mask.values]).toEqual([...slice]);
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
    await pane().focus();
    await page.keyboard.press('w');
    await expect.poll(() => computeTool().evaluate((list) => list === document.activeElement)).toBe(true);
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
    expect(await isDrawn([30, 50])).toBe(false);
  });

  it('without a network a stroke is counted as on this device, and sent afterwards [MASK-101]', async () => {
    await isAllSent(page);
    await page.context().setOffline(true);
    await drag([20, 50], [40, 50]);
    await page.getByText('1 on this device', { exact: true }).waitFor();
    await page.context().setOffline(false);
    await isAllSent(page);
  });

  it('has a panel that everybody can use, at 1280 x 720, on a phone, and without a mouse [MASK-103]', async () => {
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(await layoutFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await button('Segments, view, measure and tags').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add segment' }).waitFor();
    expect(await violationsOn(page, SPACE_RULES)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await pane().focus();
    await page.keyboard.press('e');
    await page.getByRole('region', { name: 'Tool: Erase' }).waitFor();
    const radius = page.getByRole('textbox', { name: 'Radius in mm' });
    await expect.poll(() => radius.inputValue()).toBe('4 mm');
    await page.keyboard.press(']');
    await expect.poll(() => radius.inputValue()).toBe('4.5 mm');
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
