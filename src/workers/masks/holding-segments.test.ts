import { describe, expect, it } from 'vitest';
import { emptyBits } from '#imaging/mask/bits/bits.ts';
import { applyChange } from '#imaging/mask/bits/change.ts';
import { fillPolygon } from '#imaging/mask/tools/shapes/polygon.ts';
import { holdingSegments } from './holding-segments.ts';

const SIZE = [64, 64, 2] as const;

/** A rectangle on the first slice, both corners included. */
function rectangle(left: number, top: number, right: number, bottom: number) {
  const lines = [[left - 0.5, top - 0.5, right + 0.5, top - 0.5, right + 0.5, bottom + 0.5, left - 0.5, bottom + 0.5]];
  return applyChange(emptyBits([...SIZE]), fillPolygon([...SIZE], { axis: 2, index: 0, lines }, 'fill-inside'));
}

const holding = (segments: Record<string, ReturnType<typeof rectangle>>) => [...holdingSegments(new Map(Object.entries(segments)))];

describe('a segment holds another [MASK-95]', () => {
  it('if it includes nearly all of it, across blocks', () => {
    expect(holding({ prostate: rectangle(10, 10, 59, 59), zone: rectangle(20, 20, 40, 40), far: rectangle(0, 0, 4, 4) })).toEqual([
      'prostate',
    ]);
    // Of 20 x 20 voxels, one column is outside: 5 %. Then two.
    expect(holding({ prostate: rectangle(10, 10, 59, 59), zone: rectangle(9, 20, 28, 39) })).toEqual(['prostate']);
    expect(holding({ prostate: rectangle(10, 10, 59, 59), zone: rectangle(8, 20, 27, 39) })).toEqual([]);
  });

  it('not if both are the same, apart, or empty', () => {
    expect(holding({ one: rectangle(10, 10, 20, 20), other: rectangle(10, 10, 20, 20) })).toEqual([]);
    expect(holding({ one: rectangle(10, 10, 20, 20), other: rectangle(40, 40, 42, 42) })).toEqual([]);
    expect(holding({ one: rectangle(10, 10, 20, 20), other: emptyBits([...SIZE]) })).toEqual([]);
  });
});
