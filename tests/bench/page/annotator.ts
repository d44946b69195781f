import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { CHECKOUT } from '#commands/checkout.ts';
import { findChromium } from '#commands/test-services/browser.ts';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { frameOfReferenceElement } from '#imaging/phantom/overlays/elements.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { dropFolder, openUploadPage, pressProcess, uploadState } from '#tests/e2e/support/page-steps.ts';

const SLICES = 100;
const EVENTS = 120;
/** Not a divisor of 60, so that events come at every phase of a frame. */
const HZ = 59;
const VIEWPORT = { width: 1600, height: 1000 };

/** Events are measured from their time stamp to the end of the last drawing that follows from them, each run by the 95th percentile. */
const GATES = {
  slice: { gate: 'annotator: slice by key', unit: 'ms', target: 25 },
  window: { gate: 'annotator: window, three planes', unit: 'ms', target: 25 },
  first: { gate: 'annotator: first picture from navigation', unit: 'ms', target: null },
  script: { gate: 'annotator: script beyond the app', unit: 'kB', target: 300 },
} as const;

/** A CT of 512 x 512 x 100 made by code, opened from the server by a browser that has the page. */
export async function measureAnnotator(runs: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const chromium = findChromium();
  if (!chromium.ok) return Object.values(GATES).map((gate) => ({ ...gate, reason: chromium.why }));
  const folder = await writeCt(join(tempFolder, 'ct'));
  const server = await startTestServer({ people: true });
  const profile = join(tempFolder, 'profile');
  try {
    const context = await launchBrowser({ userDataDir: profile, viewport: VIEWPORT });
    const page = context.pages()[0]!;
    await signIn(page, server, DEMO.annotator);
    await page.addInitScript(watchDrawing);
    const address = `${server.teamOrigin('north')}/annotator/case/${await upload(page, server, folder)}`;
    const taken = { slice: [] as number[], window: [] as number[], first: [] as number[] };
    for (let run = 0; run < runs; run += 1) {
      await page.goto(address);
      await page.getByText(`original · ${SLICES} of ${SLICES} slices`).waitFor();
      taken.first.push(await page.evaluate(() => (globalThis as unknown as Watched).lightshipDrawn.first));
      taken.slice.push(await driven(page, 'slice'));
      await page.keyboard.press('Alt+Digit0');
      await page.getByText('reformatted coronal').waitFor();
      await page.waitForTimeout(1_000);
      taken.window.push(await driven(page, 'window'));
    }
    const note = `p95 of ${EVENTS} events at ${HZ} Hz, 512 x 512 x ${SLICES}, ${VIEWPORT.width} x ${VIEWPORT.height}`;
    return [
      { ...GATES.slice, runs: taken.slice, note },
      { ...GATES.window, runs: taken.window, note },
      { ...GATES.first, runs: taken.first, note: 'from the server on this machine, whole page' },
      { ...GATES.script, runs: [await scriptKb()], note: 'gzip of the page of the annotator and its worker' },
    ];
  } finally {
    await killBrowser(profile);
    await server.dispose();
  }
}

async function writeCt(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const study = {
    ...{ seed: 1, patientName: 'Heron^Quiet', patientId: 'T-1', patientSex: 'F' as const },
    ...{ date: '20260102', time: '101500', description: 'Made by code' },
  };
  const plan = {
    body: 'abdomen' as const,
    plane: 'axial' as const,
    slices: SLICES,
    matrix: 512,
    seriesNumber: 2,
    seriesDescription: 'CT',
    study,
  };
  for (const { name, bytes } of createPhantomSeries({ ...plan, elements: () => [frameOfReferenceElement(study)] })) {
    await writeFile(join(folder, name), bytes);
  }
  return folder;
}

async function upload(page: Page, server: TestServer, folder: string): Promise<string> {
  await openUploadPage(page, server);
  await dropFolder(page, folder);
  await page.locator('[data-series] canvas[data-thumbnail="drawn"]').waitFor();
  await page.getByText(/^Keep this tab open/).waitFor({ state: 'hidden' });
  await pressProcess(page);
  await uploadState(page, 'finished');
  const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.annotator)}`, team: 'north' };
  return ((await (await server.request('/api/studies-v2', { headers })).json()) as { data: { uuid: string }[] }).data[0]!.uuid;
}

interface Drawn {
  /** ms from navigation to the first drawn picture. */
  first: number;
  /** Time stamps of events, and the end of each drawing of a pane. */
  events: number[];
  draws: number[];
}
type Watched = { lightshipDrawn: Drawn };

/** In the page, before its code: when pictures are drawn on the screen, and when keys and pointers act. */
function watchDrawing(): void {
  const drawn: Drawn = { first: 0, events: [], draws: [] };
  (globalThis as unknown as Watched).lightshipDrawn = drawn;
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function drawImage(this: CanvasRenderingContext2D, ...given: unknown[]) {
    (draw as (...given: unknown[]) => void).apply(this, given);
    if (this.canvas.closest('[data-pane]') === null) return;
    drawn.draws.push(performance.now());
    if (drawn.first === 0) drawn.first = performance.now();
  } as typeof draw;
  for (const name of ['keydown', 'pointermove'] as const)
    addEventListener(name, (event) => drawn.events.push(event.timeStamp), { capture: true });
}

/** Never waits for the page. The 95th percentile of the ms from an event to the end of the last drawing before the next one. */
async function driven(page: Page, what: 'slice' | 'window'): Promise<number> {
  const cell = page.locator('[data-pane="0"] [role="application"]');
  await cell.focus();
  if (what === 'slice') await page.keyboard.press('Home');
  const { x, y, width, height } = (await cell.boundingBox())!;
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, top);
  if (what === 'window') await page.mouse.down();
  await page.waitForTimeout(300);
  await page.evaluate(() => Object.assign((globalThis as unknown as Watched).lightshipDrawn, { events: [], draws: [] }));
  const session = await page.context().newCDPSession(page);
  const sent: Promise<unknown>[] = [];
  const startedMs = performance.now();
  const count = what === 'slice' ? Math.min(EVENTS, SLICES - 1) : EVENTS;
  for (let event = 0; event < count; event += 1) {
    const dueMs = startedMs + (event * 1000) / HZ - performance.now();
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
    sent.push(
      what === 'slice'
        ? session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 })
        : session.send('Input.dispatchMouseEvent', {
            ...{ type: 'mouseMoved', button: 'left', buttons: 1 },
            ...{ x: left + 100 * Math.sin(event / 25), y: top + 80 * Math.cos(event / 19) },
          }),
    );
  }
  await Promise.all(sent);
  await page.waitForTimeout(300);
  if (what === 'window') await page.mouse.up();
  await session.detach();
  const { events, draws } = await page.evaluate(() => (globalThis as unknown as Watched).lightshipDrawn);
  const times = events.flatMap((at, index) => {
    const next = events[index + 1] ?? Infinity;
    const own = draws.filter((drawn) => drawn >= at && drawn < Math.max(next, at + 1));
    return own.length > 0 ? [own.at(-1)! - at] : [draws.find((drawn) => drawn >= at)! - at];
  });
  const inOrder = times.filter((time) => !Number.isNaN(time)).toSorted((a, b) => a - b);
  return inOrder[Math.floor(inOrder.length * 0.95)]!;
}

async function scriptKb(): Promise<number> {
  const folder = join(CHECKOUT, 'dist/assets');
  const names = (await readdir(folder)).filter((name) => /^(Annotator(Page|Route)|voxels\.worker)-.*\.js$/.test(name));
  const bytes = await Promise.all(names.map(async (name) => gzipSync(await readFile(join(folder, name))).length));
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}
