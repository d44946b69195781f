import { describe, expect, it } from 'vitest';
import { orientationLetters } from '#model/pictures/orientation-letters.ts';
import { dot } from '#model/pictures/vector.ts';
import { angleOf, FROM_FRONT, sideText, turnedView, viewAt, zoomed, type View } from './turn-view.ts';

const QUARTER = Math.PI / 2;
const letters = ({ facing: { right, below } }: View) => orientationLetters([...right, ...below]);

describe('a view of surfaces [MASK-133]', () => {
  it('is from the front first: the right of the patient on the left, the head up', () => {
    expect(letters(FROM_FRONT)).toEqual({ left: 'R', right: 'L', top: 'H', bottom: 'F' });
    expect(sideText(FROM_FRONT.facing)).toBe('from the front');
  });

  it('moves what is in front with the pointer', () => {
    // The front goes to the right edge, so the patient's right side comes to the front.
    const right = turnedView(FROM_FRONT, QUARTER, 0);
    expect([letters(right), sideText(right.facing)]).toEqual([{ left: 'P', right: 'A', top: 'H', bottom: 'F' }, 'from the right']);
    const left = turnedView(FROM_FRONT, -QUARTER, 0);
    expect([letters(left), sideText(left.facing)]).toEqual([{ left: 'A', right: 'P', top: 'H', bottom: 'F' }, 'from the left']);
    const down = turnedView(FROM_FRONT, 0, QUARTER);
    expect([letters(down), sideText(down.facing)]).toEqual([{ left: 'R', right: 'L', top: 'P', bottom: 'A' }, 'from above']);
    const up = turnedView(FROM_FRONT, 0, -QUARTER);
    expect([letters(up), sideText(up.facing)]).toEqual([{ left: 'R', right: 'L', top: 'A', bottom: 'P' }, 'from below']);
    expect(sideText(turnedView(FROM_FRONT, 2 * QUARTER, 0).facing)).toBe('from behind');
  });

  it('has an angle about the axis from head to foot, which can be set [VOL-05]', () => {
    expect([0, 1, 90, 180, 270, 359].map((degrees) => angleOf(viewAt(FROM_FRONT, degrees).facing))).toEqual([0, 1, 90, 180, 270, 359]);
    expect(angleOf(turnedView(FROM_FRONT, QUARTER, 0).facing)).toBe(90);
    expect(sideText(viewAt(FROM_FRONT, 90).facing)).toBe('from the right');
    const tilted = { ...turnedView(FROM_FRONT, 0, 0.3), zoom: 3 };
    expect(viewAt(tilted, 0)).toMatchObject({ zoom: 3, facing: { right: [1, 0, 0] } });
  });

  it('stays square after many turns, and is neither too near nor too far', () => {
    let view = FROM_FRONT;
    for (let turn = 0; turn < 5000; turn += 1) view = turnedView(view, 0.1, 0.07);
    const { right, below } = view.facing;
    expect([dot(right, right), dot(below, below), dot(right, below)]).toEqual([
      expect.closeTo(1, 10),
      expect.closeTo(1, 10),
      expect.closeTo(0, 10),
    ]);
    expect([zoomed(view, 1e9).zoom, zoomed(view, 1e-9).zoom, zoomed(view, 2).zoom]).toEqual([20, 0.25, 2]);
  });
});
