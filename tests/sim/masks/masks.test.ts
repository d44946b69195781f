import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { numberSteps } from '#localdb/fault-points.example.ts';
import { runMaskSeed, type Happened } from './run-mask-seed.ts';

const FIRST = Number(process.env['LIGHTSHIP_TEST_MASK_SEED'] ?? 1);
const SEEDS = Number(process.env['LIGHTSHIP_TEST_MASK_SEEDS'] ?? 6);

it('people who draw, undo, are killed and lose the network end with the same voxels, and nothing drawn is lost [MASK-84, MASK-85]', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  numberSteps();
  const wrong: string[] = [];
  const happened: Happened[] = [];
  for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
    const found = await runMaskSeed(seed);
    if (found.wrong !== null) wrong.push(`seed ${seed}: ${found.wrong}`);
    happened.push(found.happened);
  }
  expect(wrong).toEqual([]);
  const least = (name: keyof Happened): number => happened.reduce((sum, each) => sum + each[name], 0);
  const names = [
    'computed',
    'kills',
    'undone',
    'settled',
    'lostAnswers',
    'keptAside',
    'handedIn',
    'proposals',
    'stayed',
    'wentBack',
  ] as const;
  expect(names.filter((name) => least(name) <= SEEDS / 4)).toEqual([]);
});
