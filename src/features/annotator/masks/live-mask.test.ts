import { describe, expect, it } from 'vitest';
import { emptyBits } from '#imaging/mask/bits/bits.ts';
import { runsToBits } from '#imaging/mask/bits/change.ts';
import { readPlane } from '#imaging/mask/bits/slices.ts';
import { paint } from '#imaging/mask/tools/shapes/brush.ts';
import { maskOutline } from '#model/overlays/mask-outline.ts';
import { LiveMask } from './live-mask.ts';

const [WIDTH, HEIGHT] = [60, 40];
const all = (isSet: boolean, radiusMm: number, pixelMm = { width: 0.7, height: 1.3 }) => ({ radiusMm, pixelMm, isSet, isAllowed: null });

/** As the engine draws it. */
function engine(path: readonly (readonly [number, number])[], radiusMm: number): Uint8Array {
  const space = {
    ...({ size: [WIDTH, HEIGHT, 1], origin: [0, 0, 0] } as const),
    steps: [
      [0.7, 0, 0],
      [0, 1.3, 0],
      [0, 0, 1],
    ] as const,
  };
  const { set } = paint(space, { brush: { shape: { kind: 'disc', axis: 2 }, radiusMm }, path: path.map(([x, y]) => [x, y, 0]) });
  return readPlane(runsToBits(emptyBits(space.size).size, set), 2, 0).mask;
}

describe('what is shown while the pen is down [MASK-92]', () => {
  it.each([
    ['a dab', [[20.3, 12.8]], 4],
    ['one smaller than a pixel', [[20.4, 12.6]], 0.1],
    [
      'a way with corners',
      [
        [5, 5],
        [30.5, 8.2],
        [31, 30],
        [31, 30.4],
      ],
      3.5,
    ],
    [
      'a way beyond the picture',
      [
        [-8, 20],
        [10, 45.5],
        [70, 39],
      ],
      6,
    ],
  ] as const)('%s has the pixels that the engine draws', (_, path, radiusMm) => {
    const live = new LiveMask(WIDTH, HEIGHT, null);
    path.forEach(([x, y], at) => {
      const [fromX, fromY] = path[Math.max(0, at - 1)]!;
      live.stamp({ x: fromX, y: fromY }, { x, y }, all(true, radiusMm));
    });
    expect(live.mask).toEqual(engine(path, radiusMm));
    expect(live.lines).toEqual(maskOutline(live.mask, WIDTH, HEIGHT));
  });

  it('erases from what was there, of which the original stays', () => {
    const before = new Uint8Array(WIDTH * HEIGHT).fill(1);
    const live = new LiveMask(WIDTH, HEIGHT, before);
    live.stamp({ x: 20, y: 20 }, { x: 20, y: 20 }, all(false, 4));
    const erased = engine([[20, 20]], 4);
    expect(live.mask).toEqual(Uint8Array.from(erased, (bit) => 1 - bit));
    expect(live.lines).toHaveLength(2);
    expect(before.includes(0)).toBe(false);
  });

  it('leaves pixels alone that may not be drawn on [MASK-93]', () => {
    const live = new LiveMask(WIDTH, HEIGHT, null);
    live.stamp({ x: 20, y: 20 }, { x: 20, y: 20 }, { ...all(true, 4), isAllowed: (at) => at % WIDTH >= 20 });
    const drawn = engine([[20, 20]], 4);
    expect(live.mask).toEqual(drawn.map((bit, at) => (at % WIDTH >= 20 ? bit : 0)));
  });

  it('has no border while it is empty', () => {
    const live = new LiveMask(WIDTH, HEIGHT, null);
    expect(live.lines).toEqual([]);
    live.stamp({ x: 5, y: 5 }, { x: 5, y: 5 }, all(false, 3));
    expect(live.lines).toEqual([]);
  });
});
