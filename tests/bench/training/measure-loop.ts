import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { realDataFolder } from '#commands/real-data-folder.ts';
import { NO_REAL_IMAGES } from '#tests/bench/core/ct-files.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { SET, writeHippocampus } from '#tests/bench/hippocampus-dataset.ts';
import { WAYS, type LoopOrder, type LoopTaken, type Way } from './annotation-loop.ts';

const ROUNDS = [4, 6, 8, 10, 12, 14, 16];
const [POOL, HELD_OUT, SEEDS, AT_ONCE] = [40, 20, 10, 2];
const GATE = { gate: 'next cases: Dice gained over random ones', unit: '%', target: null } as const;

/**
 * The loop of annotating on the hippocampus set, ten times: cases chosen by the model beside random ones, at the same number of patients. They were not
 * clearly better, so the product chooses none: decision 380.
 */
export async function measureLoop(_runs: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const data = realDataFolder();
  if (data === null) return [{ ...GATE, reason: NO_REAL_IMAGES }];
  const taken: LoopTaken[] = [];
  let seed = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (seed < SEEDS) {
        const own = (seed += 1);
        const folder = await writeHippocampus(join(data, SET), join(tempFolder, `${own}`), { trained: POOL, tested: HELD_OUT });
        taken[own - 1] = await runInThread({ folder, seed: own, rounds: ROUNDS });
        console.log(`  seed ${own}: ${WAYS.map((way) => `${way} ${inPercent(areaOf(taken[own - 1]!, way))}`).join(', ')}`);
      }
    }),
  );
  return gatesOf(taken);
}

async function runInThread(order: LoopOrder): Promise<LoopTaken> {
  const worker = new Worker(new URL('./loop.worker.ts', import.meta.url), { workerData: order });
  // `once` rejects if the thread breaks.
  const [answer] = (await once(worker, 'message')) as [LoopTaken];
  await worker.terminate();
  return answer;
}

function gatesOf(taken: readonly LoopTaken[]): Measured[] {
  const gained = taken.map((one) => 100 * (areaOf(one, 'chosen') - areaOf(one, 'random')));
  const byRound = ROUNDS.map((patients, at) => {
    const [chosen, random] = WAYS.map((way) => taken.map((one) => one[way][at]!.dice));
    return `${patients}: ${inPercent(meanOf(chosen!))} and ${inPercent(meanOf(random!))} (${signed(taken.map((_, own) => 100 * (chosen![own]! - random![own]!)))})`;
  });
  const [chosen, random] = WAYS.map((way) => taken.map((one) => one[way].reduce((sum, { changed }) => sum + (changed ?? 0), 0)));
  const cost = `voxels to correct in all rounds, mean: ${meanOf(chosen!).toFixed(0)} and ${meanOf(random!).toFixed(0)} (${signed(taken.map((_, own) => chosen![own]! - random![own]!))})`;
  const note = `mean over the rounds after the first, paired over ${taken.length} seeds: ${signed(gained)}; held-out Dice by patients, chosen and random (difference): ${byRound.join(', ')}; ${cost}`;
  return [{ ...GATE, runs: gained, note }];
}

/** Mean Dice over the rounds after the first, which is the same for both ways. */
function areaOf(taken: LoopTaken, way: Way): number {
  return meanOf(taken[way].slice(1).map(({ dice }) => dice));
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const inPercent = (share: number): string => (100 * share).toFixed(2);

/** Mean and standard error of paired differences. */
function signed(differences: readonly number[]): string {
  const mean = meanOf(differences);
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (differences.length - 1);
  return `${mean < 0 ? '' : '+'}${mean.toFixed(2)} ± ${Math.sqrt(variance / differences.length).toFixed(2)}`;
}
