import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import { drag, makeSegment, openMeasuredStudy, paneOf, type OpenedStudy } from '#tests/e2e/support/drawing.ts';

/** One person draws, looks at the surface, splits the segment and merges it again. Read from top to bottom. */
describe('segments in 3D, split and merged', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    ({ page } = opened);
    await makeSegment(page);
    await drag(page, [20, 20], [40, 20]);
    await drag(page, [20, 50], [30, 50]);
    await rows()
      .getByText(/^[\d.]+ ml$/)
      .waitFor();
  });
  afterAll(() => opened.close());

  const rows = (): Locator => page.locator('[data-segment]');
  const surfaces = (): Locator => page.getByRole('application', { name: 'Segments in 3D' });
  const side = (): Promise<string | null> => page.locator('[data-side-text]').textContent();
  /** Pixels of the canvas that are not black. */
  const drawnPixels = async (): Promise<number> => {
    const shot = await surfaces().locator('canvas').screenshot();
    return page.evaluate(
      async (bytes) => {
        const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
        const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(picture.width / 4, picture.height / 4, picture.width / 2, picture.height / 2);
        return data.filter((value, at) => at % 4 === 1 && value > 60).length;
      },
      [...shot],
    );
  };

  it('the slice track is bright where the segment is [MASK-104]', async () => {
    await page.locator('[data-pane="0"] [data-mark="1 1"]').waitFor({ state: 'attached' });
  });

  it('the surface is in a pane beside the picture, named for a screen reader [MASK-132, MASK-136]', async () => {
    await page.getByRole('button', { name: 'Show in 3D' }).click();
    await surfaces().and(page.locator('[data-surfaces="1"]')).waitFor();
    await page.getByText('surface of segments · smoothed', { exact: true }).waitFor();
    await page.getByText('Part 1. Seen from the front.', { exact: true }).waitFor({ state: 'attached' });
    await expect.poll(drawnPixels).toBeGreaterThan(500);
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    // Hidden with the overlays, and shown again.
    await page.keyboard.press('q');
    await page.getByText('No visible segment has voxels.', { exact: true }).first().waitFor();
    await page.keyboard.press('q');
    await surfaces().and(page.locator('[data-surfaces="1"]')).waitFor();
  });

  it('the volume is drawn around the surfaces, and they are seen in it [VOL-04]', async () => {
    await surfaces().focus();
    await page.getByRole('tab', { name: 'View' }).click();
    await page.getByRole('radiogroup', { name: 'Volume' }).getByText('Maximum', { exact: true }).click();
    const both = page.locator('[data-volume="max"][data-surfaces="1"]');
    await both.waitFor();
    await page.getByText('largest values · 3 slices · surface of segments · smoothed', { exact: true }).waitFor();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    await page.getByRole('radiogroup', { name: 'Volume' }).getByText('None', { exact: true }).click();
    await both.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Segments' }).click();
  });

  it('the view is turned by keys and by a drag, and R looks from the front again [MASK-133]', async () => {
    await surfaces().focus();
    for (let key = 0; key < 9; key += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(side).toBe('from the right');
    const { x, y, width, height } = (await surfaces().boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 157, y + height / 2, { steps: 6 });
    await page.mouse.up();
    await expect.poll(side).toBe('from the front');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('r');
    await page.getByText('Part 1. Seen from the front.', { exact: true }).waitFor({ state: 'attached' });
  });

  it('islands become segments, and one of them is merged again [MASK-137, MASK-138]', async () => {
    await page.getByRole('button', { name: 'Split into islands' }).click();
    await page.getByText('Made 1 segment.', { exact: true }).waitFor();
    await expect.poll(() => rows().count()).toBe(2);
    await surfaces().and(page.locator('[data-surfaces="2"]')).waitFor();
    await rows().nth(1).getByText('Part 2').waitFor();
    const other = page.getByRole('combobox', { name: 'Segment to merge into this one' });
    await other.selectOption({ label: 'Part 2' });
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('The voxels of Part 2 were added, and cleared there.', { exact: true }).waitFor();
    await surfaces().and(page.locator('[data-surfaces="1"]')).waitFor();
    await rows().nth(1).getByText('empty').waitFor();
  });

  it('a click on the surface moves the crosshair there [MASK-135]', async () => {
    await paneOf(page).focus();
    await page.keyboard.press('Home');
    await page.locator('[data-pane="0"] [data-shown="0"]').waitFor();
    const { x, y, width, height } = (await surfaces().boundingBox())!;
    for (const by of [0, 0.12, -0.12, 0.2, -0.2]) await page.mouse.click(x + width / 2 + by * width, y + height / 2);
    await page.locator('[data-pane="0"] [data-shown="1"]').waitFor();
  });

  it('a lost picture is said, with a way to begin again [MASK-134]', async () => {
    await surfaces()
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!.loseContext());
    await page.getByText('The graphics of this device have stopped.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await surfaces().and(page.locator('[data-surfaces="1"]')).waitFor();
    await expect.poll(drawnPixels).toBeGreaterThan(500);
    await page.keyboard.press('Shift+D');
    await surfaces().waitFor({ state: 'detached' });
  });

  it('without WebGL the pane says what to do [MASK-134]', async () => {
    await page.evaluate(() => {
      const real = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function get(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(real, this, [kind, ...rest]);
      } as typeof real;
    });
    await page.keyboard.press('Shift+D');
    await page.getByText('This browser cannot draw in 3D here.').waitFor();
    await page.getByText(/^WebGL is missing or turned off/).waitFor();
  });
});
