import { describe, expect, it } from 'vitest';
import type { ConflictOnSlice } from '#workers/masks/types.ts';
import { cropOf, OUTCOMES, paintOutcome, type Outcome } from './outcomes.ts';

const SIDE = 40;

/** I have drawn the right half of a square, which somebody has erased. */
function conflict(): ConflictOnSlice {
  const square = (left: number, right: number) =>
    Uint8Array.from({ length: SIDE * SIDE }, (_, at) =>
      Number(at % SIDE >= left && at % SIDE < right && at >= 10 * SIDE && at < 30 * SIDE),
    );
  return { slice: 3, width: SIDE, height: SIDE, theirs: square(10, 20), mine: square(10, 30), undecided: square(20, 30) };
}
const WHOLE = { left: 0, top: 0, width: SIDE, height: SIDE };
const painted = (outcome: Outcome, on = conflict()) => paintOutcome(on, outcome, WHOLE, SIDE, [1, 2, 3]);
const colours = (pixels: Uint8ClampedArray, place: Uint8Array) =>
  new Set([...place.entries()].filter(([, is]) => is === 1).map(([at]) => [...pixels.subarray(at * 4, at * 4 + 4)].join(' ')));

describe('pictures of what becomes of a conflict [MASK-100]', () => {
  it('have the keys 1, 2 and 3', () => {
    expect(OUTCOMES.map(({ outcome, key }) => `${key} ${outcome}`)).toEqual(['1 mine', '2 theirs', '3 later']);
  });

  it('show mine as stripes, theirs as dots, what is undecided as hatching, each within a white border', () => {
    const { undecided } = conflict();
    expect(colours(painted('mine'), undecided)).toEqual(new Set(['255 255 255 255', '1 2 3 255', '1 2 3 72']));
    // Somebody has erased: nothing of the segment is left there.
    expect(colours(painted('theirs'), undecided)).toEqual(new Set(['255 255 255 255', '0 0 0 0']));
    expect(colours(painted('later'), undecided)).toEqual(new Set(['255 255 255 255', '0 0 0 0']));
    const set = { ...conflict(), theirs: conflict().mine };
    expect(colours(painted('theirs', set), undecided)).toEqual(new Set(['255 255 255 255', '1 2 3 255', '1 2 3 72']));
    const all = (['mine', 'theirs', 'later'] as const).map((outcome) => painted(outcome, set).join(' '));
    expect(new Set(all).size).toBe(3);
  });

  it('leave the rest of the segment as it is', () => {
    const { theirs } = conflict();
    for (const { outcome } of OUTCOMES) expect(colours(painted(outcome), theirs)).toEqual(new Set(['1 2 3 72']));
  });

  it('are cut around the place, square in mm', () => {
    expect(cropOf(conflict(), { width: 1, height: 1 })).toEqual({ left: 5, top: 0, width: 40, height: 40 });
    expect(cropOf(conflict(), { width: 1, height: 2 })).toEqual({ left: -15, top: 0, width: 80, height: 40 });
    expect(cropOf({ ...conflict(), undecided: new Uint8Array(SIDE * SIDE) }, { width: 1, height: 1 })).toEqual(WHOLE);
  });
});
