import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hashesOfFolder, hashesOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openUploadGate, type UploadGate } from '#tests/support/upload-gate.ts';
import {
  dropFolder,
  openUploadPage,
  pagesOf,
  pressProcess,
  signIn,
  uploadState,
  waitForServiceWorker,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };

/**
 * An upload outlives the network, the tab, the browser and the server. Every case stops at a chunk that the gate holds, never at a time, and
 * ends with the bytes on the server's disk compared with the folder that was dropped.
 */
describe('an interrupted upload', () => {
  let study: StudyFolder;
  let gate: UploadGate;
  let server: TestServer;
  let profile: string;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    study = await createStudyFolder({ ...HERON, slicesPerSeries: 16, paddingBytes: 600_000 });
  });
  afterAll(() => study.remove());

  beforeEach(async () => {
    gate = await openUploadGate();
    server = await startTestServer({ people: true, env: { LIGHTSHIP_UPLOAD_URL: gate.url } });
    gate.forwardTo(server.port);
    profile = await mkdtemp(join(tmpdir(), 'lightship-profile-'));
    context = await launchBrowser({ userDataDir: profile });
    page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, server);
    await openUploadPage(page, server);
    await waitForServiceWorker(page);
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
  });

  afterEach(async () => {
    await killBrowser(profile, context);
    await gate.close();
    await server.dispose();
    await rm(profile, { recursive: true, force: true });
  });

  /** Process pressed; `chunks` chunks were answered, and all three lanes of the page stand still at the gate. */
  async function sendUntil(chunks: number): Promise<void> {
    gate.holdAfter(chunks);
    await pressProcess(page);
    await gate.waitForAnswers(chunks);
    await gate.waitForArrivals(chunks + LIMITS.lanes);
  }

  /** Kills the browser as a power cut does, opens the gate, and starts it again on the same profile with no page of the app. */
  async function killAndRelaunch(): Promise<void> {
    await killBrowser(profile, context);
    gate.open();
    context = await launchBrowser({ userDataDir: profile });
    expect(pagesOf(context, server)).toEqual([]);
  }

  async function expectAllProved(): Promise<void> {
    const sent = await hashesOfFolder(study.path);
    await expect.poll(() => hashesOnServer(server.dataDir, HERON), { timeout: 60_000, interval: 250 }).toEqual(sent);
  }

  it('resumes when the network is back, from the chunk where it stopped [PWA-14, QA-03]', async () => {
    await sendUntil(2);
    await context.setOffline(true);
    gate.open();
    await page
      .getByText(/There is no network|The network connection was lost/)
      .first()
      .waitFor();
    await context.setOffline(false);
    await uploadState(page, 'finished');
    await expectAllProved();
  });

  it('continues in the service worker when the tab is closed [PWA-07, CHUNK-017, QA-05]', async () => {
    await sendUntil(2);
    await page.close({ runBeforeUnload: false });
    expect(pagesOf(context, server)).toEqual([]);
    gate.open();
    await expectAllProved();
  });

  it('continues after the browser was killed while the page was sending, with no page open [PWA-08, CHUNK-017, QA-06]', async () => {
    await sendUntil(2);
    await killAndRelaunch();
    await expectAllProved();
  });

  it('continues after the browser was killed while the service worker was sending, with no page open', async () => {
    await sendUntil(2);
    // The page's three lanes are held: the next two answers are the service worker's.
    gate.holdAfter(2);
    await page.close({ runBeforeUnload: false });
    await gate.waitForAnswers(4);
    await killAndRelaunch();
    await expectAllProved();
  });

  it('continues after the browser was killed right after Process without a network', async () => {
    await context.setOffline(true);
    await pressProcess(page);
    await uploadState(page, 'upload');
    await killAndRelaunch();
    await expectAllProved();
  });

  it('keeps what was on the device when the browser is killed before Process [PWA-26]', async () => {
    await killAndRelaunch();
    page = await context.newPage();
    await page.goto(`${server.teamOrigin('north')}/upload-v2`);
    await waitUntilOnDevice(page, study.series.length);
    await pressProcess(page);
    await uploadState(page, 'finished');
    await expectAllProved();
  });

  it('continues after the server was killed during a chunk [QA-07]', async () => {
    await sendUntil(2);
    await server.kill();
    gate.open();
    await server.restart();
    await uploadState(page, 'finished');
    await expectAllProved();
  });
});
