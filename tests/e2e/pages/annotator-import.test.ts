import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMeasuredStudy } from '#tests/support/measured-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { drag, isDrawn, makeSegment, openHalves, paneOf, type At } from '#tests/e2e/support/drawing.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';

/** What one person exported comes in again without a network. Read from top to bottom. */
describe('importing segments in the annotator', () => {
  let server: TestServer;
  let people: People;
  let folder: Awaited<ReturnType<typeof createMeasuredStudy>>;
  let page: Page;
  let files: { name: string; mimeType: string; buffer: Buffer }[];

  beforeAll(async () => {
    [server, people, folder] = await Promise.all([startTestServer({ people: true }), openPeople(), createMeasuredStudy()]);
    ({ page } = await people.newVisitor());
    await signIn(page, server, DEMO.annotator);
    const uuid = await uploadStudy(page, server, { path: folder.path, series: 2 });
    await openHalves(page, `${server.teamOrigin('north')}/annotator/case/${uuid}`);
    await makeSegment(page);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await folder.remove();
  });

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
