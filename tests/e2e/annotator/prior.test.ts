import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drag, paneOf, type At } from '#tests/e2e/support/drawing.ts';
import { openFollowedStudies } from '#tests/e2e/support/followed-studies.ts';

/** A study and an earlier one of the same patient, side by side. Read from top to bottom. */
describe('a prior beside the current study', () => {
  let opened: Awaited<ReturnType<typeof openFollowedStudies>>;
  let page: Page;

  beforeAll(async () => {
    opened = await openFollowedStudies();
    ({ page } = opened);
  });
  afterAll(() => opened.close());

  const bar = (): Locator => page.getByRole('region', { name: 'Link of the two studies' });
  const slices = async (): Promise<(string | null)[]> => [
    await paneOf(page, 0).getAttribute('data-shown'),
    await paneOf(page, 1).getAttribute('data-shown'),
  ];
  const showing = (...expected: number[]) => expect.poll(slices).toEqual(expected.map(String));

  it('says in each pane of which study it is, where they are two [ANN-66]', async () => {
    expect(await page.locator('[data-study]').count()).toBe(0);
    await paneOf(page).focus();
    await page.keyboard.press('Alt+Digit2');
    await paneOf(page, 1).and(page.locator('[data-shown]')).waitFor();
    await expect
      .poll(() => page.locator('[data-study]').allInnerTexts())
      .toEqual(['14.03.2026 current', '09.12.2025 prior, 95 days earlier']);
  });

  it('follows by the frame of reference, is moved by hand with buttons and keys, and goes back [ANN-67]', async () => {
    await bar().getByText('by frame of reference').waitFor();
    for (const at of [0, 1]) await page.locator(`[data-pane="${at}"]`).getByText('3 of 3 slices').waitFor();
    await showing(1, 1);
    await bar().getByRole('button', { name: 'Prior one step on' }).click();
    await bar().getByText('5.0 mm', { exact: true }).waitFor();
    await bar().getByText('prior is moved by').waitFor();
    await showing(1, 2);
    await paneOf(page).focus();
    await page.keyboard.press('ArrowUp');
    await showing(0, 1);
    await page.keyboard.press('<');
    await bar().getByText('0.0 mm', { exact: true }).waitFor();
    await showing(0, 0);
    await bar().getByRole('button', { name: 'Follow registration or frame of reference again' }).click();
    await bar().getByText('by frame of reference').waitFor();
  });

  it('is linked as it is where positions are not linked [ANN-67]', async () => {
    await page.getByRole('tab', { name: 'View' }).click();
    const position = page.getByRole('region', { name: 'Link panes' }).getByRole('checkbox', { name: 'Position' });
    await position.uncheck();
    await bar().getByText('Not linked').waitFor();
    await paneOf(page, 1).focus();
    await page.keyboard.press('End');
    await showing(0, 2);
    await bar().getByRole('button', { name: 'Link here' }).click();
    await bar().getByText('10.0 mm', { exact: true }).waitFor();
    expect(await position.isChecked()).toBe(true);
    await page.keyboard.press('ArrowUp');
    await showing(0, 1);
  });

  it('the list of measurements says what the same thing was before [ANN-68]', async () => {
    async function measure(address: string, to: At, text: string): Promise<void> {
      await page.goto(address);
      await page.locator('[data-pane="0"]').getByText('3 of 3 slices').waitFor();
      await paneOf(page).focus();
      await page.keyboard.press('m');
      await drag(page, [20, 20], to);
      await page.getByRole('textbox', { name: 'Text' }).fill(text);
      await page.keyboard.press('Enter');
      // The server has its text: the next page asks for it.
      await page.locator('[data-row]').getByText(text.trim(), { exact: true }).waitFor();
      await page.getByRole('img', { name: /^Waits/ }).waitFor({ state: 'detached' });
    }
    await measure(opened.earlier, [40, 20], 'hilum');
    await measure(opened.address, [60, 20], 'Hilum ');
    const prior = page.locator('[data-row]', { hasText: 'Hilum' }).locator('[data-prior="text"]');
    await prior.waitFor();
    const [, mm, percent] = /^prior ([\d.]+) mm, \+(\d+) %$/.exec(await prior.innerText())!.map(Number) as [number, number, number];
    expect([Math.abs(mm - 20) < 0.6, Math.abs(percent - 100) < 6]).toEqual([true, true]);
  });

  it('measurements of the earlier study stand below, and are shown, not changed [MEAS-19]', async () => {
    const earlier = page.locator('[data-row]').filter({ has: page.getByText('hilum', { exact: true }) });
    await earlier.getByRole('button').click();
    await page.locator('[data-pane="0"] [data-measurement]').waitFor();
    await earlier.getByText('20.0 mm').last().waitFor();
    expect(await earlier.getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    // It is compared with nothing.
    expect(await page.locator('[data-prior]').count()).toBe(1);
  });

  it('an earlier study is compared with nothing that came later [ANN-68]', async () => {
    // The later one is measured by now.
    await page.goto(opened.earlier);
    await page.locator('[data-pane="0"]').getByText('3 of 3 slices').waitFor();
    await page.getByRole('tab', { name: /^Measure/ }).click();
    await page.locator('[data-row]').getByText('hilum', { exact: true }).waitFor();
    await page.locator('[data-row]').getByText('20.0 mm').first().waitFor();
    expect(await page.locator('[data-prior]').count()).toBe(0);
  });
});
