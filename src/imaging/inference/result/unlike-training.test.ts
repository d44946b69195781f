import { expect, it } from 'vitest';
import type { TrainedOn } from '#model/ai/manifest.ts';
import { modelGridOf } from '#imaging/inference/grid/model-grid.ts';
import { seededValues } from '#tests/fixtures/small-network.ts';
import { FLAT_SPACE } from '#tests/fixtures/spaces.ts';
import { unlikeTraining, type Unlike } from './unlike-training.ts';

// FLAT_SPACE has 40 x 37 x 9 voxels of 0.5 x 0.8 x 3 mm. The values are even from -1 to 1.
const TRAINED: TrainedOn = {
  patients: 20,
  spacing: { least: [0.5, 0.7, 2.5], most: [0.6, 0.8, 3] },
  extent: { least: [15, 25, 20], most: [25, 35, 30] },
  intensity: [{ mean: [-0.9, -0.5, 0, 0.5, 0.9], deviation: [0.1, 0.1, 0.1, 0.1, 0.1] }],
  entropy: { mean: 0.2, deviation: 0.05 },
};
const image = { grid: modelGridOf(FLAT_SPACE, [1, 1, 1]), channels: [seededValues(1, 20_000)], entropy: 0.25 };
const named = (unlike: Unlike[]) =>
  unlike.map((each) => [each.in, 'axis' in each ? each.axis : 'percentile' in each ? each.percentile : null]);

it('an image like those of the training has nothing that is unlike them [AI-36]', () => {
  expect(unlikeTraining(TRAINED, image)).toEqual([]);
  expect(unlikeTraining({ ...TRAINED, entropy: null }, { ...image, entropy: 9 })).toEqual([]);
  expect(unlikeTraining(TRAINED, { ...image, entropy: null })).toEqual([]);
});

it.each<[string, Partial<TrainedOn>, Partial<typeof image>, unknown[]]>([
  ['slices too far apart', { spacing: { least: [0.5, 0.7, 1], most: [0.6, 0.8, 1.5] } }, {}, [['spacing', 2]]],
  ['too small a field of view', { extent: { least: [15, 60, 20], most: [25, 80, 30] } }, {}, [['extent', 1]]],
  ['an undecided model', {}, { entropy: 0.36 }, [['entropy', null]]],
  [
    'brighter values',
    {},
    { channels: [seededValues(1, 20_000).map((value) => value + 0.45)] },
    [5, 25, 50, 75, 95].map((percentile) => ['intensity', percentile]),
  ],
])('an image with %s is marked, with the reason [AI-36]', (_, trained, more, expected) => {
  expect(named(unlikeTraining({ ...TRAINED, ...trained }, { ...image, ...more }))).toEqual(expected);
});

it('a reason says what was found, and what was expected [AI-36]', () => {
  expect(unlikeTraining({ ...TRAINED, spacing: { least: [0.5, 0.7, 1], most: [0.6, 0.8, 1.5] } }, image)).toEqual([
    { in: 'spacing', axis: 2, found: 3, least: expect.closeTo(0.909, 3), most: expect.closeTo(1.65, 3) },
  ]);
});
