import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';

/** One study of three series that cross each other, read from top to bottom. */
describe('the annotator', () => {
  let server: TestServer;
  let people: People;
  let folder: StudyFolder;
  let visitor: Visitor;
  let page: Page;
  let uuid: string;

  beforeAll(async () => {
    [server, people, folder] = await Promise.all([startTestServer({ people: true }), openPeople(), createStudyFolder()]);
    visitor = await people.newVisitor({ serviceWorker: true });
    page = visitor.page;
    await enterByCookie(page, server, DEMO.annotator);
    uuid = await uploadStudy(page, server, { path: folder.path, series: 3 });
    await page.goto(`${server.teamOrigin('north')}/annotator/case/${uuid}`);
    await pane(0).and(page.locator('[data-shown]')).waitFor();
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await folder.remove();
  });

  const pane = (at: number): Locator => page.locator(`[data-pane="${at}"] [role="application"]`);
  const shows = async (at: number, slice: number): Promise<void> =>
    page.locator(`[data-pane="${at}"] [data-shown="${slice - 1}"]`).waitFor();
  const words = (at: number, text: string | RegExp): Locator => page.locator(`[data-pane="${at}"]`).getByText(text, { exact: true });
  const panes = (): Promise<number> => page.locator('[data-pane]').count();
  /** A point of a pane, as parts of its width and height. */
  async function pointOf(at: number, x: number, y: number): Promise<[number, number]> {
    const { x: left, y: top, width, height } = (await pane(at).boundingBox())!;
    return [left + x * width, top + y * height];
  }
  /** The value under the pointer, once it is one of the full resolution. */
  async function valueAt(at: number, x: number, y: number): Promise<number> {
    await page.mouse.move(...(await pointOf(at, x, y)));
    const text = await page.locator(`[data-pane="${at}"] [data-value]`).filter({ hasText: /\d/ }).textContent();
    return Number(/-?[\d.]+/.exec(text!.replace('Value', ''))![0]);
  }

  it('opens the reference series at its middle, and names what it shows [ROUTE-099, ANN-01, ANN-11]', async () => {
    await shows(0, 7);
    await words(0, '2 · head axial').waitFor();
    await words(0, 'original · 12 of 12 slices').waitFor();
    await words(0, 'not for diagnosis').waitFor();
    for (const letter of ['R', 'L', 'A', 'P']) await words(0, letter).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Heron, Quiet');
  });

  it('walks by keys, wheel, drag and track [ANN-05]', async () => {
    await pane(0).focus();
    for (const [key, slice] of [
      ['ArrowDown', 8],
      ['ArrowLeft', 7],
      ['End', 12],
      ['ArrowDown', 12],
      ['Shift+ArrowUp', 2],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key);
      await shows(0, slice);
    }
    await page.mouse.move(...(await pointOf(0, 0.5, 0.5)));
    await page.mouse.wheel(0, 100);
    await shows(0, 2);
    await page.keyboard.press('d');
    await page.mouse.down();
    await page.mouse.move(...(await pointOf(0, 0.5, 0.9)), { steps: 5 });
    await page.mouse.up();
    await shows(0, 12);
    await page.locator('[data-pane="0"]').getByRole('slider').fill('3');
    await shows(0, 4);
    expect(await page.locator('[data-pane="0"] [data-slice]').textContent()).toBe('4 / 12');
  });

  it('sets the window by drag, by preset and back, and Escape takes a drag back [ANN-08, ANN-09]', async () => {
    await pane(0).focus();
    await page.keyboard.press('l');
    const before = await words(0, /^W \d+ L \d+$/).innerText();
    await page.mouse.move(...(await pointOf(0, 0.5, 0.5)));
    await page.mouse.down();
    await page.mouse.move(...(await pointOf(0, 0.6, 0.6)), { steps: 3 });
    await expect.poll(() => words(0, /^W \d+ L \d+$/).innerText()).not.toBe(before);
    await page.keyboard.press('Escape');
    await words(0, before).waitFor();
    await page.mouse.up();
    await page.keyboard.press('Shift+Digit2');
    await expect.poll(() => words(0, /^W \d+ L \d+$/).innerText()).not.toBe(before);
    await page.keyboard.press(' ');
    await words(0, before).waitFor();
  });

  it('shows series side by side, and the crosshair leads to the same point in all of them [ANN-02, ANN-07]', async () => {
    await page.keyboard.press('Alt+Digit4');
    await expect.poll(panes).toBe(4);
    await words(1, '3 · head coronal').waitFor();
    await words(2, '4 · head sagittal').waitFor();
    for (const [at, count] of [
      [1, 13],
      [2, 14],
    ] as const)
      await words(at, `original · ${count} of ${count} slices`).waitFor();
    await page.keyboard.press('c');
    await page.mouse.click(...(await pointOf(0, 0.5, 0.5)));
    await shows(1, 7);
    // In the middle between two slices, the first counts.
    await expect.poll(async () => page.locator('[data-pane="2"] [data-shown]').getAttribute('data-shown')).toMatch(/^[67]$/);
    // Towards the front of the patient, and to their right.
    const onScreen = async (at: number) => Number(await page.locator(`[data-pane="${at}"] [data-shown]`).getAttribute('data-shown'));
    const inTheMiddle = [await onScreen(1), await onScreen(2)];
    await page.mouse.click(...(await pointOf(0, 0.42, 0.35)));
    await expect.poll(() => onScreen(1)).not.toBe(inTheMiddle[0]);
    await expect.poll(() => onScreen(2)).not.toBe(inTheMiddle[1]);
    const [coronal, sagittal] = [await onScreen(1), await onScreen(2)];
    expect(sagittal).not.toBe(coronal);
  });

  it('a series is dropped on a pane, or chosen for the active one [ANN-02]', async () => {
    await page.keyboard.press('u');
    const strip = page.getByRole('navigation', { name: 'Series' });
    await strip.getByRole('button', { name: 'head sagittal' }).dragTo(pane(0));
    await words(0, '4 · head sagittal').waitFor();
    await strip.getByRole('button', { name: 'head axial' }).click();
    await words(0, '2 · head axial').waitFor();
    await page.keyboard.press('u');
    await strip.waitFor({ state: 'detached' });
  });

  it('three planes of a series have the same value at the same point, also when they are turned [ANN-03, ANN-07, ANN-15]', async () => {
    await pane(0).focus();
    await page.keyboard.press('Alt+Digit0');
    await expect.poll(panes).toBe(3);
    for (const [at, plane] of ['axial', 'sagittal', 'coronal'].entries())
      await words(at, `reformatted ${plane} · 12 of 12 slices`).waitFor();
    await page.mouse.click(...(await pointOf(0, 0.5, 0.5)));
    const middle = (at: number): Promise<number> => valueAt(at, 0.5, 0.5);
    // Each pane shows its former plane until the new one has been drawn.
    const isAlike = async (at: number, to: number): Promise<boolean> => Math.abs((await middle(at)) - to) < 0.1 * to;
    await expect.poll(async () => (await isAlike(1, await middle(0))) && (await isAlike(2, await middle(0)))).toBe(true);
    const axial = await middle(0);
    await page.keyboard.down('Shift');
    await page.mouse.move(...(await pointOf(0, 0.5, 0.5)));
    await page.mouse.down();
    await page.mouse.move(...(await pointOf(0, 0.6, 0.5)), { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await words(1, 'reformatted oblique · 12 of 12 slices').waitFor();
    await expect.poll(() => isAlike(1, axial)).toBe(true);
  });

  it('a thick plane shows the largest values, and says so [ANN-04]', async () => {
    await pane(0).focus();
    const before = await valueAt(0, 0.5, 0.5);
    await page.getByRole('radiogroup', { name: 'Thickness shows' }).getByText('Max', { exact: true }).click();
    await words(0, 'reformatted axial, largest value of 10 mm · 12 of 12 slices').waitFor();
    await expect.poll(() => valueAt(0, 0.5, 0.5)).toBeGreaterThan(before);
    await page.getByRole('radiogroup', { name: 'Thickness shows' }).getByText('None', { exact: true }).click();
    await words(0, 'reformatted axial · 12 of 12 slices').waitFor();
  });

  it('is played at a chosen rate, round and round, and stops at a key [ANN-10]', async () => {
    await pane(0).focus();
    await page.keyboard.press('Alt+Digit1');
    await page.getByRole('radiogroup', { name: 'Plane' }).getByText('Stored', { exact: true }).click();
    await pane(0).focus();
    await page.keyboard.press('End');
    await shows(0, 12);
    await page.keyboard.press('Shift+Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await shows(0, 1);
    await shows(0, 3);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.keyboard.press('Alt+Digit0');
    await expect.poll(panes).toBe(3);
  });

  it('one pane fills the area and gives it back, and the keys are listed [ANN-09, ANN-13]', async () => {
    await pane(0).focus();
    await page.keyboard.press('Enter');
    await expect.poll(panes).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(panes).toBe(3);
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keys in the annotator' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('opens without a network when the study is kept on the device [ANN-14]', async () => {
    await page.goto(`${server.teamOrigin('north')}/studies-v2`);
    await waitForServiceWorker(page);
    await page.getByRole('button', { name: /^Keep on this device: Heron/ }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Kept on this device, [\d.]+/ })
      .waitFor();
    await visitor.context.setOffline(true);
    await page.goto(`${server.teamOrigin('north')}/annotator/case/${uuid}`);
    await page.locator('[data-pane="0"] [data-shown]').waitFor();
    await pane(0).focus();
    await page.keyboard.press('End');
    await words(0, '12 / 12').waitFor();
    // The original files are kept.
    await words(0, 'original · 12 of 12 slices').waitFor();
    await visitor.context.setOffline(false);
  });
});
