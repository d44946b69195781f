import { describe, expect, it } from 'vitest';
import { straightGrid } from '#tests/fixtures/mask-device.ts';
import { imageOfGrid } from './image-of-grid.ts';
import type { GridValues, Rescale } from './values-in-range.ts';

const GRID = straightGrid(3, 2, 2);
const of = (slices: (ArrayLike<number> | null)[], rescales: Rescale[] = []): GridValues => ({
  valuesOf: async (slice) => slices[slice]!,
  rescaleOf: async (slice) => rescales[slice] ?? { slope: 2, intercept: -1 },
});
const read = (values: GridValues, grid = GRID) => imageOfGrid(grid, values);

describe('the values of a series for a model [AI-96]', () => {
  it('are a copy of what is stored, where all slices are stored alike', async () => {
    const slices = [Int16Array.of(0, 1, 2, 3, 4, 5), Int16Array.of(6, 7, 8, 9, 10, 11)];
    const found = await read(of(slices));
    if (!found.ok) throw new Error(found.why);
    expect(found.image).toMatchObject({ slope: 2, intercept: -1, space: { size: [3, 2, 2] } });
    expect(found.image.samples).toEqual(Int16Array.from({ length: 12 }, (_, at) => at));
    slices[0]!.fill(9);
    expect(found.image.samples[1]).toBe(1);
  });

  it.each<[string, ArrayLike<number>[], Rescale[]]>([
    ['with slopes of their own', [Int16Array.of(0, 1, 2, 3, 4, 5), Int16Array.of(0, 1, 2, 3, 4, 5)], [{ slope: 1, intercept: 0 }, { slope: 3, intercept: 1 }]], // prettier-ignore
    ['of several kinds', [Int16Array.of(0, 1, 2, 3, 4, 5), Uint16Array.of(1, 4, 7, 10, 13, 16)], [{ slope: 1, intercept: 0 }, { slope: 1, intercept: 0 }]], // prettier-ignore
    ['of floats', [[0, 1, 2, 3, 4, 5], [1, 4, 7, 10, 13, 16]], [{ slope: 1, intercept: 0 }, { slope: 1, intercept: 0 }]], // prettier-ignore
  ])('are in the unit of the series for slices %s', async (_, slices, rescales) => {
    expect(await read(of(slices, rescales))).toMatchObject({
      image: { samples: Float32Array.of(0, 1, 2, 3, 4, 5, 1, 4, 7, 10, 13, 16), slope: 1, intercept: 0 },
    });
  });

  it('are refused by name where slices make no volume, or cannot be read', async () => {
    const slice = Int16Array.of(0, 1, 2, 3, 4, 5);
    expect(await read(of([slice, null]))).toEqual({ ok: false, why: 'no-values' });
    expect(await read(of([slice, Int16Array.of(1)]))).toEqual({ ok: false, why: 'no-values' });
    expect(await read(of([slice, slice]), { ...GRID, step: null, noVolume: 'gap' })).toEqual({ ok: false, why: 'no-volume' });
  });
});
