import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { filesOnServer, hashesOfFolder } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { dropFolder, openUploadPage, pressProcess, signIn, uploadState, waitForServiceWorker, waitUntilOnDevice } from './visit.ts';

/** A study of a team that never said otherwise leaves its device without names, whatever becomes of the network and the browser. */
const PATIENT = 'Heron^Quiet';
let server: TestServer;
let study: StudyFolder;
let profile: string;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [server, study, profile] = await Promise.all([
    startTestServer({ people: true, deidentified: true }),
    createStudyFolder({ patientName: PATIENT, slicesPerSeries: 3 }),
    mkdtemp(join(tmpdir(), 'lightship-profile-')),
  ]);
  context = await launchBrowser({ userDataDir: profile });
  page = context.pages()[0] ?? (await context.newPage());
  await signIn(page, server);
});

afterAll(async () => {
  await killBrowser(profile, context);
  await Promise.all([server?.dispose(), study?.remove(), rm(profile, { recursive: true, force: true })]);
});

it('is dropped and processed with no network, the report read', async () => {
  await openUploadPage(page, server);
  await waitForServiceWorker(page);
  const rules = page.waitForResponse((answer) => answer.url().endsWith('/c-upload/deidentification') && answer.ok());
  await page.reload();
  await rules;
  await context.setOffline(true);
  await page.getByRole('main').getByRole('status').filter({ hasText: 'Offline' }).waitFor();
  await dropFolder(page, study.path);
  await waitUntilOnDevice(page, 3);
  await page.getByText('Files leave without patient data').waitFor();
  await page.getByRole('button', { name: /^What leaves this device/ }).click();
  const report = page.getByRole('dialog', { name: 'De-identification report' });
  await report.getByText('A face can be made of the slices of a head').first().waitFor();
  await report.getByText(/^Replaced by what says nothing/).click();
  await report.getByRole('cell', { name: 'Patient ID', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await report.waitFor({ state: 'hidden' });
  await pressProcess(page);
  await uploadState(page, 'upload');
  await page.getByText('In the list of your team: Anonymous, and a number that the server gives').waitFor();
});

it('reaches the server after the browser was killed, and nobody is named there', async () => {
  await killBrowser(profile, context);
  context = await launchBrowser({ userDataDir: profile });
  page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${server.teamOrigin('north')}/upload-v2`);
  await uploadState(page, 'finished');
  await page.getByText('In the list of your team: Anonymous 1').waitFor();

  const files = await filesOnServer(server.dataDir, { patientName: 'Anonymous 1' });
  expect(files).toHaveLength(study.files);
  const originals = new Set((await hashesOfFolder(study.path)).map((line) => line.slice(0, 64)));
  expect(new Set(files.map(({ originalSha256 }) => originalSha256))).toEqual(originals);
  for (const { bytes } of files) expect(dicomParser.parseDicom(bytes).string('x00120062')).toBe('YES');
  expect(files.map(({ bytes }) => pixelsOf(bytes)).toSorted()).toEqual((await originalPixels()).toSorted());
  expect(await namingFiles(server.dataDir)).toEqual([]);
});

function pixelsOf(bytes: Uint8Array): string {
  const { dataOffset, length } = dicomParser.parseDicom(bytes).elements['x7fe00010']!;
  return Buffer.from(bytes.subarray(dataOffset, dataOffset + length)).toString('base64');
}

async function originalPixels(): Promise<string[]> {
  return (await filesBelow(study.path)).map((bytes) => pixelsOf(new Uint8Array(bytes)));
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
