import { describe, expect, it } from 'vitest';
import { fromDisplayedArea, turnsOf } from './displayed-area.ts';
import type { PresentationState } from './presentation-state.ts';

const IMAGE = { sop: '2.25.1', frame: 0 };
const SIZE = { width: 100, height: 50 };
const state = (part: Partial<PresentationState>): PresentationState => ({
  kind: 'presentation',
  ...{ label: '', description: '', windows: [], areas: [], layers: [], annotations: [], leftOut: [] },
  references: [{ sop: IMAGE.sop, frames: [] }],
  ...{ rotation: 0, isFlipped: false, isInverted: false },
  ...part,
});
const at = (part: Partial<PresentationState>, x: number, y: number) => [...fromDisplayedArea(state(part), IMAGE, SIZE)(x, y)];
const area = (topLeft: [number, number], bottomRight: [number, number]) => ({
  areas: [{ topLeft, bottomRight, sizeMode: 'SCALE TO FIT', magnification: null, references: [] }],
});

describe('a place in the displayed area', () => {
  it('counts from its corners, which are those of the image without an area [ANN-44]', () => {
    expect(at({}, 0, 0)).toEqual([-0.5, -0.5]);
    expect(at({}, 1, 1)).toEqual([99.5, 49.5]);
    expect(at(area([11, 21], [20, 30]), 0.5, 0.5)).toEqual([14.5, 24.5]);
  });

  it.each([
    [90, false, [-0.5, 49.5]],
    [180, false, [99.5, 49.5]],
    [270, false, [99.5, -0.5]],
    [0, true, [99.5, -0.5]],
    [90, true, [-0.5, -0.5]],
  ] as const)('is turned by %i degrees and flipped (%s) with the image [ANN-44]', (rotation, isFlipped, topLeft) => {
    expect(at({ rotation, isFlipped }, 0, 0)).toEqual(topLeft);
  });

  it('is the same whether the corners are named before or after turning', () => {
    expect(at({ rotation: 180, ...area([100, 50], [1, 1]) }, 0.25, 0)).toEqual(at({ rotation: 180 }, 0.25, 0));
  });
});

it('a flip after a turn is a flip before a turn to the other side [ANN-44]', () => {
  expect(turnsOf({ rotation: 90, isFlipped: false })).toEqual({ quarters: 1, isFlipped: false });
  expect(turnsOf({ rotation: 90, isFlipped: true })).toEqual({ quarters: 3, isFlipped: true });
  expect(turnsOf({ rotation: 0, isFlipped: true })).toEqual({ quarters: 0, isFlipped: true });
});
