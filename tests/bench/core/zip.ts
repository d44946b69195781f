import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { zipSync } from 'fflate';
import { findChromium } from '#commands/test-services/browser.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn } from '#tests/bench/in-turn.ts';
import { NO_REAL_IMAGES, writeCtFiles } from './ct-files.ts';
import { openCorePage, type Core } from './open-core-page.ts';
import { peakGrowthMib } from '#tests/bench/renderer-memory.ts';

const RATE = { gate: 'zip in Chromium', unit: 'MB/s', target: 1.4, targetOf: 'ratio' } as const;
const MEMORY = { gate: 'zip in Chromium, memory', unit: 'MiB', target: 65 } as const;

/** A zip of 201 CT files, every entry to its end with its check sum, beside fflate's unzipSync, which checks none. */
export async function measureZip(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const skipped = (reason: string): Skipped[] => [RATE, MEMORY].map((gate) => ({ ...gate, reason }));
  const chromium = findChromium();
  if (!chromium.ok) return skipped(chromium.why);
  const paths = await writeCtFiles(join(tempFolder, 'ct'));
  if (paths === null) return skipped(NO_REAL_IMAGES);
  const path = join(tempFolder, 'ct.zip');
  const entries = await Promise.all(paths.map(async (one) => [basename(one), new Uint8Array(await readFile(one))] as const));
  await writeFile(path, zipSync(Object.fromEntries(entries), { level: 6 }));

  const core = await openCorePage(join(tempFolder, 'profile'));
  try {
    const files = await core.choose([path]);
    const rate = (how: keyof Core['zip']) => async () => {
      const { seconds, got } = await files.evaluate(([file], one) => (globalThis as unknown as { core: Core }).core.zip[one](file!), how);
      return got / 1e6 / seconds;
    };
    // Before the peer has filled the heap: what it leaves behind would hide what the product takes.
    const memory: number[] = [];
    for (let round = 0; round < rounds; round += 1) memory.push(await peakGrowthMib(core.page, rate('own')));
    const { own, fflate } = await inTurn(rounds, { own: rate('own'), fflate: rate('fflate') });
    const note = `${paths.length} CT files of 525 KB, fflate level 6`;
    return [
      { ...RATE, runs: own, peer: { name: 'fflate unzipSync', runs: fflate }, note: `${note}; ours with every CRC-32 checked` },
      { ...MEMORY, runs: memory, note: `${note}; growth of the page's process at its peak, largest entry and 64 MiB allowed` },
    ];
  } finally {
    await core.dispose();
  }
}
