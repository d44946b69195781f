import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bundleForPage, filesForPage } from '#tests/bench/page-script.ts';
import { PEERS } from '#tests/bench/peers.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { dicomOf } from './dicom-of.ts';
import { ctVolume, petVolume, SIDE, trunkVolume } from './scene.ts';
import { answerForSeries } from './series-server.ts';
import type { OwnContender, PageContender } from './taken.ts';

/** In the order in which they take turns. */
export const PAGE_NAMES = ['Lightship', 'Cornerstone3D CPU', 'Cornerstone3D WebGL', 'NiiVue'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

type Answer<Of, Method extends keyof Of> = Of[Method] extends (...given: never[]) => infer Given ? Awaited<Given> : never;
type Given<Of, Method extends keyof Of> = Of[Method] extends (...given: infer Args) => unknown ? Args : never;

/** A page with a contender that has nothing open yet. */
export interface ContenderPage {
  name: PageName;
  call<Method extends keyof PageContender>(method: Method, ...given: Given<PageContender, Method>): Promise<Answer<PageContender, Method>>;
  /** Only Lightship's. */
  callOwn<Method extends keyof OwnContender>(method: Method, ...given: Given<OwnContender, Method>): Promise<Answer<OwnContender, Method>>;
}

export interface BenchPages {
  names: readonly PageName[];
  /** A browser of its own each time. */
  with<T>(name: PageName, measure: (page: ContenderPage) => Promise<T>): Promise<T>;
  dispose(): Promise<void>;
}

const HTML = `<!doctype html><style>body { margin: 0; background: #000 } canvas { display: block }</style>`;
const SQUARE = `width="${SIDE}" height="${SIDE}" style="width:${SIDE}px;height:${SIDE}px"`;

const OF_THE_ADDRESS = '<script>globalThis.contender = volumePeers.contenderOf(decodeURIComponent(location.search.slice(1)))</script>';

/** The peers' page only where they are installed. */
export async function startPages(tempFolder: string, { hasPeers }: { hasPeers: boolean }): Promise<BenchPages> {
  const files = await filesForPage(join(import.meta.dirname, 'own-page.ts'));
  files.set('/own.html', `${HTML}<canvas ${SQUARE}></canvas><script type="module" src="/page.js"></script>`);
  if (hasPeers) {
    const own = await bundleForPage(join(import.meta.dirname, 'for-peers.ts'), 'volumeBench');
    files.set('/peers.js', `${own}\n${await bundleForPage(join(PEERS, 'volumes/page.js'), 'volumePeers')}`);
    files.set('/peers.html', `${HTML}<div ${SQUARE}></div><script src="/peers.js"></script>${OF_THE_ADDRESS}`);
  }
  const series = [dicomOf(ctVolume(), 'CT'), dicomOf(petVolume(), 'PT'), dicomOf(trunkVolume(), 'CT')];
  const server = createServer((request, answer) => {
    if (answerForSeries(series, request, answer)) return;
    const path = request.url!.split('?')[0]!;
    const file = files.get(path);
    answer
      .setHeader('content-type', typeOf(path))
      .writeHead(file === undefined ? 404 : 200)
      .end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    names: PAGE_NAMES.filter((name) => name === 'Lightship' || hasPeers),
    async with(name, measure) {
      const profile = join(tempFolder, `page-${Date.now()}`);
      const viewport = { width: SIDE, height: SIDE };
      const context = await launchBrowser({ userDataDir: profile, viewport, flags: ['--enable-unsafe-swiftshader'] });
      try {
        const page = context.pages()[0]!;
        page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
        await page.goto(name === 'Lightship' ? `${origin}/own.html` : `${origin}/peers.html?${encodeURIComponent(name)}`);
        await page.waitForFunction('globalThis.contender !== undefined');
        const call = (method: string, ...given: unknown[]) => page.evaluate(callContender, { method, given }) as Promise<never>;
        return await measure({ name, call, callOwn: call });
      } finally {
        await killBrowser(profile, context);
      }
    },
    async dispose() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function typeOf(path: string): string {
  return path.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8';
}

/** Runs in the page. */
function callContender({ method, given }: { method: string; given: unknown[] }): unknown {
  const { contender } = globalThis as unknown as { contender: Record<string, (...args: unknown[]) => unknown> };
  return contender[method]!(...given);
}
