import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drag, isDrawn, makeSegment, openMeasuredStudy, paneOf, type At, type OpenedStudy } from '#tests/e2e/support/drawing.ts';

/** Somebody looks at an earlier state, names it and restores it. Read from top to bottom. */
describe('the history of a segmentation in the annotator', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    ({ page } = opened);
    await makeSegment(page);
    await drag(page, [20, 20], [40, 20]);
    await drag(page, [20, 50], [40, 50]);
  });
  afterAll(() => opened.close());

  const FIRST: At = [30, 20];
  const SECOND: At = [30, 50];
  const THIRD: At = [30, 35];
  const actions = (): Locator => page.locator('[data-action]');
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });

  it('lists what was done, and shows an earlier state in which nothing is drawn [MASK-171, MASK-172]', async () => {
    await expect.poll(() => isDrawn(page, SECOND)).toBe(true);
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.poll(() => actions().allInnerTexts()).toEqual([expect.stringMatching(/^Paint\s+Part 1\s+You · /), expect.any(String)]);
    await expect.poll(() => page.locator('[data-action]').getByRole('img', { name: 'on the server' }).count()).toBe(2);
    await actions().nth(1).getByRole('button').first().click();
    await button('Look at this state').click();
    await expect.poll(() => isDrawn(page, SECOND)).toBe(false);
    expect(await isDrawn(page, FIRST)).toBe(true);
    await page.locator('[data-pane="0"] [data-earlier]').waitFor();
    await drag(page, [20, 35], [40, 35]);
    await page.getByText('An earlier state is shown. Go back to now to draw.').waitFor();
    await button(/back to now$/)
      .first()
      .click();
    await expect.poll(() => isDrawn(page, SECOND)).toBe(true);
    expect(await isDrawn(page, [30, 35])).toBe(false);
  });

  it('names a state, and restores it as something to undo [MASK-174, MASK-178]', async () => {
    await button('Name this state').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Before biopsy');
    await button('Save').click();
    await page.locator('[data-revision]').getByRole('button').first().click();
    await button('Restore this state').click();
    await page.getByText('Restored: Part 1.').waitFor();
    await expect.poll(() => isDrawn(page, SECOND)).toBe(false);
    await expect.poll(() => actions().first().innerText()).toMatch(/^Restore an earlier state/);
    await paneOf(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => isDrawn(page, SECOND)).toBe(true);
    await expect.poll(() => actions().first().innerText()).toMatch(/^Undo: Restore an earlier state/);
  });

  it('works without a network, but names nothing [MASK-173, MASK-178]', async () => {
    await expect.poll(() => actions().getByRole('img', { name: 'on this device' }).count()).toBe(0);
    await page.context().setOffline(true);
    await paneOf(page).focus();
    await drag(page, [20, 35], [40, 35]);
    await expect.poll(() => isDrawn(page, THIRD)).toBe(true);
    await drag(page, [20, 60], [40, 60]);
    await expect.poll(() => actions().getByRole('img', { name: 'on this device' }).count()).toBe(2);
    await actions().first().getByRole('button').first().click();
    await page.getByText('It can be named once it is on the server.').waitFor();
    await actions().nth(2).getByRole('button').first().click();
    await button('Look at this state').click();
    await expect.poll(() => isDrawn(page, THIRD)).toBe(false);
    await actions().nth(1).getByRole('button').first().click();
    await button('Look at this state').click();
    await expect.poll(() => isDrawn(page, THIRD)).toBe(true);
    await button(/back to now$/)
      .first()
      .click();
    await page.locator('[data-earlier]').waitFor({ state: 'detached' });
  });
});
