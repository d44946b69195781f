import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, killBrowser } from '#tests/support/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hashesOfFolder, hashesOnServer, rowsOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import {
  dropFolder,
  openUploadPage,
  pressProcess,
  signIn,
  studyRow,
  uploadState,
  waitForServiceWorker,
  waitForThumbnails,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };

/** The whole road: a folder of DICOM dropped in the browser reaches the server byte for byte, converts, and stands in the lists. */
describe('the main path', () => {
  let server: TestServer;
  let study: StudyFolder;
  let profile: string;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [server, study, profile] = await Promise.all([
      startTestServer({ demo: true }),
      createStudyFolder(HERON),
      mkdtemp(join(tmpdir(), 'lightship-profile-')),
    ]);
    context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
    page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, server);
  });

  afterAll(async () => {
    await killBrowser(profile, context);
    await Promise.all([server?.dispose(), study?.remove(), rm(profile, { recursive: true, force: true })]);
  });

  it('shows the study, its series and their images, all selected, with the body part of the header [CFG-06, ROUTE-034, READ-001, PREV-004, UPL2-003, UPL2-014, UPL2-048, QA-02]', async () => {
    await openUploadPage(page, server);
    await waitForServiceWorker(page);
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
    for (const series of study.series) {
      const row = page.getByRole('row', { name: `${series.number} ${series.description}` });
      await row.getByText('on this device').waitFor();
      await expect.poll(() => row.getByRole('checkbox').isChecked()).toBe(true);
      const middle = Math.floor(series.slices / 2) + 1;
      await expect.poll(async () => (await row.innerText()).replace(/\s+/g, ' ')).toContain(`${middle} / ${series.slices}`);
    }
    await page.getByText('Files are sent with patient data').waitFor();
  });

  it('shows the same page after a reload, without reading a file again [PWA-02, PWA-03, PWA-04, PREV-015]', async () => {
    await page.reload();
    await waitForThumbnails(page, study.series.length);
    await page.getByText('Heron', { exact: false }).first().waitFor();
  });

  it('verifies every file byte for byte on the server and converts every series [CFG-05, UPL2-049, UPL2-050, UPL2-051, UPL2-070, TOAST-03]', async () => {
    await pressProcess(page);
    await uploadState(page, 'finished');
    await page.getByText('Upload finished!').waitFor();
    await page.getByText(`${study.files} of ${study.files} files verified`).first().waitFor();
    expect(await hashesOnServer(server.dataDir, HERON)).toEqual(await hashesOfFolder(study.path));
    expect(await rowsOnServer(server.dataDir, 'volume', HERON)).toBeGreaterThanOrEqual(study.series.length);
  });

  it('lists the study and the upload [LIST-023]', async () => {
    expect(await studyRow(page, server, 'Heron')).toMatch(/converted/);
    await page.goto(`${server.teamOrigin('north')}/uploads`);
    // The uploads of the demo stand beside it, with other numbers of files.
    const row = page.getByRole('row').filter({ hasText: `${study.files} of ${study.files}` });
    await row.waitFor();
    await expect.poll(() => row.innerText()).toContain('converted');
  });

  it('starts over after a finished upload, and keeps nothing of it on the device once its copy was deleted', async () => {
    await page.goto(`${server.teamOrigin('north')}/upload-v2`);
    await page.getByRole('button', { name: /^Free .* on this device$/ }).click();
    await page.getByRole('button', { name: /^Free .* on this device$/ }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New upload' }).click();
    await uploadState(page, 'ready');
    const left = await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => name.startsWith('lightship.u'));
      const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error));
        });
      const db = await answerOf(indexedDB.open(names[0] ?? ''));
      const tables = ['segments', 'files', 'series', 'studies', 'previews', 'chunks'];
      const counts = tables.map((table) => answerOf(db.transaction(table).objectStore(table).count()));
      return Promise.all(counts);
    });
    expect(left).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('refuses files that are not images once per drop, and stores no content twice [FILE-010, UPL2-046]', async () => {
    await openUploadPage(page, server);
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
    await dropFolder(page, study.path);
    await page
      .getByText(/files are identical to files that are already here/)
      .first()
      .waitFor();
    await expect.poll(() => page.locator('[data-series]').count()).toBe(study.series.length);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Clear/ }).click();
    await uploadState(page, 'ready');
  });

  it('is sent by a user who is offline when pressing Process [PWA-32]', async () => {
    const before = await rowsOnServer(server.dataDir, 'study', HERON);
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
    await context.setOffline(true);
    await pressProcess(page);
    await uploadState(page, 'upload');
    await page.getByText('You can close this tab').waitFor();
    expect(await rowsOnServer(server.dataDir, 'study', HERON)).toBe(before);
    await context.setOffline(false);
    await uploadState(page, 'finished');
    expect(await rowsOnServer(server.dataDir, 'study', HERON)).toBe(before + 1);
  });
});
