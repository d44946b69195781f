import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { JSHandle, Page } from 'playwright';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { bundleForPage } from '#tests/bench/page-script.ts';
import type * as CorePage from './page.ts';

export type Core = typeof CorePage;

export interface OpenCorePage {
  /** Chooses the files in an input of the page. */
  choose(paths: readonly string[]): Promise<JSHandle<File[]>>;
  page: Page;
  profile: string;
  dispose(): Promise<void>;
}

/** A page with nothing in it but the readers: see page.ts, which is its global `core`. */
export async function openCorePage(profile: string): Promise<OpenCorePage> {
  const script = await bundleForPage(join(import.meta.dirname, 'page.ts'), 'core');
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><input type="file" multiple><script src="/page.js"></script>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const context = await launchBrowser({ userDataDir: profile });
  const page = context.pages()[0]!;
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    profile,
    async choose(paths) {
      const input = page.locator('input');
      await input.setInputFiles([...paths]);
      return input.evaluateHandle((element) => [...(element as HTMLInputElement).files!]);
    },
    async dispose() {
      await killBrowser(profile, context);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
