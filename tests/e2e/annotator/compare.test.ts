import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { CT_SPACING } from '#tests/support/measured-study.ts';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import {
  isAllSent,
  isDrawn,
  makeSegment,
  openHalves,
  openMeasuredStudy,
  paneOf,
  placeOf,
  type At,
  type OpenedStudy,
} from '#tests/e2e/support/drawing.ts';

/** First and last column and row of a box on one slice. */
type Box = { columns: readonly [number, number]; rows: readonly [number, number] };
const THEIRS: Box = { columns: [10, 29], rows: [10, 19] };
const OWN: Box = { columns: [10, 32], rows: [10, 19] };
/** mm between slices. */
const STEP = 5;

async function drawBox(page: Page, { columns: [left, right], rows: [top, bottom] }: Box): Promise<void> {
  await page.keyboard.press('g');
  const corners: At[] = [
    [left - 0.5, top - 0.5],
    [right + 0.5, top - 0.5],
    [right + 0.5, bottom + 0.5],
    [left - 0.5, bottom + 0.5],
  ];
  for (const corner of [...corners, corners[0]!]) await page.mouse.click(...(await placeOf(page, corner)));
  await isAllSent(page);
}

/** Of voxels of one slice, all of which are surface: no slice beside it has any. Voxel by voxel, in mm. */
function expected(): { dice: string; hd95: string; mean: string } {
  const voxels = ({ columns, rows }: Box): number[][] => {
    const found: number[][] = [];
    for (let row = rows[0]; row <= rows[1]; row += 1)
      for (let column = columns[0]; column <= columns[1]; column += 1) found.push([column, row]);
    return found;
  };
  const [own, theirs] = [voxels(OWN), voxels(THEIRS)];
  const nearest = (from: number[][], to: number[][]): number[] =>
    from
      .map(([x, y]) => Math.min(...to.map(([u, v]) => Math.hypot((u! - x!) * CT_SPACING[1], (v! - y!) * CT_SPACING[0]))))
      .toSorted((a, b) => a - b);
  const percentile95 = (sorted: number[]): number => {
    const at = 0.95 * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
    return below + (above - below) * (at - Math.floor(at));
  };
  const [there, back] = [nearest(own, theirs), nearest(theirs, own)];
  const all = [...there, ...back];
  const both = there.filter((mm) => mm === 0).length;
  return {
    dice: ((2 * both) / (own.length + theirs.length)).toFixed(2),
    hd95: Math.max(percentile95(there), percentile95(back)).toFixed(1),
    mean: (all.reduce((sum, mm) => sum + mm, 0) / all.length).toFixed(2),
  };
}

/** Two people have drawn the same, each for themselves. Read from top to bottom. */
describe('comparing two segmentations', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    await makeSegment(opened.page);
    await drawBox(opened.page, THEIRS);
    ({ page } = await opened.people.newVisitor());
    await signIn(page, opened.server, DEMO.admin);
    await openHalves(page, opened.address);
    await makeSegment(page);
    await drawBox(page, OWN);
  });
  afterAll(() => opened.close());

  const table = (): Locator => page.getByRole('table', { name: 'How the segments differ' });
  const legend = (): Locator => page.getByRole('list', { name: 'What differs: Part 1' });

  it('shows Dice and mm for each segment, and the volumes of one [CMP-21, CMP-22]', async () => {
    await page.getByRole('button', { name: 'Compare' }).click();
    const { dice, hd95, mean } = expected();
    await expect.poll(() => table().getByRole('row').last().getByRole('cell').allInnerTexts()).toEqual([dice, hd95, mean]);
    const label = async (side: string): Promise<string> =>
      page.getByRole('combobox', { name: side, exact: true }).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text);
    expect([await label('A'), await label('B')]).toEqual(['You · Liver', expect.stringMatching(/^(?!You).+ · Liver$/)]);
    const ml = (voxels: number): string => `${((voxels * CT_SPACING[0] * CT_SPACING[1] * STEP) / 1000).toFixed(2)} ml`;
    const detail = page.getByRole('region', { name: 'Part 1' });
    expect(await detail.getByRole('definition').allInnerTexts()).toEqual([ml(230), ml(200), `−${ml(30)}, −13 %`]);
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    expect(await legend().getByRole('listitem').allInnerTexts()).toEqual([`only A\n${ml(30)}`, `only B\n${ml(0)}`, `both\n${ml(200)}`]);
  });

  it('draws only the difference, and leads to it [CMP-22, CMP-24]', async () => {
    const [only, both]: At[] = [
      [31, 15],
      [20, 15],
    ];
    await expect.poll(() => isDrawn(page, only!)).toBe(true);
    expect(await isDrawn(page, both!)).toBe(false);
    await paneOf(page).focus();
    await page.keyboard.press('Home');
    await page.locator('[data-pane="0"] [data-shown="0"]').waitFor();
    expect(await isDrawn(page, only!)).toBe(false);
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-pane="0"] [data-shown="1"]').waitFor();
    await page.getByText(`now 2: ${expected().dice}`).waitFor();
    await page.getByText('worst: 2').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the table as CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain(`Part 1,You · Liver,`);
  });

  it('makes what both agree on a segmentation of its own without a network, which can be undone [CMP-12, CMP-25]', async () => {
    const votes = page.getByRole('combobox', { name: 'Votes that a voxel needs' });
    expect(await votes.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text)).toBe('2 of 2 agree');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Make new segmentation' }).click();
    await page.getByText('Made a new segmentation with 1 segment.').waitFor();
    await page.getByRole('button', { name: 'Open it' }).click();
    await expect.poll(() => isDrawn(page, [20, 15])).toBe(true);
    await page.context().setOffline(false);
    await page.locator('[data-segment]').getByText('2.00 ml').waitFor();
    expect(await isDrawn(page, [31, 15])).toBe(false);
    await isAllSent(page);
    await paneOf(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => isDrawn(page, [20, 15])).toBe(false);
  });
});
