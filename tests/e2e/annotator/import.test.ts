import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drag, isDrawn, makeSegment, openMeasuredStudy, paneOf, type At, type OpenedStudy } from '#tests/e2e/support/drawing.ts';

/** What one person exported comes in again without a network. Read from top to bottom. */
describe('importing segments in the annotator', () => {
  let opened: OpenedStudy;
  let page: Page;
  let files: { name: string; mimeType: string; buffer: Buffer }[];

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    ({ page } = opened);
    await makeSegment(page);
  });
  afterAll(() => opened.close());

  const ON: At = [30, 20];
  const dialog = (): Locator => page.getByRole('dialog', { name: 'Import segments' });
  const rows = (): Locator => page.locator('[data-segment]');

  it('a label map with its names becomes a new segment, and is one thing to undo [MASK-141, MASK-142, MASK-149]', async () => {
    await drag(page, [20, 20], [40, 20]);
    await expect.poll(() => isDrawn(page, ON)).toBe(true);
    await page.getByText('NIfTI', { exact: true }).click();
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    await page.getByRole('button', { name: 'Export 1' }).click();
    await expect.poll(() => downloads.length).toBe(3);
    files = await Promise.all(
      downloads.map(async (download) => {
        return { name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer: await readFile(await download.path()) };
      }),
    );
    await paneOf(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => isDrawn(page, ON)).toBe(false);

    await page.context().setOffline(true);
    await page.getByLabel('Files with segments').setInputFiles(files);
    await dialog().getByRole('checkbox', { name: 'Liver Part 1' }).and(page.locator(':checked')).waitFor();
    expect(await isDrawn(page, ON)).toBe(false);
    await dialog().getByRole('button', { name: 'Import 1' }).click();
    await page.getByText('Imported 1 segment.').waitFor();
    await expect.poll(() => isDrawn(page, ON)).toBe(true);
    await expect.poll(() => rows().count()).toBe(2);
    await paneOf(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => isDrawn(page, ON)).toBe(false);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => isDrawn(page, ON)).toBe(true);
  });

  it('what was imported without a network is on the server afterwards [MASK-149]', async () => {
    await page.context().setOffline(false);
    await rows().getByRole('img', { name: 'waits for its number' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('[data-pane="0"] [data-masks]').waitFor();
    await page.keyboard.press('p');
    await expect.poll(() => rows().count()).toBe(2);
    await rows()
      .nth(1)
      .getByText(/^[\d.]+ ml$/)
      .waitFor();
  });

  it('what is no label map is refused by name [MASK-145]', async () => {
    await page
      .getByLabel('Files with segments')
      .setInputFiles({ name: 'a.nii', mimeType: 'application/octet-stream', buffer: Buffer.alloc(900, 7) });
    await dialog()
      .getByText(/This is no NIfTI label map/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await dialog().waitFor({ state: 'detached' });
  });
});
