import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PictureBox } from '#model/pictures/burned-in.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { writeCine } from '#tests/shots/cine.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { gridsOnServer, filesOnServer, hashesOfFolder, type StoredFile } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import {
  dropFolder,
  openUploadPage,
  pressProcess,
  signIn,
  uploadState,
  waitForServiceWorker,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

/** A study of a team that never said otherwise leaves its device without names, whatever becomes of the network and the browser. */
const PATIENT = 'Heron^Quiet';
let server: TestServer;
let study: StudyFolder;
let clip: string;
let profile: string;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [server, study, clip, profile] = await Promise.all([
    startTestServer({ people: true, deidentified: true }),
    createStudyFolder({ patientName: PATIENT, slicesPerSeries: 3 }),
    mkdtemp(join(tmpdir(), 'lightship-clip-')).then(writeCine),
    mkdtemp(join(tmpdir(), 'lightship-profile-')),
  ]);
  context = await launchBrowser({ userDataDir: profile });
  page = context.pages()[0] ?? (await context.newPage());
  await signIn(page, server);
});

afterAll(async () => {
  await killBrowser(profile, context);
  await Promise.all([server?.dispose(), study?.remove(), ...[clip, profile].map((path) => rm(path, { recursive: true, force: true }))]);
});

it('the clip is dropped offline, and the report is read [OQ-08]', async () => {
  await openUploadPage(page, server);
  await waitForServiceWorker(page);
  const rules = page.waitForResponse((answer) => answer.url().endsWith('/c-upload/deidentification') && answer.ok());
  await page.reload();
  await (await rules).finished();
  await context.setOffline(true);
  await page.getByRole('main').getByRole('status').filter({ hasText: 'Offline' }).waitFor();
  await dropFolder(page, study.path);
  await waitUntilOnDevice(page, 3);
  await page.getByText('Files are de-identified before they are sent').waitFor();
  const report = await openReport();
  await report.getByText('A face can be reconstructed from head slices').first().waitFor();
  await report.getByText(/^Replaced by neutral values/).click();
  await report.getByRole('cell', { name: 'Patient ID', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await report.waitFor({ state: 'hidden' });
});

it('the clip gets redaction boxes by mouse and by keys, and is processed, including a box that was not applied', async () => {
  await dropFolder(page, clip);
  await waitUntilOnDevice(page, 4);
  const report = await openReport();
  const picture = report.locator('canvas[data-picture="drawn"]');
  await picture.dragTo(picture, { sourcePosition: { x: 120, y: 120 }, targetPosition: { x: 260, y: 200 } });
  await report.getByRole('button', { name: /^Redact 1 box:/ }).click();
  await report.getByText('1 box leaves black in every picture of this series.').waitFor();
  await report.getByRole('button', { name: 'Draw a box' }).press('Enter');
  const second = report.getByRole('button', { name: /^Box 2 of 2/ });
  for (const key of ['ArrowDown', 'ArrowLeft']) for (let n = 0; n < 16; n += 1) await second.press(key);
  await report.getByText(/^Not black yet/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('One box was drawn over 1 apical four chamber and not pressed. It leaves black as well.').waitFor();
  await report.waitFor({ state: 'hidden' });

  await openReport();
  await report.getByText('2 boxes leave black in every picture of this series.').waitFor();
  await expect.poll(() => report.getByRole('button', { name: /^Box \d of 2/ }).count()).toBe(2);
  for (const box of await report.getByRole('button', { name: /^Box \d of 2/ }).all())
    boxes.push(boxOf((await box.getAttribute('aria-label'))!));
  await page.keyboard.press('Escape');
  await report.waitFor({ state: 'hidden' });
  await pressProcess(page);
  await uploadState(page, 'upload');
  await page.getByText('In the list of your team: Anonymous, and a number that the server gives').first().waitFor();
});

it('the clip reaches the server after the browser was killed, and contains no name there [READ-020]', async () => {
  await killBrowser(profile, context);
  context = await launchBrowser({ userDataDir: profile });
  page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${server.teamOrigin('north')}/upload-v2`);
  await uploadState(page, 'finished');
  for (const name of NAMES) await page.getByText(`In the list of your team: ${name}`).waitFor();

  const files = await sentFiles();
  expect(files).toHaveLength(study.files + 1);
  const originals = new Set([...(await hashesOfFolder(study.path)), ...(await hashesOfFolder(clip))].map((line) => line.slice(0, 64)));
  expect(new Set(files.map(({ originalSha256 }) => originalSha256))).toEqual(originals);
  for (const { bytes } of files) expect(dicomParser.parseDicom(bytes).string('x00120062')).toBe('YES');
  const slices = files.filter(({ bytes }) => framesOf(bytes) === 1).map(({ bytes }) => pixelsOf(bytes).toString('base64'));
  expect(slices.toSorted()).toEqual((await filesBelow(study.path)).map((bytes) => pixelsOf(bytes).toString('base64')).toSorted());
  expect(await namingFiles(server.dataDir)).toEqual([]);
});

it('every series has the same grid on the server as in the browser, whose originals have other UIDs [ENT-62]', async () => {
  for (const patientName of NAMES) {
    const { different, unread, same } = await vi.waitFor(async () => {
      const grids = await gridsOnServer(server.dataDir, { patientName });
      expect(grids).not.toHaveProperty('unread');
      return grids;
    });
    expect({ different, unread }).toEqual({});
    expect(same).toBeGreaterThan(0);
  }
});

it('every frame of the clip is black in its boxes, and unchanged elsewhere', async () => {
  const [original] = await filesBelow(clip);
  const sent = (await sentFiles()).find(({ bytes }) => framesOf(bytes) > 1)!;
  const [before, after] = [pixelsOf(original!), pixelsOf(sent.bytes)];
  const [rows, columns] = ['x00280010', 'x00280011'].map((tag) => dicomParser.parseDicom(original!).uint16(tag)!) as [number, number];
  expect(boxes).toHaveLength(2);
  for (const box of boxes) expect(before.some((grey, index) => grey > 0 && isIn(box, index, rows, columns))).toBe(true);
  const isBlack = (index: number): boolean => boxes.some((box) => isIn(box, index, rows, columns));
  expect(after.equals(before.map((grey, index) => (isBlack(index) ? 0 : grey)))).toBe(true);
});

/** As the server calls the two studies. */
const NAMES = ['Anonymous 1', 'Anonymous 2'];
/** Of the clip, in its pixels. */
const boxes: PictureBox[] = [];

async function openReport(): Promise<Locator> {
  await page.getByRole('button', { name: /^De-identification report/ }).click();
  return page.getByRole('dialog', { name: 'De-identification report' });
}

/** As who hears it is told. */
function boxOf(label: string): PictureBox {
  const [, row, column, rows, columns] = /row (\d+), column (\d+), (\d+) rows, (\d+) columns/.exec(label)!.map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { row, column, rows, columns };
}

/** `index`: of one of its pixels, frame after frame. */
function isIn(box: PictureBox, index: number, rows: number, columns: number): boolean {
  const [row, column] = [Math.floor(index / columns) % rows, index % columns];
  return row >= box.row && row < box.row + box.rows && column >= box.column && column < box.column + box.columns;
}

async function sentFiles(): Promise<StoredFile[]> {
  return (await Promise.all(NAMES.map((patientName) => filesOnServer(server.dataDir, { patientName })))).flat();
}

function framesOf(bytes: Uint8Array): number {
  return Number(dicomParser.parseDicom(bytes).string('x00280008') ?? 1);
}

function pixelsOf(bytes: Uint8Array): Buffer {
  const { dataOffset, length } = dicomParser.parseDicom(bytes).elements['x7fe00010']!;
  return Buffer.from(bytes.subarray(dataOffset, dataOffset + length));
}

async function filesBelow(folder: string): Promise<Buffer[]> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(entries.map((entry) => readFile(join(entry.parentPath, entry.name))));
}

/** Whatever the server has on its disk, its database as well. */
async function namingFiles(dataDir: string): Promise<string[]> {
  const named = /heron/i;
  const entries = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const found = await Promise.all(
    entries.map(async (entry) => {
      const bytes = await readFile(join(entry.parentPath, entry.name));
      return named.test(bytes.toString('latin1')) ? [entry.name] : [];
    }),
  );
  return found.flat();
}
