import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { openStagedPage, secondsToProved } from '#tests/bench/staged-page.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { chromiumPath } from '#commands/test-services/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { FAR_ADDRESS, type BadLink } from './namespaces.ts';

/** Not under `localhost`, which browsers take for their own machine whatever else they are told. */
const BASE_DOMAIN = 'lightship.test';
const TEAM = 'north';

export interface LinkStudy {
  folder: string;
  bytes: number;
  files: number;
}

/**
 * The server at the far end, the page in Chromium at the near one. The link becomes bad when the page is loaded and everything staged. Seconds
 * from Process to the last file proved; `meanwhile` begins with Process.
 */
export async function sendByProduct(
  link: BadLink,
  { folder, files }: LinkStudy,
  tempFolder: string,
  meanwhile: () => Promise<void>,
): Promise<number> {
  const profile = join(tempFolder, 'profile');
  const server = await startTestServer({
    people: true,
    within: link.far,
    env: { LIGHTSHIP_HOST: FAR_ADDRESS, LIGHTSHIP_BASE_DOMAIN: BASE_DOMAIN },
  });
  let context: BrowserContext | undefined;
  try {
    context = await launchNear(link, server, profile, tempFolder);
    const page = await openStagedPage(context, server, folder, 1);
    // It has then fetched what it keeps for starts without a network.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    link.makeBad();
    const [seconds] = await Promise.all([secondsToProved(page, server, files), meanwhile()]);
    return seconds;
  } finally {
    await killBrowser(profile, context);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    await server.dispose();
  }
}

async function launchNear(link: BadLink, server: TestServer, profile: string, tempFolder: string): Promise<BrowserContext> {
  const program = join(tempFolder, 'chromium-near');
  await writeFile(program, `#!/bin/sh\nexec ${link.near.join(' ')} ${chromiumPath()} "$@"\n`, { mode: 0o755 });
  const origins = [server.origin, server.teamOrigin(TEAM), server.teamOrigin('upload')];
  return launchBrowser({
    userDataDir: profile,
    viewport: { width: 1440, height: 900 },
    program,
    // Over https there would be a certificate to trust instead.
    flags: [`--host-resolver-rules=MAP * ${FAR_ADDRESS}`, `--unsafely-treat-insecure-origin-as-secure=${origins.join(',')}`],
  });
}
