import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { findChromium } from '#commands/test-services/browser.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn } from '#tests/bench/in-turn.ts';
import { openCorePage, type Core } from './open-core-page.ts';

const GATE = { gate: 'first slice of a .nii.gz', unit: 'ms', target: 0.6, targetOf: 'ratio' } as const;
const [SIDE, SLICES] = [512, 200] as const;

/** The middle slice of a compressed CT volume of 105 MB, from the file to the drawn tile, beside inflating all of it. */
export async function measureFirstSlice(rounds: number, tempFolder: string): Promise<Measured | Skipped> {
  const chromium = findChromium();
  if (!chromium.ok) return { ...GATE, reason: chromium.why };
  const path = join(tempFolder, 'volume.nii.gz');
  await writeFile(path, gzipSync(createVolume(), { level: 6 }));

  const core = await openCorePage(join(tempFolder, 'profile'));
  try {
    const files = await core.choose([path]);
    const take = (how: keyof Core['volume']) => async () => {
      const took = await files.evaluate(([file], one) => (globalThis as unknown as { core: Core }).core.volume[one](file!), how);
      return took.seconds * 1000;
    };
    const { own, full } = await inTurn(rounds, { own: take('firstSlice'), full: take('fullInflate') });
    return { ...GATE, runs: own, peer: { name: 'full inflate', runs: full }, note: `${SLICES} slices of ${SIDE} x ${SIDE}, int16` };
  } finally {
    await core.dispose();
  }
}

/** Smooth with noise in its lowest bits, like a CT: it compresses 2 to 1. */
function createVolume(): Uint8Array {
  let noise = 1;
  return writeNifti({
    dims: [SIDE, SIDE, SLICES],
    pixdim: [0.7, 0.7, 1],
    sform: [
      [0.7, 0, 0, 0],
      [0, 0.7, 0, 0],
      [0, 0, 1, 0],
    ],
    voxel(index) {
      noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) | 0;
      return Math.round(Math.sin(index / 9_000) * 900) + (noise >>> 28);
    },
  });
}
