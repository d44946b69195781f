import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bundleForPage } from '#tests/bench/page-script.ts';
import { PEERS } from '#tests/bench/peers.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { VIEWPORT } from './capture.ts';
import type { Contender, Figure } from './contender.ts';
import type { Area } from './find-blocks.ts';
import { watchEvents } from './watch-events.ts';

/** Exports of peers/annotator/page.js, whose packages the checks of this repository do not know. */
interface PeersGlobal {
  annotatorPeers: {
    openCornerstone(how: { panes: readonly Area[]; cpu: boolean }): Promise<{ renderer: string }>;
    openNiivue(how: { panes: readonly Area[] }): Promise<{ renderer: string }>;
    setFigure(figure: Figure): void;
  };
}

export type PeerName = keyof typeof PEER_FIGURES;

/** What each can be asked for. NiiVue turns no planes, and colours the whole volume again for a window: 13 s a picture without a GPU. */
export const PEER_FIGURES = {
  'Cornerstone3D CPU': ['slice', 'window', 'oblique'],
  'Cornerstone3D WebGL': ['slice', 'window', 'oblique'],
  NiiVue: ['slice'],
} as const satisfies Record<string, readonly Figure[]>;

export interface PeerPages {
  /** A browser of its own each time; `measure` gets the page with the phantom in three panes. */
  with<T>(name: PeerName, panes: readonly Area[], measure: (peer: Contender & { renderer: string }) => Promise<T>): Promise<T>;
  dispose(): Promise<void>;
}

const OPEN_MS = 90_000;

export async function startPeerPages(tempFolder: string): Promise<PeerPages> {
  const own = await bundleForPage(join(import.meta.dirname, 'for-peers.ts'), 'annotatorBench');
  const script = `${own}\n${await bundleForPage(join(PEERS, 'annotator/page.js'), 'annotatorPeers')}`;
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/page.js';
    answer.setHeader('content-type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`);
    answer.end(isScript ? script : '<!doctype html><body></body><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return {
    async with(name, panes, measure) {
      const profile = join(tempFolder, `peer-${Date.now()}`);
      const context = await launchBrowser({ userDataDir: profile, viewport: VIEWPORT, flags: ['--enable-unsafe-swiftshader'] });
      try {
        const page = context.pages()[0]!;
        page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
        await page.addInitScript(watchEvents);
        await page.goto(address);
        const opening = page.evaluate(open, { name, panes });
        const { renderer } = await within(opening, OPEN_MS, `${name} did not open within ${OPEN_MS / 1000} s`);
        const prepare = async (figure: Figure): Promise<void> =>
          page.evaluate((one) => (globalThis as unknown as PeersGlobal).annotatorPeers.setFigure(one), figure);
        await warmUp(prepare, PEER_FIGURES[name]);
        return await measure({ page, panes, prepare, turnsWithShift: false, renderer });
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

/** The first pictures compile what draws them, and Cornerstone3D shows nothing in the first of all. */
async function warmUp(prepare: (figure: Figure) => Promise<void>, figures: readonly Figure[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const figure of figures) {
      await prepare(figure);
      await pause(200);
    }
  }
}

/** Runs in the page. */
async function open({ name, panes }: { name: string; panes: readonly Area[] }): Promise<{ renderer: string }> {
  const { annotatorPeers } = globalThis as unknown as PeersGlobal;
  return name === 'NiiVue'
    ? annotatorPeers.openNiivue({ panes })
    : annotatorPeers.openCornerstone({ panes, cpu: name === 'Cornerstone3D CPU' });
}

export async function within<T>(work: Promise<T>, ms: number, words: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error(words)), ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
