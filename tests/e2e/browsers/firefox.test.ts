import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFirefox } from '#commands/test-services/other-browsers.ts';
import { LIMITS } from '#contract/limits.ts';
import { expectOnServer } from '#tests/e2e/support/device.ts';
import { DEMO_PASSWORD } from '#tests/e2e/support/page-steps.ts';
import { loggedSteps } from '#tests/e2e/support/server-state.ts';
import { killFirefox, launchFirefox } from '#tests/support/firefox.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createStudyFolder, filesOf, type StudyFolder } from '#tests/support/study-folder.ts';
import { openUploadGate, type UploadGate } from '#tests/support/upload-gate.ts';

const firefox = findFirefox();

/** One person with one Firefox and one server: read from top to bottom. */
describe.skipIf(firefox === null)('in a stock Firefox', () => {
  let gate: UploadGate;
  let server: TestServer;
  let team: string;
  let profile: string;
  let browser: Browser;
  let page: Page;
  const studies: StudyFolder[] = [];
  const complaints: string[] = [];

  async function launch(): Promise<void> {
    browser = await launchFirefox(firefox!, profile);
    [page] = (await browser.pages()) as [Page];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
    });
    page.on('pageerror', (error) => {
      // Firefox also reports a font whose loading ended with the page.
      if (!String(error).includes('downloadable font: download failed')) complaints.push(String(error));
    });
  }

  /** A button by its first words, which may be followed by its keys. */
  const press = (words: string) => page.locator(`::-p-xpath(//button[starts-with(normalize-space(), "${words}")])`).click();
  const read = (words: string) => page.waitForSelector(`::-p-text(${words})`);
  const state = (name: 'ready' | 'preview' | 'upload' | 'finished') => page.waitForSelector(`[data-upload-state="${name}"]`);

  /** The driver can neither drop files nor choose a folder. */
  async function chooseFiles(study: StudyFolder): Promise<void> {
    const input = await page.waitForSelector('input[type=file]:not([webkitdirectory])');
    await (input as Awaited<ReturnType<typeof page.waitForSelector<'input'>>>)!.uploadFile(...(await filesOf(study)));
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-series] canvas[data-thumbnail="drawn"]').length === count,
      {},
      study.series.length,
    );
    await read('You can close this tab');
  }

  beforeAll(async () => {
    gate = await openUploadGate();
    server = await startTestServer({ people: true, env: { LIGHTSHIP_UPLOAD_URL: gate.url } });
    gate.forwardTo(server.port);
    team = server.teamOrigin('north');
    profile = await mkdtemp(join(tmpdir(), 'lightship-firefox-'));
    await launch();
  });
  afterAll(async () => {
    await gate.close();
    await server.dispose();
    for (const study of studies) await study.remove();
    await killFirefox(browser);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  it('a study is sent, from the sign-in to the list', async () => {
    const study = await createStudyFolder({ slicesPerSeries: 6 });
    studies.push(study);
    await page.goto(`${server.origin}/login`);
    await page.locator('input[type=email]').fill('annotator@demo.test');
    await page.locator('input[type=password]').fill(DEMO_PASSWORD);
    await press('Sign in');
    await page.waitForFunction((address) => location.href === address, {}, `${team}/dashboard`);
    await read('Dashboard');
    // Imports that are pending when a page is left are reported as errors.
    await page.waitForNetworkIdle();
    await page.goto(`${team}/upload-v2`);
    await state('ready');
    await chooseFiles(study);
    await press('Process');
    await state('finished');
    await read(`${study.files} of ${study.files} files verified`);
    await expectOnServer({ server }, study.path, { patientName: 'Heron^Quiet' });
    await page.goto(`${team}/studies-v2`);
    await read('Heron, Quiet');
  });

  it('every page that was opened is in the activity log, and the console is empty [AUTH-22]', async () => {
    await expect.poll(() => loggedSteps(server)).toEqual(['/dashboard', '/upload-v2', '/studies-v2']);
    expect(complaints).toEqual([]);
  });

  it('scroll bars have the colours of the theme', async () => {
    const uncoloured = await page.$$eval('body, body *', (all) =>
      all
        .filter((element) => getComputedStyle(element).scrollbarColor === 'auto')
        .map(({ tagName, className }) => `${tagName} ${className}`),
    );
    expect(uncoloured).toEqual([]);
  });

  it('a study is kept while the question about persistent storage is not answered [PWA-27]', async () => {
    const answer = await page.evaluate(() =>
      Promise.race([navigator.storage.persist(), new Promise((resolve) => setTimeout(() => resolve('none'), 1_000))]),
    );
    expect(answer).toBe('none');
    await page.locator('[aria-label="Keep on this device: Heron, Quiet"]').click();
    await page.waitForSelector('[aria-label="Kept on this device: Heron, Quiet"]');
  });

  it('without an install prompt, the install page describes the menu [PWA-16]', async () => {
    await page.goto(`${team}/install`);
    await expect.poll(() => page.$eval('body', (body) => body.innerText)).toContain('Open the menu of the browser.');
  });

  it('an upload continues after Firefox was killed while it was sending [PWA-08, PWA-31]', async () => {
    const study = await createStudyFolder({ slicesPerSeries: 12, paddingBytes: 600_000, patientName: 'Crane^Calm', seed: 2 });
    studies.push(study);
    await page.goto(`${team}/upload-v2`);
    await press('New upload');
    await state('ready');
    await chooseFiles(study);
    const [answered, arrived] = [gate.answered(), gate.arrived()];
    gate.holdAfter(2);
    await press('Process');
    await gate.waitForAnswers(answered + 2);
    await gate.waitForArrivals(arrived + 2 + LIMITS.lanes);
    await read('The upload resumes when you open the app again');
    await killFirefox(browser);
    await launch();
    await page.goto(`${team}/upload-v2`);
    gate.open();
    await state('finished');
    await read(`${study.files} of ${study.files} files verified`);
    await expectOnServer({ server }, study.path, { patientName: 'Crane^Calm' });
  });
});
