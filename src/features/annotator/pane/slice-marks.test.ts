import { describe, expect, it } from 'vitest';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { testSource } from '#features/annotator/masks/test-masks.ts';
import { sliceMarks, type Marked } from './slice-marks.ts';

const plane = (z: number): ImagePlane => ({ width: 8, height: 8, origin: [0, 0, z], right: [1, 0, 0], below: [0, 1, 0] });
const segment = (uuid: string) => ({ uuid, sort: 1, title: uuid, color: null, waits: null });
const news = (uuid: string, slices: [number, number][]) => ({
  ...{ uuid, version: 1, voxels: 1, ml: 1 },
  middle: null,
  slices,
  holdsOthers: false,
});
/** The stored slices are in the opposite order of the grid. */
const SERIES = { slices: 5, planes: [0, 1, 2, 3, 4].map(plane), gridHash: 'hash', gridSlices: [4, 3, 2, 1, 0] };

function marked(part: Partial<Marked> = {}): Marked {
  return {
    mask: { source: testSource(8), series: 'mr', seriesId: 1 },
    segments: [segment('a'), segment('b')],
    hidden: new Set(),
    news: {
      ...{ segmentation: 'zones', version: 1, onServer: 0, unsent: 0, aside: [], conflicts: [], canUndo: false, canRedo: false },
      segments: [
        news('a', [[0, 0]]),
        news('b', [
          [1, 1],
          [4, 4],
        ]),
      ],
    },
    ...part,
  };
}

describe('the bright parts of a slice track [MASK-104]', () => {
  it('are the steps on which visible segments have voxels, in the order of the series', () => {
    expect(sliceMarks(SERIES, marked())).toEqual([
      [0, 0],
      [3, 4],
    ]);
    expect(sliceMarks(SERIES, marked({ hidden: new Set(['b']) }))).toEqual([[4, 4]]);
    expect(sliceMarks(SERIES, marked({ segments: [segment('b')] }))).toEqual([
      [0, 0],
      [3, 3],
    ]);
  });

  it('count slices at one position as one step', () => {
    const series = { ...SERIES, slices: 4, planes: [0, 0, 1, 1].map(plane), gridSlices: [0, 1, 2, 3] };
    expect(sliceMarks(series, marked())).toEqual([[0, 0]]);
  });

  it('are unknown where the slices are others than those of the mask', () => {
    expect(sliceMarks({ ...SERIES, gridHash: 'other' }, marked())).toEqual([]);
    expect(sliceMarks({ ...SERIES, gridSlices: null }, marked())).toEqual([]);
    expect(sliceMarks(SERIES, marked({ mask: null }))).toEqual([]);
  });
});
