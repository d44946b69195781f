import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Planted } from './planted.ts';
import { runSeed } from './run-seed.ts';

export interface SeedRange {
  from: number;
  seeds: number;
  planted: Planted;
}

/** A failed seed. `unlike`: its two runs differ, so it proves nothing. */
export interface BadSeed {
  seed: number;
  kind: 'lost' | 'stuck' | 'rule' | 'unlike';
  what: string;
}

/** Seeds per progress message of a worker. */
const AT_ONCE = 500;

/** Runs each seed twice: if the runs differ, the seed does not determine them, and they could not be replayed. */
export async function runRange({ from, seeds, planted }: SeedRange): Promise<BadSeed[]> {
  const bad: BadSeed[] = [];
  for (let seed = from; seed < from + seeds; seed += 1) {
    const { violation, hash } = await runSeed(seed, { planted });
    if (violation) bad.push({ seed, ...violation });
    const again = await runSeed(seed, { planted });
    if (again.hash !== hash) bad.push({ seed, kind: 'unlike', what: `${hash} and ${again.hash}` });
  }
  return bad;
}

/** Distributes the seeds of a range over several threads. */
export async function runSeeds(
  range: SeedRange,
  options: { workers?: number; onProgress?: (done: number, bad: readonly BadSeed[]) => void } = {},
): Promise<BadSeed[]> {
  const bad: BadSeed[] = [];
  let next = range.from;
  let done = 0;
  const end = range.from + range.seeds;
  const serve = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      let asked = 0;
      const ask = (): void => {
        asked = Math.min(AT_ONCE, end - next);
        if (asked <= 0) return resolve();
        worker.postMessage({ from: next, seeds: asked, planted: range.planted } satisfies SeedRange);
        next += asked;
      };
      worker.on('message', (found: BadSeed[]) => {
        bad.push(...found);
        done += asked;
        options.onProgress?.(done, bad);
        ask();
      });
      worker.on('error', reject);
      ask();
    });
  const count = Math.min(options.workers ?? availableParallelism(), Math.ceil(range.seeds / AT_ONCE));
  const workers = Array.from({ length: count }, () => new Worker(new URL('./worker.ts', import.meta.url)));
  try {
    await Promise.all(workers.map(serve));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return bad.sort((a, b) => a.seed - b.seed);
}
