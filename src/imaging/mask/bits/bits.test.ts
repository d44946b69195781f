import { describe, expect, it } from 'vitest';
import { bitsWhere, bytesOf, randomBits } from '#tests/fixtures/random-bits.ts';
import { Random } from '#tests/sim/random.ts';
import { FULL_BLOCK, runsOf, runsToWords, storedBlock, type Block } from './block.ts';
import { blockNumber, blockStart, boundsOf, countVoxels, emptyBits, hasVoxel, isEmpty, sameBits, type Bits } from './bits.ts';
import { BitsDraft } from './bits-draft.ts';
import { applyChange, bitsToRuns, changeBetween, isNoChange, runsToBits } from './change.ts';
import { combined, type Combination } from './combine.ts';
import { packBlock, unpackBlock } from './pack-block.ts';
import { boxToBytes, bytesToBits, planeVoxel, readPlane, writePlane, type Axis } from './slices.ts';

const SIZE = [70, 45, 33] as const;
const SEEDS = Array.from({ length: 10 }, (_, seed) => seed);

describe('a layer of bits', () => {
  it('has the voxels that were written, in 32³ blocks [MASK-01]', () => {
    const draft = new BitsDraft(emptyBits(SIZE));
    draft.write([0, 0, 0]);
    draft.write([31, 31, 31]);
    draft.write([32, 0, 0]);
    draft.write([69, 44, 32]);
    draft.write([70, 44, 32]);
    draft.write([0, -1, 0]);
    const bits = draft.done();
    expect([...bits.blocks.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 11]);
    expect(countVoxels(bits)).toBe(4);
    expect([hasVoxel(bits, [31, 31, 31]), hasVoxel(bits, [30, 31, 31]), hasVoxel(bits, [70, 44, 32])]).toEqual([true, false, false]);
    expect(boundsOf(bits)).toEqual({ from: [0, 0, 0], to: [69, 44, 32] });
    expect(blockStart(SIZE, 11)).toEqual([64, 32, 32]);
    expect(blockNumber(SIZE, [69, 44, 32])).toBe(11);
  });

  it('that is empty has no blocks and no bounds [MASK-01]', () => {
    const draft = new BitsDraft(randomBits(new Random(1), SIZE));
    for (let slice = 0; slice < SIZE[2]; slice += 1) for (let row = 0; row < SIZE[1]; row += 1) draft.writeRow(row, slice, 0, 69, false);
    const bits = draft.done();
    expect([isEmpty(bits), countVoxels(bits), boundsOf(bits)]).toEqual([true, 0, null]);
  });

  it('takes no memory for full blocks [MASK-01]', () => {
    const bits = bitsWhere([64, 32, 32], () => true);
    expect([...bits.blocks.values()]).toEqual([FULL_BLOCK, FULL_BLOCK]);
    expect([...bits.blocks.values()].every((block) => block === FULL_BLOCK)).toBe(true);
    expect(countVoxels(bits)).toBe(65_536);
  });

  it('is not changed by a draft that starts from it [MASK-01]', () => {
    const bits = randomBits(new Random(2), SIZE);
    const before = bytesOf(bits);
    const draft = new BitsDraft(bits);
    const first = draft.done();
    for (let row = 0; row < SIZE[1]; row += 1) draft.writeRow(row, 3, 0, 69, row % 2 === 0);
    const second = draft.done();
    draft.writeRow(1, 3, 0, 69);
    draft.done();
    expect(bytesOf(bits)).toEqual(before);
    expect(sameBits(first, bits)).toBe(true);
    expect(hasVoxel(second, [5, 1, 3])).toBe(false);
  });

  it.each(SEEDS)('has bounds and a number of voxels as counted one by one, seed %i [MASK-01]', (seed) => {
    const bits = randomBits(new Random(seed), SIZE, 3);
    const bytes = bytesOf(bits);
    const places = bytes.flatMap((byte, at) => (byte ? [[at % 70, Math.floor(at / 70) % 45, Math.floor(at / 70 / 45)]] : []));
    expect(countVoxels(bits)).toBe(places.length);
    const ends = (of: (...numbers: number[]) => number) =>
      [0, 1, 2].map((axis) => places.reduce((most, place) => of(most, place[axis]!), places[0]![axis]!));
    expect(boundsOf(bits)).toEqual(places.length === 0 ? null : { from: ends(Math.min), to: ends(Math.max) });
  });
});

describe('planes and boxes', () => {
  it.each([0, 1, 2] as Axis[])('of axis %i are read and written [MASK-02]', (axis) => {
    const random = new Random(axis);
    const bits = randomBits(random, SIZE);
    const index = random.int(0, SIZE[axis] - 1);
    const plane = readPlane(bits, axis, index);
    for (let y = 0; y < plane.height; y += 1)
      for (let x = 0; x < plane.width; x += 1)
        expect(plane.mask[y * plane.width + x]).toBe(hasVoxel(bits, planeVoxel(axis, index, x, y)) ? 1 : 0);
    const mask = plane.mask.map(() => (random.chance(0.5) ? 1 : 0));
    const written = writePlane(bits, axis, index, { ...plane, mask });
    expect(readPlane(written, axis, index).mask).toEqual(mask);
    const other = index === 0 ? 1 : index - 1;
    expect(readPlane(written, axis, other)).toEqual(readPlane(bits, axis, other));
    expect(sameBits(writePlane(written, axis, index, plane), bits)).toBe(true);
  });

  it('beyond the grid, or of another size, are refused [MASK-02]', () => {
    const bits = emptyBits(SIZE);
    expect(() => readPlane(bits, 2, 33)).toThrow('no such plane');
    expect(() => readPlane(bits, 0, 0.5)).toThrow('no such plane');
    expect(() => writePlane(bits, 2, 0, { width: 45, height: 70, mask: new Uint8Array(3150) })).toThrow('another size');
  });

  it('may reach beyond the grid, where nothing is set [MASK-02]', () => {
    const bits = bitsWhere([5, 4, 3], () => true);
    const box = { from: [-1, -1, -1], to: [5, 4, 3] } as const;
    const bytes = boxToBytes(bits, box);
    expect(bytes.length).toBe(7 * 6 * 5);
    expect(bytes.reduce((sum, byte) => sum + byte, 0)).toBe(60);
    expect(sameBits(bytesToBits(emptyBits([5, 4, 3]), box, bytes), bits)).toBe(true);
    expect(countVoxels(bytesToBits(bits, box, new Uint8Array(210).fill(1)))).toBe(60);
  });
});

