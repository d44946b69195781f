import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zipSync } from 'fflate';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTar } from '#tests/fixtures/archives/write-tar.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hashesOfFolder, hashesOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { keptOnDevice, signIn, waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';

/** Archives that the server opens and sorts: from the drop to done, with a reload at every step that waits for somebody. */
describe('the legacy upload', () => {
  let server: TestServer;
  let tern: StudyFolder;
  let folder: string;
  let profile: string;
  let context: BrowserContext;
  let page: Page;

  const step = (name: string) => page.locator(`[data-legacy-upload="${name}"]`).waitFor();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  beforeAll(async () => {
    [server, tern, folder, profile] = await Promise.all([
      startTestServer({ people: true }),
      createStudyFolder({ patientName: 'Tern^Brave', body: 'abdomen', slicesPerSeries: 3 }),
      mkdtemp(join(tmpdir(), 'lightship-legacy-')),
      mkdtemp(join(tmpdir(), 'lightship-profile-')),
    ]);
    context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
    page = context.pages()[0] ?? (await context.newPage());
    const files = await filesOf(tern.path);
    const half = files.filter((_, n) => n % 2 === 0);
    const rest = files.filter((_, n) => n % 2 === 1);
    await writeFile(join(folder, 'half.zip'), zipSync(Object.fromEntries(half.map(({ name, bytes }) => [name, bytes]))));
    await writeFile(join(folder, 'rest.tar.gz'), gzipSync(writeTar(rest)));
    await writeFile(join(folder, 'note.txt'), 'no image');
    await signIn(page, server);
  });
  afterAll(async () => {
    await killBrowser(profile, context);
    await Promise.all([server.dispose(), tern.remove(), ...[folder, profile].map((path) => rm(path, { recursive: true, force: true }))]);
  });

  it('processes a zip and a tar.gz to the end, and a reload loses nothing [CFG-05, CFG-06, ROUTE-033, LEG-001, LEG-003, LEG-014, LEG-016, LEG-020, LEG-021, LEG-023, LEG-025, LEG-026, LEG-027, LEG-030, LEG-032, LEG-037, ERR-12, ERR-13, ODD-40, OQ-06]', async () => {
    await page.goto(`${server.teamOrigin('north')}/upload`);
    await step('ready');
    await dropPaths(
      page,
      page.locator('[data-legacy-upload]'),
      ['half.zip', 'rest.tar.gz', 'note.txt'].map((name) => join(folder, name)),
    );
    await page.getByText('This file type is not supported. Try different format.').waitFor();
    await page.getByText('2 files,').waitFor();
    await waitForServiceWorker(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('2 files,').waitFor();
    await context.setOffline(false);
    const session = await page.getByText(/^Session id /).innerText();
    await press('Upload');
    // A device that has not heard yet how the team wants it asks first.
    const going = page.locator('[data-legacy-upload]:not([data-legacy-upload="ready"])');
    const asTheyAre = page.getByRole('button', { name: 'Send unchanged' });
    await going.or(asTheyAre).first().waitFor();
    if (await asTheyAre.isVisible()) await asTheyAre.click();
    await going.waitFor();
    await page.reload();
    await step('sorted');
    expect(await page.getByText(/^Session id /).innerText()).toBe(session);

    const study = page.getByRole('region', { name: 'Tern, Brave' });
    await study.locator('canvas[data-thumbnail="drawn"]').nth(2).waitFor();
    await press('Process');
    await page.getByRole('alert').filter({ hasText: 'Missing bodypart' }).waitFor();
    await study.getByRole('checkbox', { name: 'All series of Tern, Brave' }).click();
    await page.getByText('0 series checked in 0 studies').waitFor();
    await press('Process');
    await page.getByRole('alert').filter({ hasText: 'Nothing selected' }).waitFor();
    await study.getByRole('checkbox', { name: '2 abdomen axial' }).click();
    await study.getByRole('combobox', { name: 'Body part of Tern, Brave' }).click();
    await keptOnDevice(page, 'uploads', () => page.getByRole('option', { name: 'Abdomen' }).click());
    await page.getByText('1 series checked in 1 study').waitFor();

    await page.reload();
    await page.getByText('1 series checked in 1 study').waitFor();
    await press('Process');
    // Elsewhere it stands in the corner, and goes on.
    await page.getByRole('link', { name: 'Upload history', exact: true }).click();
    await page.locator('[data-legacy-box="organize"]').getByRole('link', { name: 'Full screen' }).click();
    await step('organize');
    await page.locator('[data-case] [data-status="converted"]').waitFor();
    const itsCase = page.locator('[data-case]').getByRole('link');
    expect(await itsCase.getAttribute('href')).toMatch(/^\/serie\/organize\/[0-9a-f-]{36}$/);
    await itsCase.click();
    await page.waitForURL(/\/serie\/organize\/[0-9a-f-]{36}$/);
    await page.goBack();
    await step('organize');
    await press('Done');
    await page.getByText('Case(s) converted successfully. Refresh the list of studies to see it.').waitFor();

    const sent = await hashesOfFolder(join(tern.path, '2-axial'));
    expect(await hashesOnServer(server.dataDir, { patientName: 'Tern^Brave' })).toEqual(sent);
  });

  it('asks before it is closed in the middle, and is then gone [LEG-033, ERR-25]', async () => {
    await press('New upload');
    await step('ready');
    await dropPaths(page, page.locator('[data-legacy-upload]'), [join(folder, 'half.zip')]);
    await page.getByText('1 file,').waitFor();
    await press('Upload');
    await press('Close');
    const question = page.getByRole('dialog', { name: 'Upload in progress' });
    await question.getByText('You are about to close upload in progress. Are you sure?').waitFor();
    await question.getByRole('button', { name: 'Keep it' }).click();
    await question.waitFor({ state: 'hidden' });
    await press('Close');
    await question.getByRole('button', { name: 'Close the upload' }).click();
    await step('ready');
    await page.getByRole('button', { name: 'Browse files' }).waitFor();
  });
});

async function filesOf(folder: string): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }[]> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    names.map(async ({ name, parentPath }) => ({
      name: `${parentPath.slice(folder.length + 1)}/${name}`,
      bytes: new Uint8Array(await readFile(join(parentPath, name))),
    })),
  );
}
