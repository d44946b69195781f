import { loadavg } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '#commands/test-services/browser.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { startTestServer } from '#tests/support/server.ts';
import { makeSegment } from '#tests/e2e/support/drawing.ts';
import { VIEWPORT } from './capture.ts';
import { writeCt } from './ct-files.ts';
import { percentile } from './judge.ts';
import { SIZE, SLICES, SPACING_MM } from './phantom.ts';
import { enter, openWhole, pane, threePanes, upload } from './product.ts';
import { takeStroke } from './product-figures.ts';
import { EVENTS, HZ } from './send-events.ts';

/** What has to hold (issue 35). */
const GATE = { gate: 'annotator: stroke of a brush', unit: 'ms', target: 33 } as const;
const RADIUS_PIXELS = 20;

/** A brush in the left one of three panes, which is stored in the journal at the end of each stroke. */
export async function measureDrawing(runs: number, tempFolder: string): Promise<Measured | Skipped> {
  const chromium = findChromium();
  if (!chromium.ok) return { ...GATE, reason: chromium.why };
  const server = await startTestServer({ people: true });
  const profile = join(tempFolder, 'profile');
  const started = loadavg()[0]!;
  try {
    const page = (await launchBrowser({ userDataDir: profile, viewport: VIEWPORT })).pages()[0]!;
    // Nothing here waits for a person: a busy machine is no failure.
    page.setDefaultTimeout(120_000);
    await enter(page, server);
    await openWhole(page, await upload(page, server, await writeCt(join(tempFolder, 'ct'))));
    const contender = await threePanes(page);
    // The stored slices are read by themselves, and nothing can be drawn before.
    await page
      .locator('[data-pane="0"]')
      .getByText(/^original · (\d+) of \1 slices$/)
      .waitFor();
    await pane(page, 0).focus();
    await makeSegment(page);
    const radius = page.getByRole('textbox', { name: 'Radius in mm' });
    await radius.fill(String(RADIUS_PIXELS * SPACING_MM.pixel));
    await radius.press('Tab');
    const taken: number[] = [];
    for (let run = 0; run < runs; run += 1) taken.push(percentile(await takeStroke(contender), 95));
    const load = `load ${started.toFixed(1)} to ${loadavg()[0]!.toFixed(1)}`;
    const note = `event to pixel, radius ${RADIUS_PIXELS} pixels; p95 of ${EVENTS} events at ${HZ} Hz, ${SIZE} x ${SIZE} x ${SLICES}, ${VIEWPORT.width} x ${VIEWPORT.height}, ${load}`;
    return { ...GATE, runs: taken, note };
  } finally {
    await killBrowser(profile);
    await server.dispose();
  }
}
