import { join } from 'node:path';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { findChromium } from '#commands/test-services/browser.ts';
import { startTestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

const GATE = { gate: 'page, offline start', unit: 's', target: 1 } as const;

/** The browser is opened on a machine without a server, after one visit: from the address to the upload page that takes files. */
export async function measureOfflineStart(runs: number, tempFolder: string): Promise<Measured | Skipped> {
  const chromium = findChromium();
  if (!chromium.ok) return { ...GATE, reason: chromium.why };
  const server = await startTestServer({ people: true });
  const profile = join(tempFolder, 'profile');
  const address = `${server.teamOrigin('north')}/upload-v2`;
  const launch = () => launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
  const ready = '[data-upload-state="ready"]';
  try {
    const visit = await launch();
    const page = visit.pages()[0]!;
    await signIn(page, server, DEMO.annotator);
    await page.goto(address);
    await page.locator(ready).waitFor();
    // A second opening is the worker's: the first one of a new profile came from the server.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.locator(ready).waitFor();
    await visit.close();
    await server.kill();

    const seconds: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const context = await launch();
      const opened = context.pages()[0]!;
      const startedMs = performance.now();
      await opened.goto(address, { waitUntil: 'commit' });
      await opened.locator(ready).waitFor();
      seconds.push((performance.now() - startedMs) / 1000);
      await killBrowser(profile, context);
    }
    return { ...GATE, runs: seconds, note: 'a browser that has just been started, its service worker too; the server is killed' };
  } finally {
    await killBrowser(profile);
    await server.dispose();
  }
}
