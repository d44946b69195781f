import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMeasuredStudy, paneOf, type OpenedStudy } from '#tests/e2e/support/drawing.ts';

/** The display of the device: the brightness around the images, and its checks. Read from top to bottom. */
describe('the display', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    ({ page } = opened);
  });
  afterAll(() => opened.close());

  const filterOf = (part: Locator): Promise<string> => part.evaluate((element) => getComputedStyle(element).filter);
  const panel = (): Locator => page.getByRole('complementary');
  const section = (): Locator => page.getByRole('region', { name: 'Display', exact: true });
  const line = (): Locator => page.getByRole('region', { name: 'Check of the display' });

  it('everything but the images becomes darker by a key, is as it was under the pointer and the focus, and stays so after a reload [SCREEN-04]', async () => {
    await page.getByRole('tab', { name: 'View' }).click();
    await paneOf(page).focus();
    await paneOf(page).hover();
    expect(await filterOf(panel())).toBe('none');
    await page.keyboard.press('Shift+H');
    await expect.poll(() => filterOf(panel())).toBe('contrast(1.4) brightness(0.8)');
    expect(await filterOf(paneOf(page))).toBe('none');
    for (const part of [
      page.getByRole('region', { name: 'Study', exact: true }),
      page.getByRole('toolbar', { name: 'Tools', exact: true }),
    ])
      expect(await filterOf(part)).toBe('contrast(1.4) brightness(0.8)');
    await panel().hover();
    expect(await filterOf(panel())).toBe('none');
    await paneOf(page).hover();
    await page.getByRole('tab', { name: 'View' }).focus();
    expect(await filterOf(panel())).toBe('none');
    await section().getByText('3', { exact: true }).click();
    await section().getByText('below WCAG AA').waitFor();
    await page.reload();
    await paneOf(page).and(page.locator('[data-shown]')).waitFor();
    await paneOf(page).hover();
    await expect.poll(() => filterOf(panel())).toBe('contrast(1.4) brightness(0.35)');
    await paneOf(page).focus();
    await page.keyboard.press('Shift+H');
    await expect.poll(() => filterOf(panel())).toBe('none');
  });

  it('a check that is due is a line under the header, until somebody has looked at the test picture [SCREEN-05, SCREEN-06]', async () => {
    await page.getByRole('tab', { name: 'View' }).click();
    await section().getByText('The display was never checked on this device.').waitFor();
    expect(await line().count()).toBe(0);
    await section().getByRole('combobox', { name: 'Remind of a check' }).selectOption('Every 90 days');
    await line().getByText('It was never checked on this device.').waitFor();
    await line().getByRole('button', { name: 'Test picture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check of the display' });
    const picture = dialog.getByRole('img', { name: /^Test picture/ });
    await expect
      .poll(() =>
        picture.evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          const values = new Set(data.filter((_, at) => at % 4 === 0));
          // Every pixel is one of the display.
          const isSharp = canvas.width === Math.round(canvas.getBoundingClientRect().width * devicePixelRatio);
          return isSharp && [0, 13, 15, 240, 242, 255].every((value) => values.has(value));
        }),
      )
      .toBe(true);
    await dialog.getByRole('button', { name: 'Checked today' }).click();
    await line().waitFor({ state: 'detached' });
    await section()
      .getByText(/^The display was last checked on \d{2}\.\d{2}\.\d{4}\.$/)
      .waitFor();
  });

  it('comes back after its interval, and can be put off for the day [SCREEN-05]', async () => {
    await page.evaluate(() => {
      const check = JSON.parse(localStorage.getItem('lightship.display-check')!) as object;
      localStorage.setItem('lightship.display-check', JSON.stringify({ ...check, checkedAt: Date.now() - 91 * 86_400_000 }));
    });
    await page.reload();
    await line().getByText('A check of the display is due. The last one was on').waitFor();
    await line().getByRole('button', { name: 'Not today' }).click();
    await line().waitFor({ state: 'detached' });
    await page.reload();
    await paneOf(page).and(page.locator('[data-shown]')).waitFor();
    expect(await line().count()).toBe(0);
  });
});
