import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PET_LESION_AT, petToDicom } from '#tests/fixtures/pet.ts';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { paneOf, showSeries, uploadFiles, type OpenedStudy } from '#tests/e2e/support/drawing.ts';

/** The largest values of a PET series, then the same series rendered, cut and turned. Read from top to bottom. */
describe('a volume in 3D', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await uploadFiles(petToDicom(), 1, { person: DEMO.admin });
    ({ page } = opened);
    await page.goto(opened.address);
    await showSeries(page, 'PET WB', 8);
  });
  afterAll(() => opened?.close());

  const volume = (): Locator => page.getByRole('application', { name: '5 · PET WB in 3D' });
  const shown = (how: 'max' | 'rendered'): Promise<void> =>
    volume()
      .and(page.locator(`[data-volume="${how}"]`))
      .waitFor();
  const choose = (name: string): Promise<void> => page.getByRole('radiogroup', { name: 'Volume' }).getByText(name, { exact: true }).click();
  const slider = (name: string): Locator => page.getByRole('slider', { name });

  /** Greys of the picture, from its middle: as many CSS pixels to the right and down. */
  async function greysAt(...places: readonly (readonly [right: number, down: number])[]): Promise<number[]> {
    const shot = await volume().locator('canvas').screenshot();
    return page.evaluate(
      async ({ bytes, at }) => {
        const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
        const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
        context.drawImage(picture, 0, 0);
        return at.map(([right, down]) => context.getImageData(picture.width / 2 + right, picture.height / 2 + down, 1, 1).data[1]!);
      },
      { bytes: [...shot], at: places },
    );
  }
  const middle = async (): Promise<number> => (await greysAt([0, 0]))[0]!;

  it('is first the largest values along the view, in greys of the window [VOL-01, VOL-03]', async () => {
    await paneOf(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+D');
    await shown('max');
    await page.getByText('largest values · 8 slices', { exact: true }).waitFor();
    // The lesion, of which the picture is full, has an uptake of 16, which the window to 7 shows white. The rest has 2.
    await expect.poll(middle).toBe(255);
    const { width, height } = (await volume().boundingBox())!;
    await volume().hover();
    for (let step = 0; step < 6; step += 1) await page.mouse.wheel(0, 300);
    // The edge of the series, which is now in the picture, and what is beyond it.
    await expect.poll(() => greysAt([0, 0], [0.25 * width, 0], [0, 0.49 * height])).toEqual([255, Math.round((2 / 7) * 255), 0]);
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
  });

  it('a click goes to the voxel that is seen, and the crosshair is marked [VOL-06, VOL-09]', async () => {
    const { x, y, width, height } = (await volume().boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await page
      .locator('[data-pane="0"]')
      .getByText(`${PET_LESION_AT.slice + 1} / 8`, { exact: true })
      .waitFor();
    const mark = (await page.locator('[data-mark3d]').boundingBox())!;
    expect(Math.abs(mark.x + mark.width / 2 - (x + width / 2))).toBeLessThan(2);
    expect(Math.abs(mark.y + mark.height / 2 - (y + height / 2))).toBeLessThan(2);
  });

  it('is rendered by the window or by a curve of the team, less or more dense [VOL-02]', async () => {
    await volume().focus();
    await page.getByRole('tab', { name: 'View' }).click();
    await choose('Rendered');
    await shown('rendered');
    await page.getByText('volume rendering · 8 slices', { exact: true }).waitFor();
    // The background before the lesion hides it, unless it is thin.
    await expect.poll(middle).toBeLessThan(120);
    await slider('Density').focus();
    await page.keyboard.press('Home');
    await expect.poll(middle).toBeGreaterThan(130);
    await page.keyboard.press('End');
    await expect.poll(middle).toBeLessThan(120);
    const curves = page.getByRole('combobox', { name: 'Colours and opacity' });
    // In percent of most values, which are all 2 here: the first colour is white.
    await curves.selectOption({ label: 'Inverse grey' });
    await expect.poll(middle).toBe(255);
    await curves.selectOption({ label: 'By the window' });
    await page.getByRole('combobox', { name: 'Window of the volume' }).selectOption('SUV 0 – 15');
    // 2 of 15 is darker than 2 of 7.
    await expect.poll(middle).toBeLessThan(60);
  });

  it('turns by a slider and by itself [VOL-05]', async () => {
    await slider('Angle of the view').focus();
    for (let degree = 0; degree < 50; degree += 1) await page.keyboard.press('ArrowRight');
    await page.locator('[data-side-text]').getByText('from the right').waitFor();
    await page.keyboard.press('Home');
    await page.locator('[data-side-text]').getByText('from the front').waitFor();
    const angle = async (): Promise<number> => Number(await slider('Angle of the view').getAttribute('aria-valuenow'));
    await page.getByRole('button', { name: 'Turn by itself' }).click();
    await expect.poll(angle).toBeGreaterThan(0);
    await volume().getByRole('button', { name: 'Pause' }).click();
    const stopped = await angle();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await angle()).toBe(stopped);
    await volume().focus();
    await page.keyboard.press('r');
    await expect.poll(angle).toBe(0);
  });

  it('what is in front can be cut away [VOL-07]', async () => {
    await choose('Maximum');
    await shown('max');
    await expect.poll(middle).toBe(255);
    await page.getByRole('button', { name: 'Cut from here' }).click();
    await slider('Depth of the cut').focus();
    await page.keyboard.press('End');
    await expect.poll(middle).toBeLessThan(100);
    await page.getByRole('button', { name: 'Whole again' }).click();
    await expect.poll(middle).toBe(255);
  });

  it('closes with the key that opened it [VOL-01]', async () => {
    await page.keyboard.press('Shift+D');
    await volume().waitFor({ state: 'detached' });
  });
});
