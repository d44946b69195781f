import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatCount } from '#ui/format.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { filesOnServer, rowsOnServer } from '#tests/support/stored-files.ts';
import { dropFolder, openUploadPage, pressProcess, signIn } from '#tests/e2e/support/page-steps.ts';

/** A study of a thousand series, of one small file each: what is done for each of them is done a thousand times. */
const SERIES = 1020;
/** What leaves without names is named by the server. */
const STUDY = { patientName: 'Anonymous 1' };
/** Of a step that is done for all of them. */
const TIMEOUT = { timeout: 120_000 };
const TWO_STEPS = { timeout: 240_000 };
let server: TestServer;
let folder: string;
let profile: string;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [server, folder, profile] = await Promise.all([
    startTestServer({ people: true, deidentified: true }),
    writeStudy(),
    mkdtemp(join(tmpdir(), 'lightship-profile-')),
  ]);
  context = await launchBrowser({ userDataDir: profile });
  page = context.pages()[0] ?? (await context.newPage());
  await signIn(page, server);
});

afterAll(async () => {
  await killBrowser(profile, context);
  await Promise.all([server?.dispose(), ...[folder, profile].map((path) => rm(path, { recursive: true, force: true }))]);
});

it('the study is dropped, and only the rows near the visible area are drawn', TIMEOUT, async () => {
  await openUploadPage(page, server);
  await dropFolder(page, folder);
  await expect.poll(() => page.locator('[data-series]').count(), TIMEOUT).toBe(SERIES);
  await page.getByText(/^Keep this tab open/).waitFor({ state: 'hidden' });
  expect(await page.locator('[data-series] canvas').count()).toBeLessThan(100);
});

it('the study is sent after Process, which waits for the remaining de-identification', TWO_STEPS, async () => {
  await pressProcess(page);
  await page.locator('[data-upload-state="upload"]').waitFor(TIMEOUT);
  await expect.poll(() => rowsOnServer(server.dataDir, 'series', STUDY), TIMEOUT).toBe(SERIES);
  expect(await rowsOnServer(server.dataDir, 'study', STUDY)).toBe(1);
});

it('the study is verified on the server to the last file, and contains no names there', TIMEOUT, async () => {
  await page
    .getByText(`${formatCount(SERIES)} of ${formatCount(SERIES)} files`)
    .first()
    .waitFor(TIMEOUT);
  const files = await filesOnServer(server.dataDir, STUDY);
  expect(files).toHaveLength(SERIES);
  expect(files.filter(({ bytes }) => bytes.includes('Heron'))).toEqual([]);
});

async function writeStudy(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'lightship-many-series-'));
  const numbers = Array.from({ length: SERIES }, (_, n) => n + 1);
  await Promise.all(
    numbers.map((n) => {
      const uids = { SeriesInstanceUID: `2.25.11.${n}`, SOPInstanceUID: `2.25.111.${n}` };
      return writeFile(join(path, `${n}.dcm`), smallFile({ ...uids, SeriesNumber: n, BodyPartExamined: 'ABDOMEN' }));
    }),
  );
  return path;
}
