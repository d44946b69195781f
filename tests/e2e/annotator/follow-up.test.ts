import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFollowedStudies, CT_SPACING, SIDE } from '#tests/support/measured-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';

type At = readonly [column: number, row: number];

/** A lesion is measured in two studies of a patient, and followed. Read from top to bottom. */
describe('lesions over the studies of a patient', () => {
  let server: TestServer;
  let people: People;
  let folder: Awaited<ReturnType<typeof createFollowedStudies>>;
  let page: Page;

  beforeAll(async () => {
    [server, people, folder] = await Promise.all([
      startTestServer({ people: true }),
      openPeople(),
      createFollowedStudies(['20251209', '20260314']),
    ]);
    page = (await people.newVisitor()).page;
    await signIn(page, server, DEMO.annotator);
    await uploadStudy(page, server, { path: folder.path, series: 2 });
    const authorization = `Bearer ${await bearerOf(server, DEMO.annotator)}`;
    const ofPatient = async () => {
      const answer = await server.request('/api/studies-v2', { headers: { authorization, team: 'north' } });
      return ((await answer.json()) as { data: { uuid: string; studyDate: string; patient: string }[] }).data;
    };
    // Both become studies of one patient once the server has read them.
    let studies = await ofPatient();
    for (let tries = 0; tries < 100 && new Set(studies.map(({ patient }) => patient)).size > 1; tries += 1) {
      await page.waitForTimeout(100);
      studies = await ofPatient();
    }
    const latest = studies.find(({ studyDate }) => studyDate.startsWith('2026'))!;
    await page.goto(`${server.teamOrigin('north')}/annotator/case/${latest.uuid}`);
    await pane(0).and(page.locator('[data-shown]')).waitFor();
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await folder.remove();
  });

  const pane = (at: number): Locator => page.locator(`[data-pane="${at}"] [role="application"]`);
  const panel = (): Locator => page.getByRole('region', { name: 'Lesions of the patient' });
  const lesion = (): Locator => panel().locator('[data-lesion]');
  /** Where a pixel of the fitted picture is on the screen. */
  async function place(at: number, [column, row]: At): Promise<[number, number]> {
    const { x, y, width, height } = (await pane(at).boundingBox())!;
    const [high, wide] = CT_SPACING;
    const scale = Math.min(width / (SIDE * wide), height / (SIDE * high));
    return [x + width / 2 + (column + 0.5 - SIDE / 2) * wide * scale, y + height / 2 + (row + 0.5 - SIDE / 2) * high * scale];
  }
  async function measure(at: number, from: At, to: At): Promise<void> {
    await pane(at).focus();
    await page.keyboard.press('m');
    await page.mouse.move(...(await place(at, from)));
    await page.mouse.down();
    await page.mouse.move(...(await place(at, to)), { steps: 4 });
    await page.mouse.up();
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
