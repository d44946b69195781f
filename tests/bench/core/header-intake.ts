import { join } from 'node:path';
import { findChromium } from '#commands/test-services/browser.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn } from '#tests/bench/in-turn.ts';
import { NO_REAL_IMAGES, writeCtFiles } from './ct-files.ts';
import { openCorePage, type Core } from './open-core-page.ts';

const BARE = { gate: 'header intake', unit: 'files/s', target: 0.85, targetOf: 'ratio' } as const;
const WHOLE = { gate: 'header intake, beside whole files', unit: 'files/s', target: 1.8, targetOf: 'ratio' } as const;

/** Headers of 201 CT files in Chromium, beside a bare read of 64 KiB of each and beside dicom-parser on whole files. */
export async function measureHeaderIntake(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const skipped = (reason: string): Skipped[] => [BARE, WHOLE].map((gate) => ({ ...gate, reason }));
  const chromium = findChromium();
  if (!chromium.ok) return skipped(chromium.why);
  const paths = await writeCtFiles(join(tempFolder, 'ct'));
  if (paths === null) return skipped(NO_REAL_IMAGES);

  const core = await openCorePage(join(tempFolder, 'profile'));
  try {
    const files = await core.choose(paths);
    const rate = (how: keyof Core['headers']) => async () => {
      const { seconds, got } = await files.evaluate(
        (chosen, one) => (globalThis as unknown as { core: Core }).core.headers[one](chosen),
        how,
      );
      if (got !== paths.length) throw new Error(`${how}: ${got} of ${paths.length} headers were read`);
      return got / seconds;
    };
    const { own, bareRead, wholeFile } = await inTurn(rounds, {
      own: rate('own'),
      bareRead: rate('bareRead'),
      wholeFile: rate('wholeFile'),
    });
    const note = `${paths.length} CT files of 525 KB, 8 in flight`;
    return [
      { ...BARE, runs: own, peer: { name: 'read 64 KiB of each', runs: bareRead }, note },
      { ...WHOLE, runs: own, peer: { name: 'whole file, dicom-parser', runs: wholeFile }, note },
    ];
  } finally {
    await core.dispose();
  }
}
