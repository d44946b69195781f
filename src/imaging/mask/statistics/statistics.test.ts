import { describe, expect, it } from 'vitest';
import { emptyBits } from '#imaging/mask/bits/bits.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import { FLAT_SPACE } from '#tests/fixtures/spaces.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { firstOrder, histogramFeatures, histogramOf, percentile, type FirstOrder } from './first-order.ts';
import { sortedMaskValues } from './mask-values.ts';
import { segmentStatistics } from './segment-statistics.ts';

/** A thousand numbers of a fixed series, as the script that asked NumPy made them. */
function seriesValues(): Float64Array {
  let state = 12_345n;
  return Float64Array.from({ length: 1000 }, () => {
    state = (state * 1_103_515_245n + 12_345n) % 2_147_483_648n;
    return (Number(state >> 16n) % 4000) - 1000;
  });
}

/** By NumPy 2.4 and SciPy 1.17: mean, var, std, skew, kurtosis, percentile. */
const BY_NUMPY: FirstOrder = {
  mean: 946.264,
  variance: 1483922.268304,
  standardDeviation: 1218.1634817642498,
  skewness: 0.05352439562323973,
  excessKurtosis: -1.3049333012469282,
  median: 923.5,
  minimum: -997.0,
  percentile10: -698.5999999999999,
  percentile90: 2627.9000000000005,
  maximum: 2999.0,
  interquartileRange: 2208.25,
  range: 3996.0,
  meanAbsoluteDeviation: 1069.1390560000002,
  robustMeanAbsoluteDeviation: 877.252825,
  medianAbsoluteDeviation: 1069.084,
  coefficientOfVariation: 1.2873399830958905,
  quartileCoefficientOfDispersion: 1.1725740076994557,
  energy: 2379337826.0,
  rootMeanSquare: 1542.5102352982944,
};

/** The digital phantom of IBSI (reference manual, 5.1): 5 x 4 x 4 voxels of 2 mm; 0 lies outside its region. */
const IBSI_PHANTOM = {
  size: [5, 4, 4],
  voxels: Uint8Array.from(
    [
      ['14411', '14611', '41641', '44641'],
      ['14411', '11611', '01311', '44611'],
      ['14400', '11111', '11011', '11611'],
      ['14400', '11111', '11111', '11611'],
    ].flatMap((slice) => slice.flatMap((row) => [...row].map(Number))),
  ),
} as const;

/** Its published reference values, which have three digits. From memory of the standard; NumPy computes the same from the voxels. */
const BY_IBSI = {
  ...{
    mean: 2.15,
    variance: 3.05,
    skewness: 1.08,
    excessKurtosis: -0.355,
    median: 1,
    minimum: 1,
    percentile10: 1,
    percentile90: 4,
    maximum: 6,
  },
  ...{ interquartileRange: 3, range: 5, meanAbsoluteDeviation: 1.55, robustMeanAbsoluteDeviation: 1.11, medianAbsoluteDeviation: 1.15 },
  ...{ coefficientOfVariation: 0.812, quartileCoefficientOfDispersion: 0.6, energy: 567, rootMeanSquare: 2.77 },
};