describe('runs of a block', () => {
  const randomBlock = (seed: number): Block => {
    const random = new Random(seed);
    const words = new Uint32Array(1024);
    const density = random.pick([0.02, 0.5, 0.98]);
    for (let word = 0; word < 1024; word += 1)
      words[word] = random.chance(0.4)
        ? random.pick([0, 0xffffffff])
        : Array.from({ length: 32 }, (_, bit) => (random.chance(density) ? 2 ** bit : 0)).reduce((a, b) => a + b, 0);
    return words;
  };

  it.each(SEEDS)('give the block again, and none touches the next, seed %i [MASK-03]', (seed) => {
    const block = randomBlock(seed);
    const runs = runsOf(block);
    expect(runsToWords(runs)).toEqual(block);
    for (let run = 2; run < runs.length; run += 2) expect(runs[run]!).toBeGreaterThan(runs[run - 1]! + 1);
  });

  it.each(SEEDS)('and the block as bytes are the same for equal blocks, seed %i [MASK-04]', (seed) => {
    const block = randomBlock(seed);
    const bytes = packBlock(block);
    expect(bytes.length).toBeLessThanOrEqual(4097);
    expect(unpackBlock(bytes)).toEqual(block);
    expect(packBlock(unpackBlock(bytes)!)).toEqual(bytes);
  });

  it('cover a full block in one, and its bytes are one byte [MASK-04]', () => {
    expect([...runsOf(FULL_BLOCK)]).toEqual([0, 32_767]);
    expect([...packBlock(FULL_BLOCK)]).toEqual([0]);
    expect([...packBlock(new Uint32Array(1024).fill(0xffffffff))]).toEqual([0]);
    expect(unpackBlock(Uint8Array.of(0))).toBe(FULL_BLOCK);
    expect(storedBlock(new Uint32Array(1024))).toBeNull();
  });

  it.each([
    ['nothing', []],
    ['an unknown form', [3]],
    ['bytes after the end', [0, 0]],
    ['no runs', [1, 0]],
    ['runs that are cut off', [1, 2, 0, 0]],
    ['runs beyond the block', [1, 1, 255, 255, 1, 5]],
    ['a run in a longer form', [1, 1, 128, 0, 0]],
    ['a full block as runs', [1, 1, 0, 255, 255, 1]],
    ['words that are cut off', [2, 1, 1]],
  ])('that are damaged are no block: %s [MASK-04]', (_, bytes) => {
    expect(unpackBlock(Uint8Array.from(bytes))).toBeNull();
  });

  it('in words where runs are shorter are no block [MASK-04]', () => {
    expect(unpackBlock(Uint8Array.from([2, 1, ...Array.from({ length: 4095 }, () => 0)]))).toBeNull();
    expect(unpackBlock(Uint8Array.from([2, ...Array.from({ length: 4096 }, () => 0x55)]))).not.toBeNull();
  });
});

describe('changes', () => {
  it.each(SEEDS)('lead from one layer to another and back, seed %i [MASK-03]', (seed) => {
    const random = new Random(seed);
    const [a, b] = [randomBits(random, SIZE), randomBits(random, SIZE)];
    const change = changeBetween(a, b);
    expect(sameBits(applyChange(a, change), b)).toBe(true);
    expect(sameBits(applyChange(b, { set: change.clear, clear: change.set }), a)).toBe(true);
    expect(isNoChange(changeBetween(a, a))).toBe(true);
    expect(sameBits(runsToBits(SIZE, bitsToRuns(a)), a)).toBe(true);
  });
});

describe('two layers', () => {
  const RULES: [Combination, (a: number, b: number) => number][] = [
    ['union', (a, b) => a | b],
    ['intersection', (a, b) => a & b],
    ['without', (a, b) => a & (1 - b)],
    ['either', (a, b) => a ^ b],
  ];
  it.each(RULES)('are combined voxel by voxel: %s [MASK-05]', (how, rule) => {
    for (const seed of SEEDS.slice(0, 2)) {
      const random = new Random(seed);
      const [a, b] = [randomBits(random, SIZE), randomBits(random, SIZE)] as [Bits, Bits];
      const [one, other] = [bytesOf(a), bytesOf(b)];
      const result = combined(a, b, how);
      expect(bytesOf(result)).toEqual(one.map((bit, at) => rule(bit, other[at]!)));
      for (const block of result.blocks.values()) expect(storedBlock(Uint32Array.from(block))).not.toBeNull();
    }
  });

  it('of different grids are refused [MASK-05]', () => {
    expect(() => combined(emptyBits([3, 3, 3]), emptyBits([3, 3, 4]), 'union')).toThrow('not on one grid');
  });
});
