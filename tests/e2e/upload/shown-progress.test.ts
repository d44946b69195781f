import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { LIMITS } from '#contract/limits.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { hashesOfFolder, hashesOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openUploadGate, type UploadGate } from '#tests/support/upload-gate.ts';
import { formatShare } from '#ui/format.ts';
import { rowsOnDevice } from '#tests/e2e/support/device.ts';
import { endUploadTokens } from '#tests/e2e/support/server-state.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import {
  DEMO_PASSWORD,
  dropFolder,
  holdDeviceStore,
  openUploadPage,
  pressProcess,
  TITLE,
  uploadState,
  waitForProof,
  waitForServiceWorker,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };

interface VisitOptions {
  serviceWorker?: boolean;
  /** Before the first page opens. */
  before?: (context: BrowserContext) => Promise<unknown>;
}

/** What the screen says while an upload is on its way and after it, held against the rows of the device and the bytes of the server. */
describe('the displayed progress', () => {
  let people: People;
  let study: StudyFolder;
  let gate: UploadGate;
  let server: TestServer;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [people, study] = await Promise.all([openPeople(), createStudyFolder({ ...HERON, slicesPerSeries: 12, paddingBytes: 600_000 })]);
  });
  afterAll(async () => {
    await people.close();
    await study.remove();
  });

  beforeEach(async () => {
    gate = await openUploadGate();
    server = await startTestServer({ people: true, env: { LIGHTSHIP_UPLOAD_URL: gate.url } });
    gate.forwardTo(server.port);
  });
  afterEach(async () => {
    await people.sendHome();
    await gate.close();
    await server.dispose();
  });

  async function visit({ serviceWorker = false, before }: VisitOptions = {}): Promise<void> {
    ({ context, page } = await people.newVisitor({ serviceWorker }));
    await before?.(context);
    await enterByCookie(page, server, DEMO.annotator);
    await openUploadPage(page, server);
    if (serviceWorker) await waitForServiceWorker(page);
  }

  /** Everything is on the device, two chunks are on the server, all three lanes stand still at the gate. */
  async function sendTwoChunks(): Promise<void> {
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
    gate.holdAfter(2);
    await pressProcess(page);
    await gate.waitForAnswers(2);
    await gate.waitForArrivals(2 + LIMITS.lanes);
  }

  async function expectAllProved(): Promise<void> {
    const sent = await hashesOfFolder(study.path);
    await expect.poll(() => hashesOnServer(server.dataDir, HERON), { timeout: 60_000, interval: 250 }).toEqual(sent);
  }

  const figure = (name: string): Locator => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  const confirmedOnDevice = async (): Promise<number> =>
    (await rowsOnDevice(page, 'series')).reduce((sum, row) => sum + Number(row['confirmedBytes']), 0);

  it('shows what the server acknowledged, the same after a reload, and resumes from there [PWA-06, PWA-35, PWA-37, QA-04]', async () => {
    await visit();
    await sendTwoChunks();
    await expect.poll(confirmedOnDevice).toBeGreaterThan(2 * LIMITS.chunkMinBytes);
    const shown = `${((await confirmedOnDevice()) / 1_000_000).toFixed(1)} of `;
    await figure('Sent').getByText(shown).waitFor();
    const figuresShown = async () => [await figure('Sent').innerText(), await figure('Verified').innerText()];
    const figures = await figuresShown();
    const queued = (await rowsOnDevice(page, 'series')).reduce((sum, row) => sum + Number(row['bytes']), 0);
    const title = `${formatShare((await confirmedOnDevice()) / queued)} · ${TITLE}`;
    await expect.poll(() => page.title()).toBe(title);
    // The lanes of the page that goes die with it; those of the next one stand still at the gate as well.
    await page.reload();
    await uploadState(page, 'upload');
    await gate.waitForArrivals(2 + 2 * LIMITS.lanes);
    await figure('Sent').getByText(shown).waitFor();
    await expect.poll(figuresShown).toEqual(figures);
    await expect.poll(() => page.title()).toBe(title);
    const proved = (await rowsOnDevice(page, 'series')).reduce((sum, row) => sum + Number(row['provedFiles']), 0);
    await page.getByText(`Resumed when this page was opened ${proved} of ${study.files} files verified before`).waitFor();

    gate.open();
    await uploadState(page, 'finished');
    await expect.poll(() => page.title()).toBe(TITLE);
    await expectAllProved();
  });

  it('shows that it is offline, since when, how many files wait, and no rate; Try now retries immediately [PWA-22]', async () => {
    await visit();
    await sendTwoChunks();
    await expect.poll(confirmedOnDevice).toBeGreaterThan(2 * LIMITS.chunkMinBytes);
    const unproved = study.files - (await rowsOnDevice(page, 'series')).reduce((sum, row) => sum + Number(row['provedFiles']), 0);
    await context.setOffline(true);
    const mark = page.getByRole('main').getByRole('status').filter({ hasText: 'Offline' });
    await mark.getByText(new RegExp(`^since \\d\\d:\\d\\d:\\d\\d · ${unproved} files wait$`)).waitFor();
    await figure('Link').getByText('none', { exact: true }).waitFor();
    await figure('Rate').getByText('nothing is sent').waitFor();
    await expect.poll(() => page.locator('[data-status="sending"]').count()).toBe(0);
    await page
      .getByText(/^(There is no network|The network connection was lost)\. .* are on the server, the rest is on this device\.$/)
      .waitFor();
    await page.getByText(/With the tab closed, the browser continues as soon as the network is back/).waitFor();
    gate.open();
    await context.setOffline(false);
    const again = page.getByRole('button', { name: 'Try now' });
    if (await again.isVisible()) await again.click({ timeout: 2_000 }).catch(() => undefined);
    await uploadState(page, 'finished');
    await expectAllProved();
  });

  it('says that the tab may be closed only when every byte is on this device, and what happens then', async () => {
    await visit({ before: (given) => given.addInitScript(() => Reflect.deleteProperty(globalThis, 'SyncManager')) });
    const { release } = await holdDeviceStore(page);
    await dropFolder(page, study.path);
    await page.getByText(/^Keep this tab open/).waitFor();
    expect(await page.getByText('You can close this tab').count()).toBe(0);
    await release();
    await page.getByText('You can close this tab').waitFor();
    expect(await rowsOnDevice(page, 'files')).toHaveLength(study.files);
    gate.holdAfter(0);
    await pressProcess(page);
    await page.getByText('The upload resumes when you open the app again; you need not select any file again.').waitFor();
  });

  it('waits for space on the server, shows the time of the next try, and resumes', async () => {
    await visit();
    await sendTwoChunks();
    const refusals = await refuseChunks(context, 507, 'storage_full');
    gate.open();
    await page.getByText(/^The server has no storage space left\. /).waitFor();
    // The server asks for five minutes, which jitter lengthens by up to a half: nothing but the press can end the pause within this test.
    await page.getByText(/^Next try in [4-7]\smin.* tell the platform administrator\.$/).waitFor();
    expect(refusals.count()).toBeLessThanOrEqual(LIMITS.lanes);
    await refusals.end();
    await page.getByRole('button', { name: 'Try now' }).click();
    await uploadState(page, 'finished');
    await expectAllProved();
  });

  it('asks for a sign-in over the page, and resumes afterwards', async () => {
    await visit();
    await sendTwoChunks();
    endUploadTokens(server);
    const isPrepare = (url: URL): boolean => url.pathname === '/api/c-upload';
    // The sign-in of this browser ends for its uploads alone: the page would leave for the form as soon as it found out.
    await context.route(isPrepare, (route) =>
      route.fulfill({ status: 401, json: { message: 'Sign in to continue.', code: 'signed_out' } }),
    );
    gate.open();
    const sheet = page.getByRole('dialog', { name: 'Sign in to continue' });
    await sheet.getByText(/^Your sign-in has ended\. .* of 1 study wait on this device/).waitFor();
    await sheet.getByText('Heron, Quiet').waitFor();
    await figure('Rate').getByText('nothing is sent').waitFor();
    expect(await sheet.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(DEMO.annotator.email);
    await sheet.getByRole('button', { name: 'Later, keep waiting' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await context.unroute(isPrepare);
    await sheet.getByRole('button', { name: 'Sign in and continue' }).click();
    await uploadState(page, 'finished');
    await sheet.waitFor({ state: 'hidden' });
    await expectAllProved();
  });

  it('requests permission for notifications only on a click; then the service worker shows one, without a name [PWA-44]', async () => {
    const asked: string[] = [];
    await visit({
      serviceWorker: true,
      before: async (given) => {
        await given.grantPermissions(['notifications', 'background-sync'], { origin: server.teamOrigin('north') });
        await given.exposeBinding('asked', () => void asked.push('asked'));
        await given.addInitScript(() => {
          if (!('Notification' in globalThis)) return;
          let state: NotificationPermission = 'default';
          Object.defineProperty(Notification, 'permission', { get: () => state });
          Notification.requestPermission = async () => {
            await (globalThis as unknown as { asked(): Promise<void> }).asked();
            return (state = 'granted');
          };
        });
      },
    });
    await sendTwoChunks();
    const tellMe = page.getByRole('button', { name: 'Notify me when it is done' });
    await tellMe.waitFor();
    expect(asked).toEqual([]);
    await tellMe.click();
    await page.getByText('You will be notified when it is done.').waitFor();
    expect(asked).toEqual(['asked']);

    await page.close({ runBeforeUnload: false });
    gate.open();
    await expectAllProved();
    const other = await context.newPage();
    await other.goto(`${server.teamOrigin('north')}/version.json`);
    await expect
      .poll(() => noticesOf(other), { timeout: 30_000 })
      .toEqual([{ title: 'Upload finished!', body: 'Every file is on the server and verified.' }]);
  });

  it('announces an end that a page in the background sees', async () => {
    await visit({
      serviceWorker: true,
      before: (given) => given.grantPermissions(['notifications', 'background-sync'], { origin: server.teamOrigin('north') }),
    });
    await sendTwoChunks();
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
    expect(await noticesOf(page)).toEqual([]);
    gate.open();
    await uploadState(page, 'finished');
    await expect.poll(() => noticesOf(page)).toEqual([{ title: 'Upload finished!', body: 'Every file is on the server and verified.' }]);
  });

  it('offers a receipt that matches the folder, at the end and from the history, and deletes the copy on the device', async () => {
    await visit();
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
    await pressProcess(page);
    await uploadState(page, 'finished');
    await waitForProof(page, study.files);
    const folder = await mkdtemp(join(tmpdir(), 'lightship-receipt-'));
    try {
      const atTheEnd = await downloaded(page, page.getByRole('button', { name: 'Download receipt' }), folder);
      expect(atTheEnd).toMatch(/lightship-receipt-[0-9a-f-]{36}\.json$/);
      expect(await checkReceipt(atTheEnd, study.path)).toMatchObject({ code: 0, last: `${study.files} of ${study.files} files identical` });

      const { length } = await rowsOnDevice(page, 'segments');
      expect(length).toBeGreaterThan(0);
      await page.getByRole('button', { name: /^Free .* on this device$/ }).click();
      await expect.poll(async () => (await rowsOnDevice(page, 'segments')).length).toBe(0);
      await page.getByRole('button', { name: /^Free / }).waitFor({ state: 'hidden' });

      await page.goto(`${server.teamOrigin('north')}/uploads`);
      const row = page.getByRole('row').filter({ hasText: `${study.files} of ${study.files}` });
      const fromHistory = await downloaded(page, row.getByRole('button', { name: 'Download receipt' }), folder);
      expect(await checkReceipt(fromHistory, study.path)).toMatchObject({ code: 0 });
      expect(await checkReceipt(fromHistory, folder)).toMatchObject({ code: 1 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

async function downloaded(page: Page, button: Locator, folder: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

function checkReceipt(receipt: string, folder: string): Promise<{ code: number; last: string | undefined }> {
  return new Promise((resolve) =>
    execFile(process.execPath, [join(CHECKOUT, 'src/commands/check-receipt.ts'), receipt, folder], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), last: `${stdout}${stderr}`.trim().split('\n').at(-1) }),
    ),
  );
}

/** Every chunk is refused from now on, as a server in that state answers; whatever stands in the way of the gate reaches nobody. */
async function refuseChunks(context: BrowserContext, status: number, code: string): Promise<{ count(): number; end(): Promise<void> }> {
  let refused = 0;
  const isChunk = (url: URL): boolean => url.hostname.startsWith('upload.');
  await context.route(isChunk, (route, request) => {
    if (request.method() !== 'POST') return route.continue();
    refused += 1;
    return route.fulfill({
      status,
      json: { message: '', code },
      headers: {
        'Access-Control-Allow-Origin': new URL(request.frame().url()).origin,
        'Access-Control-Expose-Headers': 'Retry-After',
        'Retry-After': '300',
      },
    });
  });
  return { count: () => refused, end: () => context.unroute(isChunk) };
}

function noticesOf(page: Page): Promise<{ title: string; body: string }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return ((await registration?.getNotifications()) ?? []).map(({ title, body }) => ({ title, body }));
  });
}
