import { describe, expect, test } from 'vitest';
import { computeFeatures, featureCount, type Image } from './compute-features.ts';
import { featuresAt } from './features-at.ts';
import SCIPY from './scipy-features.json' with { type: 'json' };

/** As in scipy-features.py. */
function madeImage(size: readonly [number, number, number]): Image {
  const voxels = new Float32Array(size[0] * size[1] * size[2]);
  return { size, channels: [voxels.map((_, at) => (((at * 7919 + 13) * (at + 101)) % 1009) / 1009)] };
}

function featuresOf(image: Image, slabs: readonly number[]): Float32Array[] {
  const plane = image.size[0] * image.size[1];
  const found = Array.from({ length: featureCount(image.channels.length) }, () => new Float32Array(plane * image.size[2]));
  let first = 0;
  for (const count of slabs) {
    computeFeatures(image, first, count, (feature, values) => found[feature]!.set(values, first * plane));
    first += count;
  }
  return found;
}

describe('features of the trees', () => {
  const image = madeImage([SCIPY.size[0]!, SCIPY.size[1]!, SCIPY.size[2]!]);

  test('are those of scipy, borders included [AI-20]', () => {
    const found = featuresOf(image, [image.size[2]]);
    expect(SCIPY.features).toHaveLength(featureCount(1) - 3);
    for (const [feature, expected] of SCIPY.features.entries()) {
      const own = found[feature]!.filter((_, at) => at % SCIPY.every === 0);
      expect(own).toHaveLength(expected.length);
      const farthest = Math.max(...own.map((value, at) => Math.abs(value - expected[at]!)));
      expect(farthest, `feature ${feature}`).toBeLessThan(1e-6);
    }
  });

  test('of slabs are exactly those of the whole [AI-21]', () => {
    const whole = featuresOf(image, [11]);
    for (const slabs of [
      [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
      [4, 4, 3],
      [10, 1],
    ])
      expect(featuresOf(image, slabs)).toEqual(whole);
  });

  test('of single voxels are those of the whole [AI-21]', () => {
    const whole = featuresOf(image, [11]);
    const places = Uint32Array.of(0, 62, 63, 400, 692);
    const single = featuresAt(image, places);
    whole.forEach((values, feature) => {
      expect([...single.subarray(feature * 5, feature * 5 + 5)]).toEqual([...places].map((place) => values[place]));
    });
  });

  test('say where a voxel is, along columns, rows and slices', () => {
    const [x, y, z] = featuresOf(madeImage([2, 4, 5]), [5]).slice(-3) as [Float32Array, Float32Array, Float32Array];
    expect([x[1], y[2], z[8]]).toEqual([0.75, 0.375, Math.fround(0.3)]);
  });

  test('of two channels stand one after the other, and a flat image has no edges', () => {
    const flat = new Float32Array(40).fill(0.5);
    const two = featuresOf({ size: [2, 4, 5], channels: [madeImage([2, 4, 5]).channels[0]!, flat] }, [5]);
    const one = featuresOf(madeImage([2, 4, 5]), [5]);
    expect(two).toHaveLength(29);
    expect(two.slice(0, 13)).toEqual(one.slice(0, 13));
    // A derivative that is cut off at four standard deviations leaves a ten-thousandth, as scipy's does.
    for (const edge of [15, 16, 18, 19, 21, 22, 23]) expect(Math.max(...two[edge]!.map(Math.abs))).toBeLessThan(2e-4);
    expect(new Set(two[24])).toEqual(new Set([0.5]));
  });
});
