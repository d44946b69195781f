import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realDataFolder } from '#commands/real-data-folder.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ManifestSeries } from '#tests/real-data/real-data.ts';
import { formatBytes, formatCount } from '#ui/format.ts';
import { launchBrowser, killBrowser } from '#tests/support/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { gridsOnServer, hashesOfFolder, hashesOnServer, rowsOnServer, volumesOnServer } from '#tests/support/stored-files.ts';
import {
  dropFolder,
  openUploadPage,
  pressProcess,
  signIn,
  studyRow,
  uploadState,
  waitForProof,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

/** A whole MR study of the prostate, and four series of another patient. */
const FIRST = { set: 'mr-prostate-siemens-skyra', patientName: 'ProstateX-0000', recognised: [3, 4, 5, 6, 7], reference: 4 };
const SECOND = { set: 'mr-prostate-second-patient', patientName: 'ProstateX-0001', recognised: [7, 8], reference: null };

const DATA = realDataFolder();
const NOTE = DATA === null ? ' (skipped: no real data; LIGHTSHIP_TEST_DATA names their folder)' : '';

/** What scanners write, from the drop to the volume: every figure on the screen is held against what other tools measured on the same files. */
describe.skipIf(DATA === null)(`real studies${NOTE}`, () => {
  let server: TestServer;
  let profile: string;
  let context: BrowserContext;
  let page: Page;
  let first: ExpectedStudy;
  let second: ExpectedStudy;

  beforeAll(async () => {
    [first, second] = await Promise.all([expectedStudy(FIRST), expectedStudy(SECOND)]);
    profile = await mkdtemp(join(tmpdir(), 'lightship-profile-'));
    server = await startTestServer({ people: true });
    context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 1400 } });
    page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, server);
  });

  afterAll(async () => {
    await killBrowser(profile, context);
    await Promise.all([server?.dispose(), rm(profile, { recursive: true, force: true })]);
  });

  it('are shown correctly, every series with its image, size and number of slices', async () => {
    await openUploadPage(page, server);
    await dropFolder(page, first.folder);
    await waitUntilOnDevice(page, first.series.length);
    await expectShown(first);
  });

  it('appear together in one upload, one study per patient', async () => {
    await dropFolder(page, second.folder);
    await waitUntilOnDevice(page, first.series.length + second.series.length);
    await expect.poll(() => page.locator('[data-study]').count()).toBe(2);
    await expectShown(first);
    await expectShown(second);
  });

  it('show the middle slice with the window of that slice', async () => {
    for (const study of [first, second]) {
      for (const series of study.series) {
        expect(await peekAt(rowOf(study, series))).toEqual({
          number: String(series.number),
          slice: `${series.middle + 1} / ${series.files}`,
          window: `W ${series.window.width} L ${series.window.center}`,
        });
      }
    }
  });

  it('have the best series of each acquisition selected, and the T2W as their reference', async () => {
    for (const study of [first, second]) {
      for (const series of study.series) {
        const box = rowOf(study, series).getByRole('checkbox', { checked: study.recognised.includes(series.number) });
        await expect.poll(() => box.count()).toBe(1);
        const mark = rowOf(study, series).getByRole('button', { name: /^Reference series/, pressed: true });
        await expect.poll(() => mark.count()).toBe(series.number === study.reference ? 1 : 0);
      }
    }
  });

  it('reach the server byte for byte', async () => {
    for (const study of [first, second]) {
      // The first click deselects what recognition has selected, the second takes all of it.
      for (const selected of [0, study.series.length]) {
        await cardOf(study)
          .getByRole('checkbox', { name: /^Upload study/ })
          .click();
        await expect.poll(() => cardOf(study).innerText()).toContain(`${selected} of ${study.series.length} series`);
      }
    }
    await pressProcess(page);
    await uploadState(page, 'finished');
    await waitForProof(page, first.files + second.files);
    for (const study of [first, second]) {
      expect(await hashesOnServer(server.dataDir, study)).toEqual(await hashesOfFolder(study.folder));
    }
  });

  it('have the same grids on the server as in the browser [ENT-62]', async () => {
    for (const study of [first, second])
      await expect.poll(() => gridsOnServer(server.dataDir, study)).toEqual({ same: study.series.length });
  });

  it('become the volumes of the reference converter, byte for byte', async () => {
    const volumes = await volumesOnServer(server.dataDir, first);
    expect(volumes).toHaveLength(7);
    for (const { name, bytes } of volumes) {
      const reference = gunzipSync(await readFile(join(DATA!, FIRST.set, 'reference-dcm2niix', `${name}.nii.gz`)));
      // Compared as one value: a difference of megabytes would print megabytes.
      expect({ name, identical: bytes.equals(reference) }).toEqual({ name, identical: true });
    }
    expect(await rowsOnServer(server.dataDir, 'volume', second)).toBeGreaterThanOrEqual(second.series.length);
  });

  it('are listed as converted, with their series and files', async () => {
    for (const study of [first, second]) {
      const cells = (await studyRow(page, server, study.patientName)).split(/\s*\n\s*/);
      expect(cells).toEqual(expect.arrayContaining([study.patientName, String(study.series.length), formatBytes(study.bytes)]));
      expect(cells.join(' ')).toContain('converted');
      const row = page.locator('[role="row"][data-study]').filter({ hasText: study.patientName });
      await row.getByTitle(`${study.files} of ${study.files} files verified`).waitFor();
    }
    await page.goto(`${server.teamOrigin('north')}/uploads`);
    const files = first.files + second.files;
    const row = page.getByRole('row').filter({ hasText: `${files} of ${files}` });
    await row.waitFor();
    const cells = (await row.innerText()).split(/\s*\n\s*/);
    expect(cells).toEqual(expect.arrayContaining(['2', formatCount(files), formatBytes(first.bytes + second.bytes)]));
    expect(cells.join(' ')).toContain('converted');
  });

  function cardOf(study: ExpectedStudy): Locator {
    return page.locator('[data-study]').filter({ has: page.getByRole('heading', { name: study.patientName, exact: true }) });
  }

  function rowOf(study: ExpectedStudy, series: ExpectedSeries): Locator {
    return cardOf(study).getByRole('row', { name: `${series.number} ${series.description}`, exact: true });
  }

  async function expectShown(study: ExpectedStudy): Promise<void> {
    const card = cardOf(study);
    const selected = study.series.filter(({ number }) => study.recognised.includes(number));
    await expect.poll(() => card.locator('[data-series]').count()).toBe(study.series.length);
    await expect
      .poll(() => card.innerText())
      .toContain(
        `${selected.length} of ${study.series.length} series · ${formatBytes(selected.reduce((sum, { bytes }) => sum + bytes, 0))}`,
      );
    for (const series of study.series) {
      const row = rowOf(study, series);
      await row.locator('canvas[data-thumbnail="drawn"]').waitFor();
      const words = [
        `${series.rows} × ${series.columns}`,
        `${series.middle + 1} / ${series.files}`,
        formatBytes(series.bytes),
        selected.includes(series) ? 'on this device' : 'skipped',
      ];
      const missing = async () => {
        const shown = await row.innerText();
        return words.filter((word) => !shown.includes(word));
      };
      await expect.poll(missing).toEqual([]);
    }
  }

  /** The larger look that opens beside the thumbnail under the pointer. */
  async function peekAt(row: Locator): Promise<{ number: string; slice: string; window: string }> {
    await row.getByRole('button', { name: /^Look at/ }).hover();
    const peek = page.locator('.mantine-Popover-dropdown', { has: page.locator('[data-at="bottom-right"]') });
    await peek.waitFor();
    const corner = (at: string) => peek.locator(`[data-at="${at}"]`).innerText();
    const shown = { number: await corner('top-left'), slice: await corner('bottom-left'), window: await corner('bottom-right') };
    await page.mouse.move(0, 0);
    await peek.waitFor({ state: 'hidden' });
    return shown;
  }
});