describe('first-order features', () => {
  it('are those that NumPy computes [MASK-37]', () => {
    const features = firstOrder(seriesValues().sort())!;
    for (const [name, value] of Object.entries(BY_NUMPY)) expect(features[name as keyof FirstOrder]! / value, name).toBeCloseTo(1, 9);
    const sorted = seriesValues().sort();
    for (const [part, value] of [
      [5, -844.1],
      [33.3, 190.002],
      [95, 2838.15],
    ] as const)
      expect(percentile(sorted, part)).toBeCloseTo(value, 4);
  });

  it('are those of the digital phantom of IBSI, to the digits that are published [MASK-37]', () => {
    const { size, voxels } = IBSI_PHANTOM;
    const bits = bitsWhere(size, (column, row, slice) => voxels[(slice * 4 + row) * 5 + column] !== 0);
    const sorted = sortedMaskValues(bits, { size, voxels });
    expect(sorted.length).toBe(74);
    const features = firstOrder(sorted)!;
    for (const [name, value] of Object.entries(BY_IBSI))
      expect(Number(features[name as keyof FirstOrder]!.toPrecision(3)), name).toBe(value);
    // Its six bins are the values themselves.
    const { entropy, uniformity } = histogramFeatures(histogramOf(sorted, 6)!);
    expect([entropy, uniformity].map((value) => Number(value.toPrecision(3)))).toEqual([1.27, 0.512]);
    const space: VoxelSpace = {
      size,
      origin: [0, 0, 0],
      steps: [
        [2, 0, 0],
        [0, 2, 0],
        [0, 0, 2],
      ],
    };
    expect(segmentStatistics(bits, space, null).volumeMl).toBeCloseTo(0.592, 9);
  });

  it('of one value have no spread, and of none there are none [MASK-37]', () => {
    expect(firstOrder(Float64Array.of(3, 3, 3))).toMatchObject({
      mean: 3,
      variance: 0,
      skewness: 0,
      excessKurtosis: 0,
      coefficientOfVariation: 0,
    });
    expect(firstOrder(Float64Array.of(-1, 1))).toMatchObject({ coefficientOfVariation: null, quartileCoefficientOfDispersion: null });
    expect([firstOrder(new Float64Array(0)), histogramOf(new Float64Array(0), 4)]).toEqual([null, null]);
  });
});

describe('a histogram', () => {
  it('has bins of one width, and the largest value in the last [MASK-38]', () => {
    const histogram = histogramOf(seriesValues().sort(), 16)!;
    expect([...histogram.counts]).toEqual([79, 89, 64, 58, 58, 53, 65, 49, 60, 59, 49, 50, 68, 61, 63, 75]);
    const { entropy, uniformity } = histogramFeatures(histogram);
    expect(entropy).toBeCloseTo(3.979509605201658, 9);
    expect(uniformity).toBeCloseTo(0.064342, 9);
    expect(histogramOf(Float64Array.of(7, 7), 3)).toEqual({ from: 7, width: 0, counts: Uint32Array.of(2, 0, 0) });
  });
});

describe('the statistics of a segment', () => {
  const { size } = FLAT_SPACE;
  const bits = bitsWhere(size, (column, row, slice) => column >= 10 && column < 30 && row >= 10 && row < 20 && slice >= 2 && slice < 6);

  it('are volume, surface and values in the unit of the series [MASK-38]', () => {
    const voxels = Float32Array.from({ length: size[0] * size[1] * size[2] }, (_, at) => at % size[0]);
    voxels[(2 * size[1] + 10) * size[0] + 10] = Number.NaN;
    const statistics = segmentStatistics(bits, FLAT_SPACE, { size, voxels }, { slope: 2, intercept: -10 });
    expect(statistics.voxels).toBe(800);
    expect(statistics.volumeMl).toBeCloseTo(0.96, 9);
    // A box of 10 x 8 x 12 mm in slices of 3 mm, whose edges are cut.
    expect(Math.abs(statistics.surfaceMm2! / 592 - 1)).toBeLessThan(0.1);
    expect(statistics.firstOrder).toMatchObject({ minimum: 10, maximum: 48 });
    expect(statistics.firstOrder!.mean).toBeCloseTo((800 * 29 - 10) / 799, 9);
  });

  it('have no ml and no surface where slices make no volume, and no values without a series [MASK-38]', () => {
    expect(segmentStatistics(bits, null, null)).toEqual({ voxels: 800, volumeMl: null, surfaceMm2: null, firstOrder: null });
    expect(segmentStatistics(emptyBits(size), FLAT_SPACE, null)).toMatchObject({ voxels: 0, volumeMl: 0, surfaceMm2: 0 });
    expect(() => sortedMaskValues(bits, { size: [1, 1, 1], voxels: new Uint8Array(1) })).toThrow('not on the grid');
  });
});
