import { describe, expect, it } from 'vitest';
import type { Grid } from '#model/grids/voxel-space.ts';
import {
  changedText,
  COMPUTE_TOOLS,
  computationOf,
  FIRST_COMPUTE_OPTIONS,
  type ComputeOptions,
  type ComputePlace,
} from './compute-tools.ts';

const GRID: Grid = {
  version: 1,
  planes: [{ columns: 32, rows: 32, spacing: [2, 2], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.1' }],
  slices: [0, 1, 2].map((at) => ({ sop: `2.25.${at}`, frame: 0, plane: 0, position: [10, 0, at * 5] })),
  step: [0, 0, 5],
  noVolume: null,
};
const NO_VOLUME: Grid = { ...GRID, step: null, noVolume: 'gap' };
// The series has its slices in the other order than the grid.
const PLACE: ComputePlace = { grid: GRID, slices: { shown: 1, next: 0, previous: 2 }, crosshair: [14, 6.4, 10] };
const ask = (tool: Parameters<typeof computationOf>[0], options: Partial<ComputeOptions> = {}, place: Partial<ComputePlace> = {}) =>
  computationOf(tool, { ...FIRST_COMPUTE_OPTIONS, ...options }, { ...PLACE, ...place });

describe('what a tool is asked to do [MASK-118]', () => {
  it('has its numbers in the unit of the series, mm and ml', () => {
    expect(ask('threshold', { low: -50, high: 80 })).toEqual({ do: 'threshold', range: { low: -50, high: 80 }, slice: null });
    expect(ask('grow', { mm: 3 })).toEqual({ do: 'grow', mm: 3 });
    expect(ask('smooth', { mm: 1000 })).toEqual({ do: 'smooth', mm: 30 });
    expect(ask('remove-small', { ml: 0.5 })).toEqual({ do: 'remove-small', ml: 0.5 });
    expect(ask('fill-holes', { onSlice: true })).toEqual({ do: 'fill-holes', in: 'slices' });
    expect(ask('combine', { with: 'outer', how: 'without' })).toEqual({ do: 'combine', with: 'outer', how: 'without' });
  });

  it('is on the slice that is shown, or on the one after or before it, by their numbers in the grid', () => {
    expect(ask('threshold', { onSlice: true })).toMatchObject({ slice: 1 });
    expect([ask('copy-slice'), ask('copy-slice', { to: 'previous' })]).toEqual([
      { do: 'copy-slice', from: 1, to: 0 },
      { do: 'copy-slice', from: 1, to: 2 },
    ]);
  });

  it('starts a region in the voxel of the crosshair', () => {
    expect(ask('region', { tolerance: 20 })).toEqual({ do: 'region', seed: [2, 3, 2], tolerance: 20, mostMl: 2000 });
  });

  it('looks for a maximum around the crosshair [PET-11]', () => {
    const share = { do: 'share-of-max', seed: [2, 3, 2], withinMm: 15, share: 0.41, mostMl: 2000 };
    expect(ask('share-of-max')).toEqual(share);
    expect(ask('share-of-max', { percent: 500, withinMm: -1 })).toEqual({ ...share, share: 1, withinMm: 0 });
    expect(ask('share-of-max', {}, { crosshair: null })).toEqual({ why: expect.stringMatching(/crosshair/) });
  });

  it('says what is missing', () => {
    const nowhere = { slices: { shown: null, next: null, previous: null } };
    const missing = [
      ...[ask('threshold', { low: 2, high: 1 }), ask('threshold', { onSlice: true }, nowhere), ask('copy-slice', {}, nowhere)],
      ask('copy-slice', {}, { slices: { shown: 1, next: null, previous: 0 } }),
      ...[ask('region', {}, { crosshair: null }), ask('region', {}, { grid: NO_VOLUME }), ask('combine')],
    ];
    for (const one of missing) expect(one).toEqual({ why: expect.stringMatching(/\.$/) });
    expect(new Set(missing.map((one) => JSON.stringify(one))).size).toBe(6);
  });

  it('is in the list of tools, each once', () => {
    const names = COMPUTE_TOOLS.map(({ label }) => label);
    expect(new Set(names).size).toBe(names.length);
    for (const { value } of COMPUTE_TOOLS) expect(ask(value, { with: 'outer' })).toMatchObject({ do: value });
  });
});

describe('what a computation has changed [MASK-119]', () => {
  it('is said in ml, or in voxels where the slices make no volume', () => {
    // A voxel has 20 µl.
    expect(changedText({ set: 615, cleared: 0 }, GRID)).toBe('Set 12.3 ml');
    expect(changedText({ set: 0, cleared: 5 }, GRID)).toBe('Cleared 0.10 ml');
    expect(changedText({ set: 50, cleared: 100 }, GRID)).toBe('Set 1.00 ml, cleared 2.00 ml');
    expect(changedText({ set: 0, cleared: 0 }, GRID)).toBe('Nothing changed');
    expect(changedText({ set: 1, cleared: 0 }, NO_VOLUME)).toBe('Set 1 voxel');
  });
});