interface ExpectedStudy {
  folder: string;
  patientName: string;
  /** Numbers of the series that are the best of an acquisition, and of the best T2W. */
  recognised: readonly number[];
  reference: number | null;
  series: ExpectedSeries[];
  files: number;
  bytes: number;
}

interface ExpectedSeries {
  number: number;
  description: string;
  rows: number;
  columns: number;
  files: number;
  /** As the file system gives them. */
  bytes: number;
  /** Place of the slice that is shown first, from 0. */
  middle: number;
  window: { width: number; center: number };
}

interface RealFile {
  bytes: number;
  description: InstanceDescription;
}

/** Names and counts from the manifest, sizes from the disk, windows from the very files. */
async function expectedStudy({ set, patientName, recognised, reference }: typeof FIRST | typeof SECOND): Promise<ExpectedStudy> {
  const manifest = JSON.parse(await readFile(join(DATA!, 'manifest.json'), 'utf8')) as {
    sets: Record<string, { series: ManifestSeries[] }>;
  };
  const folder = join(DATA!, set, patientName);
  const filesBySeriesUid = Map.groupBy(await readFolder(folder), ({ description }) => description.seriesInstanceUid);
  const series = manifest.sets[set]!.series.map((row) => expectedSeries(row, filesBySeriesUid.get(row.series!) ?? []));
  return {
    folder,
    patientName,
    recognised,
    reference,
    series,
    files: series.reduce((sum, each) => sum + each.files, 0),
    bytes: series.reduce((sum, each) => sum + each.bytes, 0),
  };
}

async function readFolder(folder: string): Promise<RealFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => readRealFile(join(entry.parentPath, entry.name))));
}

async function readRealFile(path: string): Promise<RealFile> {
  const header = await readDicomHeader(createMemorySource(await readFile(path)));
  if (!header.ok) throw new Error(`A real file cannot be read: ${header.why}`);
  return { bytes: (await stat(path)).size, description: header.description };
}

/** The manifest keeps at most six windows of a series. */
const WINDOWS_IN_MANIFEST = 6;

function expectedSeries(row: ManifestSeries, files: readonly RealFile[]): ExpectedSeries {
  expect(files).toHaveLength(row.files);
  const middle = Math.floor(files.length / 2);
  const shown = files.map(({ description }) => description).sort(bySlice)[middle]!;
  if (row.windowCenter.length < WINDOWS_IN_MANIFEST) expect(row.windowCenter).toContain(shown.windowCenterRaw);
  if (row.windowWidth.length < WINDOWS_IN_MANIFEST) expect(row.windowWidth).toContain(shown.windowWidthRaw);
  return {
    number: Number(row.seriesNumber),
    description: row.seriesDescription!,
    rows: row.rows!,
    columns: row.cols!,
    files: row.files,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    middle,
    window: { width: Math.round(shown.windowWidth[0]!), center: Math.round(shown.windowCenter[0]!) },
  };
}

/** Along the normal of the slices, then as they were taken. */
function bySlice(a: InstanceDescription, b: InstanceDescription): number {
  return distanceMm(a) - distanceMm(b) || a.instanceNumber! - b.instanceNumber!;
}

function distanceMm({ imagePositionPatient, imageOrientationPatient }: InstanceDescription): number {
  const [x, y, z] = imagePositionPatient!;
  const [rx, ry, rz, cx, cy, cz] = imageOrientationPatient!;
  return x * (ry * cz - rz * cy) + y * (rz * cx - rx * cz) + z * (rx * cy - ry * cx);
}
