import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { lockedZipOf, rarOf } from '#tests/support/foreign-archives.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hashesOfFolder, hashesOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openUploadPage, pressProcess, signIn, uploadState, waitForThumbnails } from '#tests/e2e/support/page-steps.ts';

/** An archive that this device cannot open goes to the server as it is, and what is in it is arranged on the same page. */
describe('an archive that the server opens', () => {
  let server: TestServer;
  let heron: StudyFolder;
  let tern: StudyFolder;
  let folder: string;
  let profile: string;
  let context: BrowserContext;
  let page: Page;

  const drop = (name: string) => dropPaths(page, page.locator('[data-upload-state]'), [join(folder, name)]);

  beforeAll(async () => {
    [server, heron, tern, folder, profile] = await Promise.all([
      startTestServer({ people: true }),
      createStudyFolder({ patientName: 'Heron^Quiet' }),
      createStudyFolder({ patientName: 'Tern^Brave', seed: 2 }),
      mkdtemp(join(tmpdir(), 'lightship-server-archives-')),
      mkdtemp(join(tmpdir(), 'lightship-profile-')),
    ]);
    await writeFile(join(folder, 'heron.rar'), await rarOf(heron.path));
    await writeFile(join(folder, 'tern.zip'), await lockedZipOf(tern.path, 'a word of three'));
    context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
    page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, server);
    await openUploadPage(page, server);
  });
  afterAll(async () => {
    await killBrowser(profile, context);
    await Promise.all([
      server.dispose(),
      heron.remove(),
      tern.remove(),
      ...[folder, profile].map((path) => rm(path, { recursive: true, force: true })),
    ]);
  });

  it('continues over a reload, and its series are viewed, selected and sent like others [FILE-019, PREV-012, ODD-14]', async () => {
    await drop('heron.rar');
    const row = page.getByRole('region', { name: 'Files that stay behind' }).getByRole('listitem').filter({ hasText: 'heron.rar' });
    await row.getByText('its files leave this device before anybody has looked at them here').waitFor();
    await row.getByRole('button', { name: 'Open on the server: heron.rar' }).click();
    await row.waitFor({ state: 'detached' });
    await page.locator('[data-opening], [data-series]').first().waitFor();
    await page.reload();
    await waitForThumbnails(page, heron.series.length);
    await uploadState(page, 'preview');
    expect(await page.locator('[data-series]').getByText('on server').count()).toBe(heron.series.length);
    await pressProcess(page);
    await uploadState(page, 'finished');
    expect(await hashesOnServer(server.dataDir, { patientName: 'Heron^Quiet' })).toEqual(await hashesOfFolder(heron.path));
  });

  it('asks for its password, reports a wrong one, and opens with the right one', async () => {
    await page.getByRole('button', { name: 'New upload' }).click();
    await uploadState(page, 'ready');
    await page.getByRole('checkbox', { name: 'Let the server open archives' }).check();
    await drop('tern.zip');
    const password = page.getByLabel('Password of tern.zip');
    const unlock = page.getByRole('button', { name: 'Open tern.zip' });
    await password.fill('another word');
    await unlock.click();
    await page.getByText('This password did not open it. Nothing is lost: try another one.').waitFor();
    await password.fill('a word of three');
    await unlock.click();
    await waitForThumbnails(page, tern.series.length);
    await password.waitFor({ state: 'detached' });
    await pressProcess(page);
    await uploadState(page, 'finished');
    expect(await hashesOnServer(server.dataDir, { patientName: 'Tern^Brave' })).toEqual(await hashesOfFolder(tern.path));
  });
});
