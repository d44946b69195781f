import { describe, expect, it } from 'vitest';
import type { Grid } from '#contract/grids.ts';
import { makeDescription } from '#tests/fixtures/instance.ts';
import type { ReadSlice } from '#workers/series/slice-reader.ts';
import type { SeriesGeometry } from './types.ts';
import type { VoxelsOfSeries } from './voxels-of-series.ts';
import { wholeImage } from './whole-image.ts';

const GRID: Grid = {
  version: 1,
  planes: [{ columns: 2, rows: 1, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.9' }],
  slices: [0, 1].map((slice) => ({ sop: `2.25.${slice}`, frame: 0, plane: 0, position: [0, 0, slice] })),
  ...{ step: [0, 0, 1], noVolume: null },
};
/** The second slice of the series is the first one of the grid. */
const GEOMETRY: SeriesGeometry = {
  ...{ grid: GRID, gridHash: 'hash', gridSlices: [1, 0], frameOfReference: '2.25.9', planes: [null, null], noPlanes: null },
};

function slice(samples: number[], more: Partial<ReadSlice> = {}, rescaleSlope = 2): ReadSlice {
  return {
    frame: { kind: 'grey', rows: 1, columns: 2, samples: Int16Array.from(samples), isInverted: false },
    frameInFile: 0,
    description: makeDescription({ rescaleSlope, rescaleIntercept: -5 }),
    startWindow: null,
    ...more,
  };
}

const read = (slices: ReadSlice[], geometry: SeriesGeometry | null = GEOMETRY, mostBytes = 100) =>
  wholeImage({ read: async (at) => slices[at]! } as VoxelsOfSeries, geometry, { mostBytes, pause: async () => undefined });

describe('the whole image of a series', () => {
  it('has its voxels in the order of the grid, with their scale [AI-87]', async () => {
    expect(await read([slice([1, 2]), slice([3, 4])])).toEqual({
      ok: true,
      image: {
        space: { size: [2, 1, 2], origin: [0, 0, 0], steps: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }, // prettier-ignore
        samples: Int16Array.of(3, 4, 1, 2),
        ...{ slope: 2, intercept: -5 },
      },
    });
  });

  it.each<[string, string, ReadSlice[], (SeriesGeometry | null)?, number?]>([
    ['while it is read', 'not-read', [], null],
    ['while a slice is coarse', 'not-read', [slice([1, 2]), slice([3, 4], { isCoarse: true })]],
    ['with missing slices', 'not-read', [], { ...GEOMETRY, noPlanes: 'missing' }],
    ['without a regular step', 'no-volume', [], { ...GEOMETRY, grid: { ...GRID, step: null } }],
    ['of a volume that was converted from it', 'no-volume', [], { ...GEOMETRY, grid: null, gridSlices: null }],
    ['in several scales', 'no-volume', [slice([1, 2]), slice([3, 4], {}, 3)]],
    ['that is too large', 'too-large', [slice([1, 2]), slice([3, 4])], GEOMETRY, 7],
    ['that does not fit into the memory', 'too-large', [], { ...GEOMETRY, noPlanes: 'too-large' }],
  ])('is refused by name %s [AI-87]', async (_, why, slices, geometry, mostBytes) => {
    expect(await read(slices, geometry, mostBytes)).toEqual({ ok: false, why });
  });
});
