import { join } from 'node:path';
import { findChromium } from '#commands/test-services/browser.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn } from '#tests/bench/in-turn.ts';
import { openCorePage, type Core } from './open-core-page.ts';

const RATE = { gate: '160 px tiles', unit: 'tiles/s', target: 7, targetOf: 'ratio' } as const;
const GRID = { gate: 'grid of 200 tiles', unit: 'ms', target: 60 } as const;
const TILES = 200;

/** Tiles of 160 pixels from CT slices of 512 x 512 in one thread, beside drawing each slice in colours first and making it small. */
export async function measureTiles(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const chromium = findChromium();
  if (!chromium.ok) return [RATE, GRID].map((gate) => ({ ...gate, reason: chromium.why }));
  const core = await openCorePage(join(tempFolder, 'profile'));
  try {
    const rate = (how: keyof Core['tiles']) => async () => {
      const { seconds, got } = await core.page.evaluate(
        ([one, count]) => (globalThis as unknown as { core: Core }).core.tiles[one](count),
        [how, TILES] as const,
      );
      return got / seconds;
    };
    const { own, fullPicture } = await inTurn(rounds, { own: rate('own'), fullPicture: rate('fullPicture') });
    const note = `${TILES} slices of 512 x 512, int16, one thread`;
    return [
      { ...RATE, runs: own, peer: { name: 'full RGBA first', runs: fullPicture }, note },
      { ...GRID, runs: own.map((tilesPerSecond) => (TILES / tilesPerSecond) * 1000), note },
    ];
  } finally {
    await core.dispose();
  }
}
