import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { brickToBytes, bytesToBrick, type BrickSamples, type BrickType } from './brick-bytes.ts';
import { brickAt, bricksOf, cutBrick, halved, placeBrick, sizeAt, type Size } from './bricks.ts';

const EXTREMES: readonly [BrickType, BrickSamples][] = [
  ['uint8', Uint8Array.of(0, 255, 0, 1, 128, 127)],
  ['int8', Int8Array.of(-128, 127, -128, 0, -1, 1)],
  ['uint16', Uint16Array.of(0, 65_535, 0, 1, 32_768, 32_767)],
  ['int16', Int16Array.of(-32_768, 32_767, -32_768, 0, -1, 1)],
  ['uint32', Uint32Array.of(0, 4_294_967_295, 0, 1, 2_147_483_648, 2_147_483_647)],
  ['int32', Int32Array.of(-2_147_483_648, 2_147_483_647, -2_147_483_648, 0, -1, 1)],
  ['float32', Float32Array.of(0, -0, Number.NaN, Infinity, -Infinity, 1.5, -1e-38)],
];

describe('the bytes of a brick', () => {
  it.each(EXTREMES)('give back every %s', (type, samples) => {
    expect(bytesToBrick(brickToBytes(samples), type)).toEqual(samples);
  });

  it('are the folded differences, lowest bytes first', () => {
    // Differences: 5, -3, 300, -300. Folded: 10, 5, 600, 599.
    expect([...brickToBytes(Int16Array.of(5, 2, 302, 2))]).toEqual([10, 5, 600 & 255, 599 & 255, 0, 0, 2, 2]);
  });

  it('deflate better than the voxels', () => {
    const smooth = Int16Array.from({ length: 4096 }, (_, at) => 1000 * Math.sin(at / 40) + ((at * 7919) % 13));
    const [filtered, plain] = [brickToBytes(smooth), new Uint8Array(smooth.buffer)].map((bytes) => deflateSync(bytes, { level: 1 }).length);
    expect(filtered).toBeLessThan(0.8 * plain!);
  });

  it('that are not those of whole voxels are refused', () => {
    expect(() => bytesToBrick(new Uint8Array(3), 'int16')).toThrow('not those of a brick');
  });
});

describe('bricks', () => {
  const size: Size = [130, 65, 3];
  const voxels = Int16Array.from({ length: 130 * 65 * 3 }, (_, at) => at % 30_000);

  it('cover each voxel once, and the last of a row are as small as what is left', () => {
    const bricks = bricksOf(size);
    expect(bricks.map(({ from, size: [columns, rows, slices] }) => [...from, columns, rows, slices])).toEqual([
      [0, 0, 0, 64, 64, 3],
      [64, 0, 0, 64, 64, 3],
      [128, 0, 0, 2, 64, 3],
      [0, 64, 0, 64, 1, 3],
      [64, 64, 0, 64, 1, 3],
      [128, 64, 0, 2, 1, 3],
    ]);
    const together = new Int16Array(voxels.length).fill(-1);
    for (const brick of bricks) placeBrick(together, size, brick, cutBrick(voxels, size, brick));
    expect(together).toEqual(voxels);
  });

  it('are found by any of their voxels', () => {
    for (const [number, { from, size: own }] of bricksOf(size).entries()) {
      const last: Size = [from[0] + own[0] - 1, from[1] + own[1] - 1, from[2] + own[2] - 1];
      expect([brickAt(size, from), brickAt(size, last)]).toEqual([number, number]);
    }
  });
});

describe('half the resolution', () => {
  it('is the mean of the voxels that exist, rounded', () => {
    const { voxels, size } = halved(Int16Array.of(1, 2, 9, 3, 5, 10, 7, 8, 100), [3, 3, 1]);
    expect(size).toEqual([2, 2, 1]);
    // (1 + 2 + 3 + 5) / 4, (9 + 10) / 2, (7 + 8) / 2, 100
    expect([...voxels]).toEqual([3, 10, 8, 100]);
    expect([...halved(Float32Array.of(1, 2), [2, 1, 1]).voxels]).toEqual([1.5]);
  });

  it('twice is a quarter of the size, rounded up', () => {
    expect([0, 1, 2].map((level) => sizeAt([512, 511, 5], level))).toEqual([
      [512, 511, 5],
      [256, 256, 3],
      [128, 128, 2],
    ]);
  });
});
