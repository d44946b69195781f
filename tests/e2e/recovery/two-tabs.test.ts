import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { killBrowser, killRenderer, launchBrowser } from '#tests/support/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hashesOfFolder, hashesOnServer, rowsOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openUploadGate, type UploadGate } from '#tests/support/upload-gate.ts';
import {
  dropFolder,
  openUploadPage,
  pressProcess,
  pressProcessAtOnce,
  signIn,
  uploadState,
  waitForServiceWorker,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };

/** Tabs of one person share the device: what it holds, its queue, and the one sender. */
describe('two tabs', () => {
  let study: StudyFolder;
  let gate: UploadGate;
  let server: TestServer;
  let profile: string;
  let context: BrowserContext;
  let first: Page;

  beforeAll(async () => {
    study = await createStudyFolder({ slicesPerSeries: 16, paddingBytes: 600_000 });
  });
  afterAll(() => study.remove());

  beforeEach(async () => {
    gate = await openUploadGate();
    server = await startTestServer({ people: true, env: { LIGHTSHIP_UPLOAD_URL: gate.url } });
    gate.forwardTo(server.port);
    profile = await mkdtemp(join(tmpdir(), 'lightship-profile-'));
    context = await launchBrowser({ userDataDir: profile });
    first = context.pages()[0] ?? (await context.newPage());
    await signIn(first, server);
    await openUploadPage(first, server);
    await waitForServiceWorker(first);
    await dropFolder(first, study.path);
    await waitUntilOnDevice(first, study.series.length);
  });

  afterEach(async () => {
    await killBrowser(profile, context);
    await gate.close();
    await server.dispose();
    await rm(profile, { recursive: true, force: true });
  });

  async function openSecond(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${server.teamOrigin('north')}/upload-v2`);
    return page;
  }

  async function expectAllProved(): Promise<void> {
    expect(await hashesOnServer(server.dataDir, HERON)).toEqual(await hashesOfFolder(study.path));
  }

  /** For those whose subject ends with the last chunk. */
  async function waitUntilProved(): Promise<void> {
    const sent = await hashesOfFolder(study.path);
    await expect.poll(() => hashesOnServer(server.dataDir, HERON), { timeout: 60_000, interval: 250 }).toEqual(sent);
  }

  it('make one queue when Process is pressed in both, send each chunk once and show the same end', async () => {
    const second = await openSecond();
    await waitUntilOnDevice(second, study.series.length);
    await pressProcessAtOnce([first, second]);
    await Promise.all([uploadState(first, 'finished'), uploadState(second, 'finished')]);
    await expectAllProved();
    expect(await rowsOnServer(server.dataDir, 'study', HERON)).toBe(1);
    expect(gate.arrived()).toBe(await chunksOnDevice(first));
  });

  it('have one sender at a time, and the other continues when the sending tab is closed [PWA-29]', async () => {
    gate.holdAfter(2);
    await pressProcess(first);
    await gate.waitForArrivals(2 + LIMITS.lanes);
    const second = await openSecond();
    await uploadState(second, 'upload');
    await expect.poll(() => sendersOf(second)).toEqual({ hold: 1, wait: true });
    expect(gate.arrived()).toBe(2 + LIMITS.lanes);
    await first.close({ runBeforeUnload: false });
    // Who goes on is the tab or the service worker, whoever waited first: one of them, with lanes of its own.
    await gate.waitForArrivals(2 + 2 * LIMITS.lanes);
    expect((await sendersOf(second)).hold).toBe(1);
    gate.open();
    await uploadState(second, 'finished');
    await expectAllProved();
  });

  it('continue when the process of the sending tab is killed, and repeat only the chunks in transit', async () => {
    gate.holdAfter(2);
    await pressProcess(first);
    await gate.waitForArrivals(2 + LIMITS.lanes);
    const second = await openSecond();
    await uploadState(second, 'upload');
    await expect.poll(() => sendersOf(second)).toEqual({ hold: 1, wait: true });
    const crashed = first.waitForEvent('crash');
    await killRenderer(first);
    await crashed;
    await gate.waitForArrivals(2 + 2 * LIMITS.lanes);
    expect((await sendersOf(second)).hold).toBe(1);
    gate.open();
    await waitUntilProved();
    expect(gate.arrived()).toBe((await chunksOnDevice(second)) + LIMITS.lanes);
  });

  it('with a third one never send a chunk twice', async () => {
    const others = [await openSecond(), await openSecond()];
    for (const other of others) await waitUntilOnDevice(other, study.series.length);
    gate.holdAfter(2);
    await pressProcess(first);
    await gate.waitForArrivals(2 + LIMITS.lanes);
    for (const other of others) await uploadState(other, 'upload');
    expect((await sendersOf(first)).hold).toBe(1);
    expect(gate.arrived()).toBe(2 + LIMITS.lanes);
    gate.open();
    await waitUntilProved();
    expect(gate.arrived()).toBe(await chunksOnDevice(first));
  });
});

/** Who holds the lock of the sender, and whether somebody waits for it, as the browser tells any context of this origin. */
function sendersOf(page: Page): Promise<{ hold: number; wait: boolean }> {
  return page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const isSender = ({ name }: LockInfo): boolean => name?.startsWith('lightship.send.') === true;
    return { hold: held.filter(isSender).length, wait: pending.some(isSender) };
  });
}

/** How many chunks Process made of it. */
function chunksOnDevice(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((database) => database.name ?? '').find((name) => name.startsWith('lightship.u')) ?? '';
    const settle = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
      });
    const database = await settle(indexedDB.open(name));
    const count = await settle(database.transaction('chunks').objectStore('chunks').count());
    database.close();
    return count;
  });
}
