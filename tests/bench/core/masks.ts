import { join } from 'node:path';
import { findChromium } from '#commands/test-services/browser.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { openCorePage, type Core } from './open-core-page.ts';

/** What has to hold (issue 35). */
const GATES = {
  fill: { gate: 'masks: fill between 20 slices', unit: 'ms', target: 300 },
  surface: { gate: 'masks: surface of 200,000 triangles', unit: 'ms', target: 500 },
  device: { gate: 'masks: 2,000 strokes and 50 bulk operations, on the device', unit: 'kB', target: 20_000 },
  wire: { gate: 'masks: the same on the wire', unit: 'kB', target: 5_000 },
  elsewhere: { gate: 'masks: the same on another device', unit: 's', target: 2 },
} as const;

/** Masks of a CT of 512 x 512 x 300 in one thread of a browser, with the journal in its IndexedDB. */
export async function measureMasks(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const chromium = findChromium();
  if (!chromium.ok) return Object.values(GATES).map((gate) => ({ ...gate, reason: chromium.why }));
  const core = await openCorePage(join(tempFolder, 'profile'));
  try {
    const take = <T>(work: (masks: Core['masks']) => T | Promise<T>): Promise<T> =>
      core.page.evaluate(`(${work.toString()})(globalThis.core.masks)`) as Promise<T>;
    const [fill, surface, elsewhere]: [number[], number[], number[]] = [[], [], []];
    const { deviceBytes, wireBytes } = await take((masks) => masks.drawMuch());
    let triangles = 0;
    // The first round warms up.
    for (let round = -1; round < rounds; round += 1) {
      const filled = await take((masks) => masks.fillTwenty());
      const ball = await take((masks) => masks.ballSurface());
      const stood = await take((masks) => masks.standsElsewhere());
      triangles = ball.triangles;
      if (round < 0) continue;
      fill.push(filled);
      surface.push(ball.ms);
      elsewhere.push(stood / 1000);
    }
    const note = '512 x 512 x 300, one thread';
    return [
      { ...GATES.fill, runs: fill, note },
      { ...GATES.surface, runs: surface, note: `${triangles} triangles, smoothed; ${note}` },
      { ...GATES.device, runs: [deviceBytes / 1000], note: `sealed rows of the journal; ${note}` },
      { ...GATES.wire, runs: [wireBytes / 1000], note: `JSON of the server's answers, not compressed; ${note}` },
      { ...GATES.elsewhere, runs: elsewhere, note: `from the opening to the whole mask, without the network; ${note}` },
    ];
  } finally {
    await core.dispose();
  }
}
