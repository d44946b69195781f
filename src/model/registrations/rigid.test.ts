import { describe, expect, it } from 'vitest';
import type { Vector } from '#model/pictures/geometry.ts';
import { composed, directionThrough, IDENTITY, inverseOf, isRigid, pointThrough, rigidAbout } from './rigid.ts';

const CENTRE: Vector = [10, -20, 30];
const SHIFT: Vector = [1, 2, 3];
const turned = rigidAbout(CENTRE, [0.1, -0.2, 0.3], SHIFT);
const close = (point: Vector) => point.map((value): unknown => expect.closeTo(value, 9));

describe('a rigid matrix', () => {
  it('turns about the centre, which is only moved [REG-01]', () => {
    expect(pointThrough(turned, CENTRE)).toEqual(close([11, -18, 33]));
    expect(pointThrough(rigidAbout(CENTRE, [0, 0, Math.PI / 2], [0, 0, 0]), [11, -20, 30])).toEqual(close([10, -19, 30]));
  });

  it('leads back through its inverse, and two follow each other [REG-01]', () => {
    expect(pointThrough(inverseOf(turned), pointThrough(turned, [4, 5, 6]))).toEqual(close([4, 5, 6]));
    const other = rigidAbout([0, 0, 0], [1, 0, 0], [0, 7, 0]);
    expect(pointThrough(composed(other, turned), [4, 5, 6])).toEqual(close(pointThrough(other, pointThrough(turned, [4, 5, 6]))));
  });

  it('turns a direction without moving it', () => {
    expect(directionThrough(rigidAbout(CENTRE, [0, 0, Math.PI / 2], SHIFT), [1, 0, 0])).toEqual(close([0, 1, 0]));
  });

  it('is told from scaling, mirror images and other matrices [REG-02]', () => {
    expect([IDENTITY, turned].map((matrix) => isRigid(matrix))).toEqual([true, true]);
    const mirror = IDENTITY.with(0, -1);
    const others = [mirror, IDENTITY.with(5, 1.1), IDENTITY.with(1, 0.01), IDENTITY.with(12, 1), IDENTITY.with(3, NaN), IDENTITY.slice(4)];
    expect(others.map((matrix) => isRigid(matrix))).toEqual(others.map(() => false));
  });
});
