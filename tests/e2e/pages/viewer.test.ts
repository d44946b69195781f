import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { killBrowser, launchBrowser, type LaunchOptions } from '#tests/support/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { dropFolder, expectFocus, openUploadPage, signIn, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

/** A series that is looked at, slice by slice, before anything is sent. */
describe('the viewer', () => {
  let server: TestServer;
  let study: StudyFolder;
  let profile: string;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [server, study] = await Promise.all([startTestServer({ people: true }), createStudyFolder()]);
  });

  afterEach(async () => {
    await killBrowser(profile, context);
    await rm(profile, { recursive: true, force: true });
  });

  afterAll(async () => {
    await Promise.all([server?.dispose(), study?.remove()]);
  });

  async function openPage(options: Omit<LaunchOptions, 'userDataDir'>): Promise<void> {
    profile = await mkdtemp(join(tmpdir(), 'lightship-profile-'));
    context = await launchBrowser({ userDataDir: profile, ...options });
    page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, server);
    await openUploadPage(page, server);
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
  }

  const row = (): Locator => page.getByRole('row', { name: '2 head axial' });
  const cell = (): Locator => page.getByRole('application', { name: 'Heron, Quiet, 2 · head axial' });
  const shown = async (slice: number): Promise<void> => page.locator(`[data-drawn="${slice - 1}"]`).waitFor();
  const overlay = (text: string | RegExp): Locator => cell().getByText(text, { exact: true });

  it('is opened, scrolled, windowed, searched and closed by keys, and the focus returns to the row [UI-10, UI-11]', async () => {
    await openPage({ viewport: { width: 1440, height: 900 } });
    await row().focus();
    await page.keyboard.press('Enter');
    await shown(7);
    expect(await page.getByRole('dialog').evaluate((panel: HTMLElement) => panel.offsetWidth)).toBe(750);
    for (const text of ['Heron, Quiet · F', '2 · head axial', '02.01.2026', 'Im 7 / 12', 'W 760 L 380', 'R', 'A', 'L', 'P']) {
      await overlay(text).waitFor();
    }
    await cell().focus();
    for (const [key, slice] of [
      ['ArrowDown', 8],
      ['ArrowLeft', 7],
      ['End', 12],
      ['ArrowDown', 12],
      ['Shift+ArrowUp', 2],
      ['Home', 1],
      ['PageDown', 11],
    ] as const) {
      await page.keyboard.press(key);
      await shown(slice);
    }
    await page.getByText('slice 11 of 12, W 760 L 380').waitFor({ state: 'attached' });

    const before = await centre(cell());
    await page.keyboard.press('i');
    await expect.poll(() => centre(cell())).toBe(255 - before);
    await page.keyboard.press(' ');
    await expect.poll(() => centre(cell())).toBe(before);
    await page.keyboard.press('Shift+Digit2');
    await overlay(/^W (?!760)\d+ L \d+$/).waitFor();
    await page.keyboard.press(' ');

    await page.keyboard.press('t');
    const tags = page.getByRole('region', { name: 'Tags' });
    await tags.getByRole('button', { name: /^Copy Modality .* MR$/ }).waitFor();
    await tags.getByRole('textbox').fill('0010 name');
    await expect.poll(() => tags.getByRole('button').allInnerTexts()).toEqual([expect.stringContaining('Heron^Quiet')]);

    await page.getByRole('button', { name: 'Next series' }).click();
    await page
      .getByRole('application', { name: /3 · head coronal$/ })
      .and(page.locator('[data-drawn]'))
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('3 head coronal');
  });

  it('turns a drag into a window with a new image, and undoes it on Escape', async () => {
    await openPage({ viewport: { width: 1440, height: 900 } });
    await row()
      .getByRole('button', { name: /^Look at/ })
      .click();
    await shown(7);
    const before = await greys(cell());
    const box = (await cell().boundingBox())!;
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 228, box.y + 100);
    await page.mouse.move(box.x + 228, box.y + 164);
    // Half of 760 wider; a quarter of it higher.
    await overlay('W 1140 L 570').waitFor();
    const linear = (grey: number) => ((grey - 127.5) / 255) * 759 + 379.5;
    await expect
      .poll(async () => {
        const now = await greys(cell());
        return now.every((grey, at) => {
          const from = before[at]!;
          // What was black or white in the first window may have been anything beyond it.
          if (from < 2 || from > 253) return true;
          return Math.abs(grey - Math.max(0, ((linear(from) - 569.5) / 1139) * 255 + 127.5)) < 2;
        });
      })
      .toBe(true);
    await page.keyboard.press('Escape');
    await overlay('W 760 L 380').waitFor();
    await expect.poll(() => greys(cell())).toEqual(before);
    await page.mouse.up();
    expect(await page.getByRole('dialog').count()).toBe(1);

    await page.mouse.wheel(0, 120);
    await shown(8);
    // The list beside it is still in use.
    await page.getByRole('checkbox', { name: 'Upload series 2 head axial' }).click();
    await page.getByText('2 of 3 series selected').waitFor();
  });

  it('previews next to the row: a drag changes the window, opens nothing, and ends with the preview', async () => {
    await openPage({ viewport: { width: 1440, height: 900 } });
    const thumbnail = row().getByRole('button', { name: /^Look at/ });
    const window = (text: string): Locator => page.getByText(text, { exact: true });
    await thumbnail.hover();
    await window('W 760 L 380').waitFor();
    const { x, y, height } = (await thumbnail.boundingBox())!;
    await page.mouse.move(x + 8, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + height / 2);
    // 32 of the 256 pixels that double it.
    await window('W 855 L 380').waitFor();
    await page.mouse.up();
    await window('W 855 L 380').waitFor();
    expect(await cell().count()).toBe(0);
    await page.mouse.move(0, 0);
    await window('W 855 L 380').waitFor({ state: 'hidden' });
    await thumbnail.hover();
    await window('W 760 L 380').waitFor();
    await thumbnail.click();
    await shown(7);
  });

  it('plays a cine at the rate of its file, frame by frame, and stops when it is not visible', async () => {
    await openPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await dropPaths(page, page.locator('[data-upload-state]'), [await writeCine(profile)]);
    await waitUntilOnDevice(page, study.series.length + 1);
    const run = page.getByRole('row', { name: /left coronary/ });
    const picture = page.getByRole('application', { name: /left coronary$/ });
    await run.focus();
    await page.keyboard.press('Enter');
    await picture.and(page.locator('[data-drawn]')).waitFor();
    const rate = page.getByRole('combobox', { name: 'Pictures per second' });
    await expect.poll(() => rate.inputValue()).toBe('25');
    // It never begins by itself, and a person who wants less motion may still press Play.
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await picture.focus();
    await page.keyboard.press('Home');
    await shown(1);

    const steps = await stepsOf(picture, 30, () => page.keyboard.press('k'));
    expect(steps.slices).toEqual(Array.from({ length: 30 }, (_, index) => (index + 1) % CINE.frames));
    expect(steps.greys).toEqual(steps.slices.map((slice) => CINE.grey(slice)));
    // 29 pauses of 40 ms, of which the first may come late: a slow machine may take longer, and none may be faster.
    expect(steps.ms).toBeGreaterThan(28 * 40 - 17);

    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await rate.selectOption('5');
    await picture.focus();
    await page.keyboard.press('Home');
    await shown(1);
    expect((await stepsOf(picture, 4, () => page.keyboard.press('k'))).ms).toBeGreaterThan(2 * 200 - 17);

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expectFocus(run);
    await page.keyboard.press('Enter');
    await picture.and(page.locator('[data-drawn]')).waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await expect.poll(() => rate.inputValue()).toBe('25');
  });

  it('is scrolled with one finger, zoomed with two, and fills the screen of a phone', async () => {
    await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await row()
      .getByRole('button', { name: /^Look at/ })
      .tap();
    await shown(7);
    expect(await page.getByRole('dialog').evaluate((panel: HTMLElement) => panel.offsetWidth)).toBe(390);
    for (const button of await page.getByRole('toolbar').getByRole('button').all()) {
      const { width, height } = (await button.boundingBox())!;
      expect([width >= 44, height >= 44]).toEqual([true, true]);
    }
    const box = (await cell().boundingBox())!;
    const at = (x: number, y: number, id = 1) => ({ x: box.x + x, y: box.y + y, id });
    const touch = await context.newCDPSession(page);
    const send = (type: string, points: object[]) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points } as never);
    await send('touchStart', [at(150, 100)]);
    await send('touchMove', [at(150, 150)]);
    await send('touchEnd', []);
    await shown(9);
    await send('touchStart', [at(100, 200)]);
    await send('touchStart', [at(100, 200), at(200, 200, 2)]);
    await send('touchMove', [at(50, 200), at(250, 200, 2)]);
    await send('touchEnd', []);
    const zoom = async () => Number(/\d+/.exec(await overlay(/^Zoom/).innerText())![0]);
    await expect.poll(zoom).toBeGreaterThan(700);
    await shown(9);
    await page.getByRole('button', { name: 'Close the panel' }).tap();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

