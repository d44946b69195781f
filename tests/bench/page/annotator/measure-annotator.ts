import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { findChromium } from '#commands/test-services/browser.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { installPeers } from '#tests/bench/peers.ts';
import { peakGrowthMib } from '#tests/bench/renderer-memory.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';
import { bestPeer, peersText } from './best-peer.ts';
import { VIEWPORT } from './capture.ts';
import type { Figure } from './contender.ts';
import { ctFiles, writeCt, type Coding } from './ct-files.ts';
import { GATES, RATIOS } from './gates.ts';
import { percentile } from './judge.ts';
import { PeerFigures } from './measure-peers.ts';
import { startPeerPages } from './peers.ts';
import { SIZE, SLICES } from './phantom.ts';
import { addressOf, canvases, enter, firstDrawnMs, keep, openWhole, threePanes, upload } from './product.ts';
import { takeRest, takeWheel } from './product-figures.ts';
import { annotatorScriptKb } from './script-size.ts';
import { EVENTS, HZ } from './send-events.ts';
import { takeFigure } from './take-figure.ts';

const FIGURES: readonly Figure[] = ['slice', 'window', 'oblique'];
/** Fewer slices than of the others: they are decoded in the page, which is what they are here for. */
const CODED_SLICES = 260;
/** A study opens at its middle, and half of it remains. */
const EVENTS_OF_OPENING = 120;

const p95 = (times: readonly number[]): number => percentile(times, 95);

/** The annotator beside other viewers: one phantom, one size of the window, the same events, and one way to read the screen. */
export async function measureAnnotator(runs: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const chromium = findChromium();
  if (!chromium.ok) return [...Object.values(GATES), ...Object.values(RATIOS)].map((gate) => ({ ...gate, reason: chromium.why }));
  const server = await startTestServer({ people: true });
  const profile = join(tempFolder, 'profile');
  const launch = () => launchBrowser({ userDataDir: profile, viewport: VIEWPORT });
  const started = loadavg()[0]!;
  try {
    const page = await openPage(await launch(), server);
    const address = await upload(page, server, await writeCt(join(tempFolder, 'ct')));
    const { own, peers } = await inTurns(page, { runs, address, tempFolder });
    const growth = await memoryGrowth(page, server, address);
    const coded = {
      jpeg2000: await orProblem(codedSlices(page, server, { coding: 'jpeg-2000', runs })),
      jpegLs: await orProblem(codedSlices(page, server, { coding: 'jpeg-ls', runs })),
    };
    await openWhole(page, address);
    const first = await orProblem(keptPictures(page, server, { runs, address }));
    const load = `load ${started.toFixed(1)} to ${loadavg()[0]!.toFixed(1)}`;
    const note = `p95 of ${EVENTS} events at ${HZ} Hz, ${SIZE} x ${SIZE} x ${SLICES}, ${VIEWPORT.width} x ${VIEWPORT.height}, ${load}`;
    const decoded = `slices decoded in the page from the server's files, in memory when the keys begin; ${note}`;
    return [
      { ...GATES.slice, runs: own.slice, note: `event to pixel; ${note}` },
      { ...GATES.jpeg2000, ...coded.jpeg2000, note: decoded },
      { ...GATES.jpegLs, ...coded.jpegLs, note: decoded },
      { ...GATES.opening, runs: own.opening, note: `event to pixel, while the slices are read from the server; ${note}` },
      { ...GATES.wheel, runs: own.wheel, note: `handler to drawing; ${note}` },
      { ...GATES.window, runs: own.window, note: `event to pixel; ${note}` },
      { ...GATES.oblique, runs: own.oblique, note: `event to pixel of the two planes that turn; ${note}` },
      { ...GATES.rest, runs: own.rest, note: `from 120 ms without motion to the sharp pixel; ${load}` },
      { ...GATES.layers, reason: 'masks are not drawn on turned planes' },
      ...FIGURES.map((figure) => ratioOf(figure, own[figure], peers)),
      { ...GATES.first, ...first, note: `drawing, from navigation; service worker, no server, ${SLICES} slices; ${load}` },
      { ...GATES.memory, runs: [growth], note: 'peak of the page and its workers, over what they held before; no masks' },
      { ...GATES.script, runs: [await annotatorScriptKb()], note: 'gzip of what the page and its worker load beyond every page' },
    ];
  } finally {
    await killBrowser(profile);
    await server.dispose();
  }
}

