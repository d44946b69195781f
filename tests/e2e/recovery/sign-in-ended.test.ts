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
import { haltOnDevice } from '#tests/e2e/support/device.ts';
import { endUploadTokens, expireSignIns, heldByServer } from '#tests/e2e/support/server-state.ts';
import {
  dashboardOf,
  dropFolder,
  openUploadPage,
  pressProcess,
  signIn,
  submitSignIn,
  uploadState,
  waitForServiceWorker,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };
const ANNOTATOR = 'annotator@demo.test';

/**
 * A sign-in that ends in the middle of a transfer. Chunks travel under the token of their upload: one that runs out by itself leaves that, a sign-out ends
 * it. Where the token has ended as well the person is asked, and nothing is selected twice.
 */
describe('a sign-in that ends during an upload', () => {
  let study: StudyFolder;
  let gate: UploadGate;
  let server: TestServer;
  let profile: string;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    study = await createStudyFolder({ slicesPerSeries: 16, paddingBytes: 600_000 });
  });
  afterAll(() => study.remove());

  /** Two chunks are on the server, all lanes of the page stand still at the gate. */
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
    gate.holdAfter(2);
    await pressProcess(page);
    await gate.waitForAnswers(2);
    await gate.waitForArrivals(2 + LIMITS.lanes);
  });

  afterEach(async () => {
    await killBrowser(profile, context);
    await gate.close();
    await server.dispose();
    await rm(profile, { recursive: true, force: true });
  });

  async function expectAllProved(): Promise<void> {
    const sent = await hashesOfFolder(study.path);
    await expect.poll(() => hashesOnServer(server.dataDir, HERON), { timeout: 60_000, interval: 250 }).toEqual(sent);
  }

  it('does not stop it: chunks continue with the upload token', async () => {
    expireSignIns(server, ANNOTATOR);
    gate.open();
    await expectAllProved();
  });

  it('does not stop it when the page notices and opens the sign-in form', async () => {
    expireSignIns(server, ANNOTATOR);
    await page.goto(`${server.teamOrigin('north')}/studies-v2`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.close();
    gate.open();
    await expectAllProved();
  });

  it('does not stop it when only the upload token ends: the sign-in renews it', async () => {
    endUploadTokens(server);
    gate.open();
    await uploadState(page, 'finished');
    await expectAllProved();
  });

  it('requires a sign-in when the upload token has ended as well, keeps the queue, and resumes afterwards', async () => {
    expireSignIns(server, ANNOTATOR);
    endUploadTokens(server);
    gate.open();
    await page.getByText('Sign in to continue').first().waitFor();
    // Another tab: the first may leave for the sign-in form at any moment, as it does wherever it finds out.
    const other = await context.newPage();
    await other.goto(`${server.teamOrigin('north')}/version.json`);
    await expect.poll(() => haltOnDevice(other)).toEqual({ why: 'sign-in' });
    expect(await hashesOnServer(server.dataDir, HERON)).not.toEqual(await hashesOfFolder(study.path));
    await signIn(other, server);
    await expectAllProved();
    await other.goto(`${server.teamOrigin('north')}/upload-v2`);
    await uploadState(other, 'finished');
  });

  it('by a sign-out ends the token: the files wait on the device and resume with the next sign-in', async () => {
    const before = heldByServer(server);
    expect(before).toMatchObject({ chunks: [{}, {}], tokens: 1 });
    await page.getByRole('button', { name: /^North, .*: menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Keep and sign out' }).click();
    await page.waitForURL(`${server.origin}/login`);
    expect(heldByServer(server).tokens).toBe(0);
    // Chunks that were on their way arrive now, and nobody lets them in.
    gate.open();
    await page.reload();
    expect(heldByServer(server)).toEqual({ ...before, tokens: 0 });

    await submitSignIn(page, ANNOTATOR);
    await dashboardOf(page, 'North');
    await page.goto(`${server.teamOrigin('north')}/upload-v2`);
    await uploadState(page, 'finished');
    await expectAllProved();
    expect(heldByServer(server).chunks.slice(0, 2)).toEqual(before.chunks);
  });
});