/** Greys along the middle row of the picture as it is painted. */
function greys(cell: Locator): Promise<number[]> {
  return cell.locator('canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, Math.floor(height / 2), width, 1);
    return Array.from({ length: 40 }, (_, index) => data[Math.floor(((index + 0.5) / 40) * width) * 4]!);
  });
}

async function centre(cell: Locator): Promise<number> {
  return (await greys(cell))[20]!;
}

/** A run of an angiograph: 64 x 64 pixels of 8 bits, each frame of one grey, lighter from frame to frame. */
const CINE = { frames: 12, grey: (frame: number) => frame * 20 } as const;

async function writeCine(folder: string): Promise<string> {
  const pixels = Buffer.concat(Array.from({ length: CINE.frames }, (_, frame) => Buffer.alloc(64 * 64, CINE.grey(frame))));
  const file = smallFile({
    SOPClassUID: '1.2.840.10008.5.1.4.1.1.12.1',
    SOPInstanceUID: '2.25.7101',
    StudyInstanceUID: '2.25.71',
    SeriesInstanceUID: '2.25.711',
    SeriesDescription: 'left coronary',
    Modality: 'XA',
    NumberOfFrames: CINE.frames,
    CineRate: 25,
    Rows: 64,
    Columns: 64,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    WindowCenter: 128,
    WindowWidth: 256,
    PixelData: new Uint8Array(pixels),
  });
  const path = join(folder, 'left-coronary.dcm');
  await writeFile(path, file);
  return path;
}

/** The next so many pictures that are shown after `begin`: their numbers from 0, their grey, and the time from the first to the last of them. */
async function stepsOf(cell: Locator, count: number, begin: () => Promise<void>) {
  const recorded = await cell.evaluateHandle((element, wanted) => {
    const seen: { slice: number; grey: number; at: number }[] = [];
    const done = new Promise<typeof seen>((resolve) => {
      const observer = new MutationObserver(() => {
        const canvas = element.querySelector('canvas')!;
        const [grey] = canvas.getContext('2d')!.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
        seen.push({ slice: Number((element as HTMLElement).dataset['drawn']), grey: grey!, at: performance.now() });
        if (seen.length < wanted) return;
        observer.disconnect();
        resolve(seen);
      });
      observer.observe(element, { attributes: true, attributeFilter: ['data-drawn'] });
    });
    return { done };
  }, count);
  await begin();
  const seen = await recorded.evaluate(({ done }) => done);
  return { slices: seen.map(({ slice }) => slice), greys: seen.map(({ grey }) => grey), ms: seen.at(-1)!.at - seen[0]!.at };
}
