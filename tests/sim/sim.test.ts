import { expect, it } from 'vitest';
import { runSeed } from './run-seed.ts';
import { runSeeds } from './run-seeds.ts';

it('20,000 lives under random faults: nothing is lost, nothing is stuck, and each seed tells one story', async () => {
  expect(await runSeeds({ from: 1, seeds: 20_000, planted: 'none' })).toEqual([]);
});

it('a seed tells one story, and another seed another', async () => {
  const hashes = new Set<number>();
  for (let seed = 1; seed <= 200; seed += 1) hashes.add((await runSeed(seed)).hash);
  expect(hashes.size).toBe(200);
  expect((await runSeed(7, { withLines: true })).lines).toEqual((await runSeed(7, { withLines: true })).lines);
});
