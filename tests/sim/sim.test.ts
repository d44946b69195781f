import { expect, it } from 'vitest';
import { runSeed } from './run-seed.ts';
import { runSeeds } from './run-seeds.ts';

it('10,000 runs under random faults: nothing is lost, nothing is stuck, and each seed is reproducible [PWA-14]', async () => {
  expect(await runSeeds({ from: 1, seeds: 10_000, planted: 'none' })).toEqual([]);
});

it('a seed gives the same run, and another seed a different one', async () => {
  const hashes = new Set<number>();
  for (let seed = 1; seed <= 200; seed += 1) hashes.add((await runSeed(seed)).hash);
  expect(hashes.size).toBe(200);
  expect((await runSeed(7, { withLines: true })).lines).toEqual((await runSeed(7, { withLines: true })).lines);
});
