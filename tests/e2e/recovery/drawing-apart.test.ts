import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Download, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readSegmentMask } from '#imaging/dicom/overlays/read-segment-mask.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { headerOf, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { createMeasuredStudy, SIDE } from '#tests/support/measured-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { beginStroke, drag, isAllSent, isDrawn, makeSegment, openHalves, paneOf, type At } from '#tests/e2e/support/drawing.ts';
import { waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';

const SIZE = { width: 1440, height: 900 };
/** Slice that is drawn on. */
const SLICE = 1;

/** One person draws without a network and is killed twice, while another draws in the same segmentation. Read from top to bottom. */
describe('two people who draw in one segmentation, one of them without a network', () => {
  let server: TestServer;
  let folder: Awaited<ReturnType<typeof createMeasuredStudy>>;
  const profiles: string[] = [];
  let context: BrowserContext;
  /** Of the one without a network. */
  let annotator: Page;
  let administrator: Page;
  let address: string;

  beforeAll(async () => {
    [server, folder] = await Promise.all([startTestServer({ people: true }), createMeasuredStudy()]);
    [context, annotator] = await start(await newProfile());
    await signIn(annotator, server, DEMO.annotator);
    const uuid = await uploadStudy(annotator, server, { path: folder.path, series: 2 });
    address = `${server.teamOrigin('north')}/annotator/case/${uuid}`;
    await openHalves(annotator, address);
    await makeSegment(annotator, 'Prostate');
    await drag(annotator, [20, 10], [40, 10]);
    await isAllSent(annotator);
    await annotator.goto(`${server.teamOrigin('north')}/studies-v2`);
    await waitForServiceWorker(annotator);
    await annotator.getByRole('button', { name: /^Keep on this device: Heron/ }).click();
    await annotator
      .getByRole('status')
      .filter({ hasText: /^Kept on this device, [\d.]+/ })
      .waitFor();
  });
  afterAll(async () => {
    await Promise.all(profiles.map((profile) => killBrowser(profile)));
    await Promise.all(profiles.map((profile) => rm(profile, { recursive: true, force: true })));
    await server.dispose();
    await folder.remove();
  });

  async function newProfile(): Promise<string> {
    const profile = await mkdtemp(join(tmpdir(), 'lightship-profile-'));
    profiles.push(profile);
    return profile;
  }
  async function start(profile: string): Promise<[BrowserContext, Page]> {
    const started = await launchBrowser({ userDataDir: profile, viewport: SIZE, reducedMotion: 'reduce' });
    return [started, started.pages()[0]!];
  }
  /** The study, at the slice that was drawn on, with the brush in hand. */
  async function open(page: Page): Promise<void> {
    await openHalves(page, address);
    await page.getByRole('tab', { name: 'Segments' }).click();
    await page.getByRole('button', { name: 'Go to its middle' }).first().click();
    await page.keyboard.press('p');
  }
  /** Loses its power with the pen down, and starts again without a network. */
  async function killWhileDrawing(at: At): Promise<void> {
    await beginStroke(annotator, at, [at[0] + 15, at[1]]);
    await killBrowser(profiles[0]!, context);
    [context, annotator] = await start(profiles[0]!);
    await context.setOffline(true);
    await open(annotator);
  }
  const drawn = (page: Page, places: readonly At[]): Promise<boolean[]> => Promise.all(places.map((at) => isDrawn(page, at)));

  it('draws a zone that overlaps the prostate, and loses at most the stroke under the pen [MASK-70, MASK-75]', async () => {
    await context.setOffline(true);
    await open(annotator);
    await drag(annotator, [15, 20], [35, 20]);
    await annotator.getByText('1 on this device').waitFor();
    await killWhileDrawing([20, 30]);
    await expect.poll(() => drawn(annotator, [[30, 20]])).toEqual([true]);
    await annotator.getByRole('button', { name: 'Add segment' }).click();
    await expect.poll(() => annotator.locator('[data-segment]').count()).toBe(2);
    await paneOf(annotator).focus();
    await drag(annotator, [25, 20], [45, 20]);
    await annotator.getByText('2 on this device').waitFor();
    await killWhileDrawing([20, 30]);
    await expect
      .poll(() =>
        drawn(annotator, [
          [17, 20],
          [30, 20],
          [43, 20],
          [30, 10],
          [30, 30],
        ]),
      )
      .toEqual([true, true, true, true, false]);
    await annotator.getByText('2 on this device').waitFor();
  });

  it('meanwhile somebody else draws in the prostate, where the one without a network draws and erases as well [MASK-80]', async () => {
    [, administrator] = await start(await newProfile());
    await signIn(administrator, server, DEMO.admin);
    await open(administrator);
    await drag(administrator, [20, 50], [40, 50]);
    await drag(administrator, [5, 60], [15, 60]);
    await isAllSent(administrator);

    await annotator.locator('[data-segment]').first().getByRole('button').first().click();
    await paneOf(annotator).focus();
    await drag(annotator, [20, 50], [40, 50]);
    await annotator.keyboard.press('e');
    await drag(annotator, [32, 50], [40, 50]);
    await expect
      .poll(() =>
        drawn(annotator, [
          [24, 50],
          [36, 50],
        ]),
      )
      .toEqual([true, false]);
  });

  it('both see one result once the network is back: every stroke is there, or listed as a place to decide [MASK-77, MASK-80, MASK-101]', async () => {
    await context.setOffline(false);
    await isAllSent(annotator);
    await annotator.locator('[data-at="decide"]').getByText('1 place to decide').waitFor();
    await annotator.getByText('7 strokes on server').waitFor();
    await administrator.getByText('7 strokes on server').waitFor();
    const places: At[] = [
      [30, 10],
      [17, 20],
      [43, 20],
      [24, 50],
      [36, 50],
      [10, 60],
      [30, 30],
    ];
    for (const page of [annotator, administrator])
      await expect.poll(() => drawn(page, places)).toEqual([true, true, true, true, true, true, false]);
  });

  it('goes out as SEG and as NIfTI with the same voxels, from either [MASK-120, MASK-121, MASK-122]', async () => {
    const [[prostate, zone], ofOther] = [await labelMaps(annotator), await labelMaps(administrator)];
    expect(ofOther).toEqual([prostate, zone]);
    expect(await segmentsOf(annotator)).toEqual([prostate, zone]);
    const isIn = (segment: readonly number[], places: readonly At[]) =>
      places.map(([column, row]) => segment.includes(row * SIDE + column));
    const overlap: At = [30, 20];
    expect(isIn(prostate!, [overlap, [30, 10], [17, 20], [36, 50], [10, 60], [43, 20]])).toEqual([true, true, true, true, true, false]);
    expect(isIn(zone!, [overlap, [43, 20], [17, 20]])).toEqual([true, true, false]);
  });
});

/** What an export saves, by the end of the names. */
async function exported(page: Page, format: string, ending: string, count: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const downloads: Download[] = [];
  const note = (download: Download): void => void (download.suggestedFilename().endsWith(ending) && downloads.push(download));
  page.on('download', note);
  await page.getByText(format, { exact: true }).click();
  await page.getByRole('button', { name: 'Export 2' }).click();
  await expect.poll(() => downloads.length).toBe(count);
  page.off('download', note);
  const byName = downloads.toSorted((a, b) => a.suggestedFilename().localeCompare(b.suggestedFilename()));
  return Promise.all(byName.map(async (download) => new Uint8Array(await readFile(await download.path()))));
}

/** The set voxels of both segments, which overlap, so each has a label map of its own. */
async function labelMaps(page: Page): Promise<number[][]> {
  const found: number[][] = [];
  for (const bytes of await exported(page, 'NIfTI', '.nii.gz', 2)) {
    const volume = await readNifti(createMemorySource(bytes));
    if (!volume.ok) throw new Error(volume.why);
    const labels = await volume.voxels.read(volume.header.voxelOffset, volume.header.voxelBytes);
    const set = [...labels].flatMap((value, at) => (value === 0 ? [] : [at]));
    // Nothing was drawn on other slices.
    expect(set.every((at) => Math.floor(at / SIDE ** 2) === SLICE)).toBe(true);
    found.push(set.map((at) => at - SLICE * SIDE ** 2));
  }
  return found;
}

async function segmentsOf(page: Page): Promise<number[][]> {
  const found: number[][] = [];
  for (const file of await exported(page, 'DICOM SEG', '.dcm', 2)) {
    const overlay = await overlayOf(file, 'segmentation');
    expect(overlay.frames.map(({ references }) => references[0]!.sop)).toEqual([`2.25.34021${SLICE}`]);
    const mask = await readSegmentMask(await headerOf(file), overlay, { frame: 0, segment: 1 }, null);
    if (!mask.ok) throw new Error('The mask cannot be read.');
    found.push([...mask.values].flatMap((value, at) => (value === 0 ? [] : [at])));
  }
  return found;
}
