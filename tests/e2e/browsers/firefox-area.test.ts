import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFirefox } from '#commands/test-services/other-browsers.ts';
import type { FileWork } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { areaFiles } from '#tests/support/area-files.ts';
import { killFirefox, launchFirefox } from '#tests/support/firefox.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { openUploadGate, type UploadGate } from '#tests/support/upload-gate.ts';

const firefox = findFirefox();

/** Six chunks and a small file. */
const GIVEN = { 'large.txt': randomBytes(18_000_000).toString('base64'), 'notes.txt': 'same words' };

/** It has no Background Sync: what is left waits until a page is opened. */
describe.skipIf(firefox === null)('an upload into a file area in a stock Firefox', () => {
  let gate: UploadGate;
  let server: TestServer;
  let folder: string;
  let browser: Browser;
  let page: Page;

  async function launch(): Promise<void> {
    browser = await launchFirefox(firefox!, join(folder, 'profile'));
    [page] = (await browser.pages()) as [Page];
  }

  beforeAll(async () => {
    gate = await openUploadGate();
    server = await startTestServer({ people: true, env: { LIGHTSHIP_UPLOAD_URL: gate.url } });
    gate.forwardTo(server.port);
    folder = await mkdtemp(join(tmpdir(), 'lightship-firefox-'));
    for (const [name, text] of Object.entries(GIVEN)) await writeFile(join(folder, name), text);
    await launch();
  });
  afterAll(async () => {
    await gate.close();
    await server.dispose();
    await killFirefox(browser);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('continues after Firefox was killed while it was sending, and arrives byte for byte [FM-040]', async () => {
    await page.goto(`${server.origin}/login`);
    await page.locator('input[type=email]').fill(DEMO.admin.email);
    await page.locator('input[type=password]').fill(DEMO.admin.password);
    await page.locator('::-p-xpath(//button[starts-with(normalize-space(), "Sign in")])').click();
    await page.waitForFunction((address) => location.href === address, {}, `${server.teamOrigin('north')}/dashboard`);
    await openFileManager();
    gate.holdAfter(1);
    const input = (await page.waitForSelector('input[type=file][aria-label="Upload"]')) as Awaited<
      ReturnType<typeof page.waitForSelector<'input'>>
    >;
    await input!.uploadFile(...Object.keys(GIVEN).map((name) => join(folder, name)));
    await page.waitForSelector('::-p-text(You can close this page.)');
    await gate.waitForAnswers(1);
    await gate.waitForArrivals(1 + LIMITS.lanes);
    await killFirefox(browser);
    gate.open();
    await launch();
    await openFileManager();
    const files = areaFiles(server, await bearerOf(server, DEMO.admin));
    const works = async () => (await files.call<{ data: FileWork[] }>('works', {})).data.map(({ kind, state }) => ({ kind, state }));
    await expect.poll(works, { timeout: 90_000 }).toEqual([{ kind: 'take', state: 'done' }]);
    expect(await files.names('/north')).toEqual(Object.keys(GIVEN));
    for (const [name, text] of Object.entries(GIVEN)) expect((await files.read(`/north/${name}`)) === text, name).toBe(true);
    await page.waitForSelector('::-p-text(Uploaded 2 files to north)');
  });

  async function openFileManager(): Promise<void> {
    await page.goto(`${server.teamOrigin('north')}/admin/commander`);
    await page.waitForSelector('[role="grid"][aria-label="Left pane, /north"]');
  }
});
