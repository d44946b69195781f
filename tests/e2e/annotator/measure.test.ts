import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMeasuredStudy, CT_SPACING, SIDE } from '#tests/support/measured-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';

type At = readonly [column: number, row: number];

/** One study whose answers are known, measured with the mouse. Read from top to bottom. */
describe('measuring in the annotator', () => {
  let server: TestServer;
  let people: People;
  let folder: Awaited<ReturnType<typeof createMeasuredStudy>>;
  let visitor: Visitor;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    [server, people, folder] = await Promise.all([startTestServer({ people: true }), openPeople(), createMeasuredStudy()]);
    visitor = await people.newVisitor({ serviceWorker: true });
    page = visitor.page;
    await signIn(page, server, DEMO.annotator);
    const uuid = await uploadStudy(page, server, { path: folder.path, series: 2 });
    address = `${server.teamOrigin('north')}/annotator/case/${uuid}`;
    await page.goto(address);
    await show(page, 'halves');
    await words(page, 'original · 3 of 3 slices').waitFor();
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await folder.remove();
  });

  const pane = (on: Page): Locator => on.locator('[data-pane="0"] [role="application"]');
  const words = (on: Page, text: string | RegExp): Locator => on.locator('[data-pane="0"]').getByText(text, { exact: true });
  /** Chooses a series from the list. */
  async function show(on: Page, description: string): Promise<void> {
    await pane(on).and(on.locator('[data-shown]')).waitFor();
    await pane(on).focus();
    await on.keyboard.press('u');
    const strip = on.getByRole('navigation', { name: 'Series' });
    await strip.getByRole('button', { name: description }).click();
    await words(on, new RegExp(`· ${description}$`)).waitFor();
    await on.keyboard.press('u');
    await strip.waitFor({ state: 'detached' });
    await pane(on).and(on.locator('[data-shown]')).waitFor();
    await pane(on).focus();
  }
  /** Where a pixel of the fitted picture is on the screen. `spacing`: mm between rows, then columns. */
  async function place([column, row]: At, [high, wide]: readonly [number, number] = CT_SPACING): Promise<[number, number]> {
    const { x, y, width, height } = (await pane(page).boundingBox())!;
    const scale = Math.min(width / (SIDE * wide), height / (SIDE * high));
    return [x + width / 2 + (column + 0.5 - SIDE / 2) * wide * scale, y + height / 2 + (row + 0.5 - SIDE / 2) * high * scale];
  }
  async function drag(from: At, to: At, spacing?: readonly [number, number]): Promise<void> {
    await page.mouse.move(...(await place(from, spacing)));
    await page.mouse.down();
    await page.mouse.move(...(await place(to, spacing)), { steps: 4 });
    await page.mouse.up();
  }
  async function click(at: At): Promise<void> {
    await page.mouse.move(...(await place(at)), { steps: 3 });
    await page.mouse.down();
    await page.mouse.up();
  }
  /** Lines beside a figure on the picture, without its number. */
  async function valuesOf(kind: string, on = page): Promise<string[]> {
    const lines = await on.locator(`[data-measurement][data-kind="${kind}"] tspan`).allTextContents();
    return lines.map((line, at) => (at === 0 ? line.replace(/^\d+ {2}/, '') : line));
  }
  const row = (on: Page, text: string | RegExp): Locator => on.locator('[data-row]').filter({ hasText: text });
  const numbered = (on: Page, number: number): Locator => on.locator('[data-row]').filter({ hasText: new RegExp(`^${number}`) });

  it('a length has the spacing of rows and of columns, and gets its number from the server [MEAS-03, MEAS-10]', async () => {
    await page.keyboard.press('m');
    // 30 mm across and 40 mm down.
    await drag([8, 8], [38, 28]);
    await expect.poll(() => valuesOf('length')).toHaveLength(1);
    const [text] = await valuesOf('length');
    expect(text).toMatch(/ mm$/);
    expect(Math.abs(Number.parseFloat(text!) - 50)).toBeLessThan(0.6);
    await numbered(page, 1).waitFor();
    await page.getByText('1 measurement on server').waitFor();
  });

  it('an angle is made by three clicks, in mm and not in pixels [MEAS-03]', async () => {
    await page.keyboard.press('a');
    // As wide as it is high in mm.
    await click([40, 40]);
    await click([20, 40]);
    await click([40, 30]);
    await expect.poll(() => valuesOf('angle')).toEqual(['45°']);
    await numbered(page, 2).waitFor();
  });

  it('a region has the values of its pixels in HU and its area, also after a handle was moved [MEAS-03, MEAS-04]', async () => {
    await page.keyboard.press('Shift+O');
    await drag([21.5, 45.5], [41.5, 55.5]);
    await expect
      .poll(() => valuesOf('rectangle'))
      .toEqual([expect.stringMatching(/^70(\.0)? ± 30(\.0)? HU$/), '40 to 100 HU', expect.stringMatching(/^(3\.9|4\.0)\d cm²$/)]);
    await drag([41.5, 55.5], [31.4, 55.5]);
    await expect.poll(() => valuesOf('rectangle')).toEqual(['40 ± 0 HU', '40 to 40 HU', expect.stringMatching(/^(1\.9|2\.0)\d cm²$/)]);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await valuesOf('rectangle'))[0]).toMatch(/^70(\.0)? ± 30(\.0)? HU$/);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(async () => (await valuesOf('rectangle'))[0]).toBe('40 ± 0 HU');
  });

  it('an arrow has the text that is written on the picture, and Escape stores nothing', async () => {
    await page.keyboard.press('t');
    await drag([50, 10], [58, 20]);
    await page.getByRole('textbox', { name: 'Text' }).and(page.locator('[data-pane] *')).fill('Edge of the phantom');
    await page.keyboard.press('Enter');
    await row(page, 'Edge of the phantom').waitFor();
    const before = await page.locator('[data-row]').count();
    await page.keyboard.press('m');
    await page.mouse.move(...(await place([10, 50])));
    await page.mouse.down();
    await page.mouse.move(...(await place([15, 55])), { steps: 2 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await page.locator('[data-row]').count()).toBe(before);
  });

  it('a click on a row shows its slice, and measurements stand on theirs only [MEAS-01]', async () => {
    await pane(page).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('[data-measurement]').count()).toBe(0);
    await numbered(page, 1).getByRole('button').first().click();
    await page.locator('[data-pane="0"] [data-shown="1"]').waitFor();
    await expect.poll(() => page.locator('[data-measurement]').count()).toBe(4);
  });

  it('computed planes are not measured, and the pane says so', async () => {
    await pane(page).focus();
    await page.keyboard.press('Alt+Digit0');
    await page.keyboard.press('m');
    const { x, y, width, height } = (await pane(page).boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await words(page, 'Measure on the stored slices.').waitFor();
    await page.keyboard.press('Alt+Digit1');
    await show(page, 'halves');
  });

  it('lengths on a radiograph are those on the detector, and it says so [MEAS-04]', async () => {
    await show(page, 'detector');
    await words(page, 'original · 1 of 1 slices').waitFor();
    await page.keyboard.press('m');
    await drag([10, 20], [50, 20], [1, 1]);
    await expect.poll(() => valuesOf('length')).toEqual([expect.stringMatching(/^(19\.9|20\.\d) mm$/), 'on the detector']);
    await numbered(page, 5).waitFor();
    await show(page, 'halves');
  });

  it('they leave as CSV and as a DICOM SR, by names that say nothing of the patient [MEAS-15, MEAS-16]', async () => {
    const exported = async (format: string): Promise<Download> => {
      await page.getByText(format, { exact: true }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export 5' }).click()]);
      return download;
    };
    const csv = await exported('CSV');
    expect(csv.suggestedFilename()).toMatch(/^study-\d+-measurements\.csv$/);
    const text = await readFile(await csv.path(), 'utf8');
    expect(text).toContain('rectangle,,mean,40,HU,');
    expect(text).not.toContain('Heron');
    const report = await exported('DICOM SR');
    expect(report.suggestedFilename()).toMatch(/^study-\d+-measurements\.dcm$/);
    const bytes = await readFile(await report.path(), 'latin1');
    for (const uid of ['1.2.840.10008.5.1.4.1.1.88.34', '2.25.3402', '2.25.34031']) expect(bytes).toContain(uid);
  });

  it('a key image has a caption, is shown on its slice, and leaves as PNG [MEAS-02]', async () => {
    await pane(page).focus();
    await page.keyboard.press('Shift+K');
    await page.getByRole('textbox', { name: 'Caption' }).and(page.locator('[data-pane] *')).fill('Two halves');
    await page.keyboard.press('Enter');
    await expect.poll(() => valuesOf('key-image')).toEqual(['Key image: Two halves']);
    await numbered(page, 6).waitFor();
    await page.getByText('PNG', { exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export 1' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^study-\d+-key-image-6\.png$/);
    expect((await readFile(await download.path())).subarray(1, 4).toString()).toBe('PNG');
  });

  it('all results leave as a page of PDF, by a name that says nothing of the patient [MEAS-18]', async () => {
    await page.getByText('PDF', { exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export 6' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^study-\d+-results\.pdf$/);
    const pdf = await readFile(await download.path(), 'latin1');
    expect([pdf.slice(0, 8), /\/Count (\d+)/.exec(pdf)?.[1], pdf.includes('Heron')]).toEqual(['%PDF-1.7', '1', false]);
  });

  it('a second browser shows them, and shows a new one within a second [MEAS-05, MEAS-11]', async () => {
    const other = (await people.newVisitor()).page;
    await signIn(other, server, DEMO.admin);
    await other.goto(address);
    await other.getByRole('tab', { name: /^Measure/ }).click();
    await expect.poll(() => other.locator('[data-row]').count()).toBe(6);
    await page.keyboard.press('j');
    await click([10, 35]);
    await row(other, '40 HU').and(numbered(other, 7)).waitFor();
    // Only its author and administrators change it.
    await numbered(other, 7).getByRole('button').first().click();
    await other.getByRole('button', { name: 'Delete' }).click();
    await numbered(page, 7).waitFor({ state: 'detached' });
    await other.context().close();
  });

  it('without a network a measurement is kept and waits, also over a reload, until the server has it [MEAS-12, MEAS-13]', async () => {
    await waitForServiceWorker(page);
    await page.keyboard.press('m');
    await visitor.context.setOffline(true);
    await drag([8, 60], [28, 60]);
    const waiting = page.locator('[data-row]').filter({ has: page.getByRole('img', { name: 'Waits for its number' }) });
    await waiting.waitFor();
    await page.getByText('1 on this device').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: /^Measure/ }).click();
    await waiting.waitFor();
    await page.getByText('1 on this device').waitFor();
    await visitor.context.setOffline(false);
    await waiting.waitFor({ state: 'detached' });
    // The number of the deleted one is not given again.
    await numbered(page, 8).waitFor();
    await page.getByText(/^\d+ on this device/).waitFor({ state: 'detached' });
  });
});