/** A figure that could not be taken leaves the others. */
async function orProblem(taking: Promise<number[]>): Promise<{ runs: number[] } | { reason: string }> {
  return taking.then(
    (runs) => ({ runs }),
    (error: unknown) => ({ reason: error instanceof Error ? error.message.split('\n')[0]! : String(error) }),
  );
}

async function openPage(context: BrowserContext, server: TestServer): Promise<Page> {
  const page = context.pages()[0]!;
  // Nothing here waits for a person: a busy machine is no failure.
  page.setDefaultTimeout(120_000);
  await enter(page, server);
  return page;
}

type OwnTimes = Record<Figure | 'opening' | 'wheel' | 'rest', number[]>;

/** The product, then each peer, in every run: what else the machine does meanwhile shakes all alike. */
async function inTurns(page: Page, { runs, address, tempFolder }: { runs: number; address: string; tempFolder: string }) {
  const own: OwnTimes = { slice: [], window: [], oblique: [], opening: [], wheel: [], rest: [] };
  const installed = await installPeers();
  const pages = installed.ok ? await startPeerPages(tempFolder) : null;
  const figures = pages && new PeerFigures(pages);
  try {
    for (let run = 0; run < runs; run += 1) {
      own.opening.push(p95(await openingSlices(page, address)));
      await openWhole(page, address);
      const contender = await threePanes(page);
      for (const figure of FIGURES) own[figure].push(p95(await takeFigure(contender, figure)));
      own.rest.push(p95(await takeRest(contender)));
      own.wheel.push(p95(await takeWheel(contender)));
      await page.goto('about:blank');
      await figures?.run(contender.panes);
    }
  } finally {
    await pages?.dispose();
  }
  return { own, peers: { figures, reason: installed.ok ? '' : installed.reason } };
}

type Peers = Awaited<ReturnType<typeof inTurns>>['peers'];

function ratioOf(figure: Figure, runs: readonly number[], { figures, reason }: Peers): Measured | Skipped {
  const times = figures?.times(figure) ?? [];
  const best = bestPeer(times);
  if (best === null) return { ...RATIOS[figure], reason: reason || peersText(times) };
  return { ...RATIOS[figure], runs, peer: { name: best.name, runs: best.runs }, note: `p95, event to pixel; ${peersText(times)}` };
}

/** Keys as soon as there is a picture, in one pane. */
async function openingSlices(page: Page, address: string): Promise<number[]> {
  await page.goto(address);
  await firstDrawnMs(page);
  await page.locator('[data-pane="0"] [role="application"]').focus();
  const contender = { page, panes: await canvases(page), turnsWithShift: true, prepare: async () => undefined };
  return takeFigure(contender, 'slice', { events: EVENTS_OF_OPENING, fromSlice: SLICES / 2, atOnce: true });
}

async function codedSlices(page: Page, server: TestServer, { coding, runs }: { coding: Coding; runs: number }): Promise<number[]> {
  const uuid = await sendStudy(server, await bearerOf(server, DEMO.annotator), await ctFiles(coding, CODED_SLICES));
  const address = addressOf(server, uuid);
  const taken: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await openWhole(page, address);
    taken.push(p95(await takeFigure(await threePanes(page), 'slice')));
  }
  return taken;
}

async function memoryGrowth(page: Page, server: TestServer, address: string): Promise<number> {
  await page.goto(`${server.teamOrigin('north')}/studies-v2`);
  await page.getByRole('row').nth(1).waitFor();
  return peakGrowthMib(page, () => openWhole(page, address));
}

/** Without a server: the page comes from the service worker, the pixels from the device. */
async function keptPictures(page: Page, server: TestServer, { runs, address }: { runs: number; address: string }): Promise<number[]> {
  await keep(page, server, 'Heron, Quiet 1');
  await openWhole(page, address);
  await server.kill();
  const taken: number[] = [];
  for (let run = -1; run < runs; run += 1) {
    await page.goto(address);
    const ms = await firstDrawnMs(page);
    if (run >= 0) taken.push(ms);
    // What follows the first picture must not slow the next one.
    await page.getByText(new RegExp(`^converted volume · ${SLICES} of ${SLICES} slices$`)).waitFor();
  }
  return taken;
}
