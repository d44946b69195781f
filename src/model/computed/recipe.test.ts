import { expect, it } from 'vitest';
import { firstMask } from './frame-subtraction.ts';
import { computedId, distinctBValues, isComputed, sourceSeries, type FramesRecipe } from './recipe.ts';

const frames: FramesRecipe = { kind: 'frames', first: 0, frames: 9, mask: [1, 2], shift: [0.5, 0], isIntensity: true };

it('a computed series is named by what it is computed from, and by nothing else [DYN-09]', () => {
  const positions = [[0, 1]];
  const ids = [
    computedId('a', { kind: 'adc', bValues: [0, 800], positions }),
    computedId('a', { kind: 'adc-error', bValues: [0, 800], positions }),
    computedId('b', { kind: 'adc', bValues: [0, 800], positions }),
    computedId('a', { kind: 'volumes', volume: 1, minus: 0, positions }),
    computedId('a', { kind: 'volumes', volume: 0, minus: 1, positions }),
    computedId('a', { kind: 'series', minus: 'b', name: 'T1', other: 3, positions: [[0, 0]] }),
    computedId('a', frames),
    computedId('a', { ...frames, shift: [0, 0.5] }),
    computedId('a', { ...frames, isIntensity: false }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toSatisfy((all: string[]) => all.every(isComputed) && all.every((id) => !id.includes(' ')));
  expect(computedId('a', { ...frames })).toBe(ids[6]);
  expect(ids.map(sourceSeries)).toEqual(['a', 'a', 'b', 'a', 'a', 'a', 'a', 'a', 'a']);
  expect(sourceSeries('a')).toBe('a');
  expect(isComputed('0b5c4ad6-94c4-4b0e-a9a4-2d5bb5bba17f')).toBe(false);
});

it('there is a map where each volume has a b-value, and two are different [DYN-05]', () => {
  expect(distinctBValues([800, 0, 800, 400])).toEqual([0, 400, 800]);
  expect(distinctBValues([800, 800])).toEqual([]);
  expect(distinctBValues([0, 800, null])).toEqual([]);
});

it('the mask is what the header says, as far as the film has it, else the first frame [DYN-08]', () => {
  expect(firstMask({ maskFrames: [2, 40], shift: [1, 0] }, 10)).toEqual({ maskFrames: [2], shift: [1, 0] });
  expect(firstMask({ maskFrames: [40], shift: [1, 0] }, 10)).toEqual({ maskFrames: [0], shift: [0, 0] });
  expect(firstMask(undefined, 10)).toEqual({ maskFrames: [0], shift: [0, 0] });
});
