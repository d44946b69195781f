import { expect, it } from 'vitest';
import { labelHeights } from './label-heights.ts';

it('labels that would cover each other are moved apart, in the order of their values', () => {
  expect(labelHeights([40, 42, 90], 16, 200)).toEqual([40, 56, 90]);
  expect(labelHeights([42, 40], 16, 200)).toEqual([56, 40]);
  expect(labelHeights([98, 97], 16, 100)).toEqual([100, 84]);
});
