import { expect, it } from 'vitest';
import type { Normalisation } from '#model/ai/manifest.ts';
import { normalise } from './normalise.ts';

it.each<[string, Normalisation, number[], number[]]>([
  ['percentiles', { kind: 'percentiles', low: 0, high: 100, centre: 0.5, scale: 0.25 }, [10, 20, 30], [-2, 0, 2]],
  ['percentiles of one value', { kind: 'percentiles', low: 2, high: 98, centre: 0.5, scale: 0.25 }, [7, 7], [-2, -2]],
  ['percentiles, clipped to 10', { kind: 'percentiles', low: 0, high: 50, centre: 0, scale: 1 }, [0, 0, 1, 1, 99], [0, 0, 1, 1, 10]],
  ['values of the modality', { kind: 'values', low: -100, high: 300, mean: 100, deviation: 50 }, [-1000, 100, 1000], [-4, 0, 4]],
  ['the image', { kind: 'image' }, [1, 3, 1, 3], [-1, 1, -1, 1]],
  ['an image of one value', { kind: 'image' }, [5, 5], [0, 0]],
])('a channel is normalised by %s [AI-30]', (_, normalisation, stored, expected) => {
  const values = Float32Array.from(stored);
  normalise(values, normalisation);
  expect([...values]).toEqual(expected);
});
