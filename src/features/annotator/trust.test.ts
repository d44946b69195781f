import { expect, it } from 'vitest';
import type { BricksLoaded } from '#workers/voxels/types.ts';
import type { OnScreen } from './pane/pane-screen.ts';
import { EMPTY_PANE } from './station/pane.ts';
import type { OpenSeries } from './station/series-store.ts';
import { trustOf } from './trust.ts';

const about = { isDicom: false, imageType: '', lacksSuv: false, fusedWith: null, computedFrom: null };

function trustIn(bricks: Partial<BricksLoaded>, isCoarse: boolean) {
  const loaded = { percent: 40, fits: true, damaged: 0, isAway: false, ...bricks };
  const series = { slices: 131, read: 131, unreadable: 0, noPlanes: null, bricks: loaded } as unknown as OpenSeries;
  return trustOf(EMPTY_PANE, series, { picture: { isCoarse } } as unknown as OnScreen, about);
}

it.each<[Partial<BricksLoaded>, boolean, string, boolean]>([
  [{}, true, 'original · coarse, 40 % loaded', true],
  [{}, false, 'original · 40 % loaded', false],
  [{ percent: 100 }, false, 'original · 131 of 131 slices', false],
  [{ fits: false }, true, 'original · coarse, larger than the memory of this device', true],
  [{ isAway: true }, true, 'original · coarse, 40 % loaded, the server cannot be reached', true],
  [{ damaged: 1, percent: 96 }, true, 'original · coarse, 96 % loaded, a part arrived damaged', true],
])('the line under a pane says how much of a volume is here: %o [ANN-55]', (bricks, isCoarse, words, isWarning) => {
  expect(trustIn(bricks, isCoarse)).toEqual({ words, isWarning });
});

it('the line under a pane of a PET series without uptake values says so [PET-05]', () => {
  const series = { slices: 3, read: 3, unreadable: 0, noPlanes: null, bricks: null } as unknown as OpenSeries;
  expect(trustOf(EMPTY_PANE, series, null, { ...about, lacksSuv: true })).toEqual({
    words: 'original · 3 of 3 slices · SUV not known',
    isWarning: true,
  });
});

it('the line under a pane of a computed series says so on slices and planes, and how far it is [DYN-09]', () => {
  const series = { slices: 3, read: 1, unreadable: 0, noPlanes: null, bricks: null } as unknown as OpenSeries;
  const picture = { picture: { sop: '' } } as unknown as OnScreen;
  const computed = { ...about, isDicom: true, computedFrom: 'computed on this device from b 0, 800' };
  expect(trustOf(EMPTY_PANE, series, picture, computed)).toEqual({
    words: 'computed on this device from b 0, 800 · computed 1 of 3 slices',
    isWarning: false,
  });
  expect(trustOf({ ...EMPTY_PANE, show: 'axial' }, { ...series, read: 3 }, picture, computed).words).toBe(
    'reformatted axial · computed on this device from b 0, 800 · 3 of 3 slices',
  );
});
