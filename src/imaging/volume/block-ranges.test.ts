import { describe, expect, it } from 'vitest';
import { blockRanges, seenBlocks } from './block-ranges.ts';
import { toHalves } from './half-float.ts';

const SIZE = [20, 10, 9] as const;
const samples = (value: (x: number, y: number, z: number) => number): Uint16Array =>
  toHalves(
    Float32Array.from({ length: SIZE[0] * SIZE[1] * SIZE[2] }, (_, at) =>
      value(at % SIZE[0], Math.floor(at / SIZE[0]) % SIZE[1], Math.floor(at / (SIZE[0] * SIZE[1]))),
    ),
    0,
    1,
  );
const seenWith = (of: Uint16Array, from: number): number[] => [...seenBlocks(blockRanges(of, SIZE), (_, high) => high >= from)];

describe('blocks of a volume that can be skipped [VOL-08]', () => {
  it('are as many as cover it', () => {
    expect(
      blockRanges(
        samples(() => 0.25),
        SIZE,
      ),
    ).toEqual({ size: [3, 2, 2], ranges: new Uint16Array(24).fill(0x3400) });
  });

  it('have the lowest and the highest of their values', () => {
    const of = samples((x, y, z) => (x === 4 && y === 4 && z === 4 ? 1 : 0.5));
    expect([...blockRanges(of, SIZE).ranges.slice(0, 4)]).toEqual([0x3800, 0x3c00, 0x3800, 0x3800]);
    expect(seenWith(of, 1)).toEqual([255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('count what is interpolated from the next block, on both sides', () => {
    const [last, first] = [
      samples((x, y, z) => (x === 7 && y === 4 && z === 4 ? 1 : 0)),
      samples((x, y, z) => (x === 8 && y === 4 && z === 4 ? 1 : 0)),
    ];
    const both = [255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    expect([seenWith(last, 1), seenWith(first, 1)]).toEqual([both, both]);
    expect(
      seenWith(
        samples((x, y, z) => (x === 8 && y === 8 && z === 8 ? 1 : 0)),
        1,
      ),
    ).toEqual([255, 255, 0, 255, 255, 0, 255, 255, 0, 255, 255, 0]);
  });
});
