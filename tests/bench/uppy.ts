import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import type { Contender, OpenPage, StagedSeconds } from './contender.ts';
import { bundleForPage } from './page-script.ts';
import { PEERS } from './peers.ts';

/** Exports of peers/uppy-page.js, whose packages the checks of this repository do not know. */
interface UppyGlobal {
  uppyPage: {
    claimed(): number;
    readBack(): Promise<{ listed: string[]; back: { name: string; sha256: string }[] }>;
    stagedSeconds(files: number): StagedSeconds | null;
  };
}

export interface UppyPage extends OpenPage {
  /** Chooses the folder and waits for the commit of every file. */
  stage(folder: string, files: number): Promise<StagedSeconds>;
}

export interface Uppy extends Contender {
  open(profile: string): Promise<UppyPage>;
}

/** `uncapped`: with the limits of its store lifted. */
export async function startUppy({ uncapped = false } = {}): Promise<Uppy> {
  const script = await bundleForPage(join(PEERS, 'uppy-page.js'), 'uppyPage');
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><input type="file" webkitdirectory><script src="/page.js"></script>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://localhost:${(server.address() as AddressInfo).port}/${uncapped ? '?uncapped' : ''}`;
  return {
    name: 'Uppy',
    open: (profile) => openPage(address, profile),
    async dispose() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function openPage(address: string, profile: string): Promise<UppyPage> {
  const context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
  const page = context.pages()[0]!;
  await page.goto(address);
  const give = (folder: string) => page.locator('input').setInputFiles(folder);
  return {
    give,
    claimed: () => page.evaluate(() => (globalThis as unknown as UppyGlobal).uppyPage.claimed()),
    async readBack() {
      const { listed, back } = await page.evaluate(() => (globalThis as unknown as UppyGlobal).uppyPage.readBack());
      const names = new Set(listed);
      return { listed: listed.length, back, speaksOf: (name) => names.has(name) };
    },
    kill: () => killBrowser(profile, context),
    async stage(folder, files) {
      await give(folder);
      const staged = await page.waitForFunction((n) => (globalThis as unknown as UppyGlobal).uppyPage.stagedSeconds(n), files, {
        polling: 250,
        timeout: 300_000,
      });
      return (await staged.jsonValue())!;
    },
  };
}
