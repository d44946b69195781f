import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  drag,
  isAllSent,
  isDrawn,
  makeSegment,
  openMeasuredStudy,
  paneOf,
  showSeries,
  type OpenedStudy,
} from '#tests/e2e/support/drawing.ts';

/** A study in two windows of one person. Read from top to bottom. */
describe('two windows of a study', () => {
  let opened: OpenedStudy;
  let first: Page;
  let second: Page;

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    first = opened.page;
  });
  afterAll(() => opened.close());

  const shownIn = (page: Page) => paneOf(page).getAttribute('data-shown');

  it('the second opens from the menu of layouts, without a panel, which a button shows [SCREEN-01]', async () => {
    await first.getByRole('button', { name: 'Layout' }).click();
    const [page] = await Promise.all([
      opened.context.waitForEvent('page'),
      first.getByRole('menuitem', { name: /^Open a second window/ }).click(),
    ]);
    second = page;
    await second.waitForURL(/second=true/);
    await showSeries(second, 'halves', 3);
    const panel = second.getByRole('button', { name: 'Segments, view, measure and tags' });
    expect(await second.getByRole('complementary').count()).toBe(0);
    await panel.click();
    await second.getByRole('complementary').waitFor();
    await panel.click();
    await second.getByRole('complementary').waitFor({ state: 'detached' });
  });

  it('they go to the same slice, and have layouts of their own [SCREEN-02]', async () => {
    await paneOf(first).focus();
    await first.keyboard.press('End');
    await expect.poll(() => shownIn(second)).toBe('2');
    await paneOf(second).focus();
    await second.keyboard.press('Home');
    await expect.poll(() => shownIn(first)).toBe('0');
    await second.keyboard.press('Alt+Digit2');
    await second.locator('[data-pane="1"]').waitFor();
    // The first hears of what is done after that, so it would have heard of the layout.
    await paneOf(second).focus();
    await second.keyboard.press('End');
    await expect.poll(() => shownIn(first)).toBe('2');
    expect(await first.locator('[data-pane="1"]').count()).toBe(0);
    await second.keyboard.press('Home');
    await expect.poll(() => shownIn(first)).toBe('0');
    await second.keyboard.press('Alt+Digit1');
    await second.locator('[data-pane="1"]').waitFor({ state: 'detached' });
  });

  it('what is measured in one is shown in the other [SCREEN-03]', async () => {
    await paneOf(second).focus();
    await second.keyboard.press('m');
    await drag(second, [10, 20], [30, 20]);
    await first.locator('[data-pane="0"] [data-measurement]').waitFor();
  });

  it('what is drawn and undone in one is so in the other, both ways, and the server has all of it [SCREEN-03]', async () => {
    await paneOf(first).focus();
    await makeSegment(first);
    await paneOf(first).focus();
    await drag(first, [20, 40], [30, 40]);
    await expect.poll(() => isDrawn(first, [25, 40])).toBe(true);
    // The second window shows segments once its panel has chosen the segmentation, as any page does.
    await second.getByRole('button', { name: 'Segments, view, measure and tags' }).click();
    await second.getByRole('tab', { name: 'Segments' }).click();
    await second.locator('[data-segment]').getByText('Part 1').waitFor();
    await expect.poll(() => isDrawn(second, [25, 40])).toBe(true);
    await paneOf(second).focus();
    await second.keyboard.press('p');
    await drag(second, [20, 50], [30, 50]);
    await expect.poll(() => isDrawn(first, [25, 50])).toBe(true);
    await second.keyboard.press('Control+z');
    await expect.poll(() => isDrawn(first, [25, 50])).toBe(false);
    expect(await isDrawn(first, [25, 40])).toBe(true);
    await isAllSent(first);
  });

  it('the first goes on when the second is closed [SCREEN-02]', async () => {
    await second.close();
    await paneOf(first).focus();
    await first.keyboard.press('ArrowDown');
    await expect.poll(() => shownIn(first)).toBe('1');
    await first.keyboard.press('ArrowUp');
    await drag(first, [20, 30], [30, 30]);
    await expect.poll(() => isDrawn(first, [25, 30])).toBe(true);
  });
});
