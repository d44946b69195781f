import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drag, paneOf, type At, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { openFollowedStudies } from '#tests/e2e/support/followed-studies.ts';

/** A lesion is measured in two studies of a patient, and followed. Read from top to bottom. */
describe('lesions over the studies of a patient', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await openFollowedStudies();
    ({ page } = opened);
  });
  afterAll(() => opened.close());

  const pane = (at: number): Locator => paneOf(page, at);
  const panel = (): Locator => page.getByRole('region', { name: 'Lesions of the patient' });
  const lesion = (): Locator => panel().locator('[data-lesion]');
  async function measure(at: number, from: At, to: At): Promise<void> {
    await pane(at).focus();
    await page.keyboard.press('m');
    await drag(page, from, to, at);
  }
  const values = async (of: Locator): Promise<number[]> =>
    (await of.allInnerTexts())
      .join('\n')
      .match(/\d+\.\d/g)
      ?.map(Number) ?? [];

  it('a lesion is made of a measurement, and linked to that of the earlier study [LES-01, LES-02, LES-05]', async () => {
    await pane(0).focus();
    await page.keyboard.press('Alt+Digit2');
    await pane(1).and(page.locator('[data-shown]')).waitFor();
    await page.getByRole('tab', { name: 'Follow-up' }).click();
    // 40 mm now, and 20 mm before.
    await measure(0, [10, 20], [50, 20]);
    await panel().getByRole('button', { name: 'Add a lesion' }).click();
    await panel().getByRole('textbox', { name: 'Title' }).fill('Left hilum');
    await panel().getByRole('button', { name: 'Add', exact: true }).click();
    await lesion().getByText('Left hilum').waitFor();
    await measure(1, [20, 20], [40, 20]);
    await lesion().getByRole('button', { name: /^Link/ }).click();
    await expect.poll(() => lesion().getByRole('button', { name: /^Link/ }).count()).toBe(0);
    const [before, now] = await values(lesion().getByRole('button').first());
    expect([Math.abs(before! - 20) < 0.6, Math.abs(now! - 40) < 0.6]).toEqual([true, true]);
  });

  it('the table is the one computed by hand, and RECIST suggests progression [LES-06, LES-07, LES-12]', async () => {
    const [before, now] = (await values(panel().getByRole('group', { name: 'Sum' }))) as [number, number];
    expect(await values(lesion().getByRole('button').first())).toEqual([before, now]);
    const percent = `+${Math.round(((now - before) / before) * 100)} %`;
    await panel().getByText('Since prior, the smallest sum').waitFor();
    expect(await panel().getByText(percent, { exact: true }).count()).toBe(3);
    const box = panel().getByRole('group', { name: 'RECIST 1.1 suggests' });
    await box.getByText('Progressive disease').waitFor();
    await box.getByRole('button', { name: 'Accept' }).click();
    await panel()
      .getByText(/^accepted by /)
      .waitFor();
  });

  it('a click shows now and before side by side, also after a reload, and the table leaves as CSV [LES-14, LES-15]', async () => {
    await page.reload();
    await pane(0).and(page.locator('[data-shown]')).waitFor();
    await page.getByRole('tab', { name: 'Follow-up' }).click();
    await lesion().getByText('1', { exact: true }).waitFor();
    // The series of the earlier study are known.
    await lesion().locator('[data-shows="2"]').click();
    await expect.poll(() => page.locator('[data-pane="0"] [data-measurement]').count()).toBe(1);
    await expect.poll(() => page.locator('[data-pane="1"] [data-measurement]').count()).toBe(1);
    const [download] = await Promise.all([page.waitForEvent('download'), panel().getByRole('button', { name: 'CSV' }).click()]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toMatch(/lesion,1,Left hilum,target/);
    expect(text).toMatch(/decided,.*,progressive/);
  });

  it('the baseline is chosen by hand, also without a network, and the table says by whom [LES-17]', async () => {
    const choice = panel().getByRole('combobox', { name: 'Baseline' });
    const box = panel().getByRole('group', { name: 'RECIST 1.1 suggests' });
    await page.context().setOffline(true);
    await choice.selectOption({ label: '14.03.2026' });
    await panel().getByText('chosen by Noor Haddad · waits for the server').waitFor();
    await box.getByText('–', { exact: true }).waitFor();
    await page.context().setOffline(false);
    await panel().getByText('chosen by Noor Haddad', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Follow-up' }).click();
    await panel().getByText('chosen by Noor Haddad', { exact: true }).waitFor();
    await choice.selectOption({ label: 'First with a lesion · 09.12.2025' });
    await box.getByText('Progressive disease').waitFor();
    await expect
      .poll(() =>
        panel()
          .getByText(/^chosen by/)
          .count(),
      )
      .toBe(0);
  });

  it('the tabs of the panel share its width, say their names, and are reached by arrows [ANN-19]', async () => {
    const tabs = page.getByRole('tab');
    const names = (await tabs.allTextContents()).map((text) => text.trim());
    expect(names).toEqual(['Segments', 'Follow-up', 'Measure 1', 'Comments', 'History', 'View', 'Tags']);
    const list = (await page.getByRole('tablist').boundingBox())!;
    await page.getByRole('tab', { name: 'Follow-up' }).focus();
    for (const [at, name] of [...names.keys()].slice(2).map((each) => [each, names[each]!] as const)) {
      await page.keyboard.press('ArrowRight');
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
      const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
      expect(boxes.every((box) => box!.width >= 24 && box!.x >= list.x && box!.x + box!.width <= list.x + list.width + 0.5)).toBe(true);
      // Only the chosen one has its word on the screen.
      const shown = await tabs.evaluateAll((all) => all.map((tab) => tab.querySelector('svg') === null));
      expect(shown).toEqual(names.map((_, index) => index === at));
    }
  });
});
