import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { dropFolder, openUploadPage, signIn, waitUntilOnDevice } from './visit.ts';

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

  async function openPage(options: { viewport: { width: number; height: number }; hasTouch?: boolean }): Promise<void> {
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

  it('is opened, walked, windowed, searched and closed by keys, and the focus goes back to the row', async () => {
    await openPage({ viewport: { width: 1440, height: 900 } });
    await row().focus();
    await page.keyboard.press('Enter');
    await shown(7);
    expect(await page.getByRole('dialog').evaluate((panel) => panel.getBoundingClientRect().width)).toBe(750);
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
    await tags.getByRole('button', { name: 'Copy Modality: MR' }).waitFor();
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

  it('makes of a drag the window that its way says, a new picture with it, and takes it back on Escape', async () => {
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

  it('is walked by a finger, zoomed by two, and fills the screen of a phone', async () => {
    await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await row()
      .getByRole('button', { name: /^Look at/ })
      .tap();
    await shown(7);
    expect(await page.getByRole('dialog').evaluate((panel) => panel.getBoundingClientRect().width)).toBe(390);
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
