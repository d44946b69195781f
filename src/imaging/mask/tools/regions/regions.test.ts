import { describe, expect, it } from 'vitest';
import { countVoxels, emptyBits, hasVoxel, sameBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { applyChange, isNoChange, runsToBits, type Change } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { bitsWhere, bytesOf, randomBits } from '#tests/fixtures/random-bits.ts';
import { Random } from '#tests/sim/random.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { growRegion, type GrownRegion } from './grow-region.ts';
import { fillHoles, keepIslands, splitIslands } from './islands.ts';
import { threshold } from './threshold.ts';

const SIZE = [37, 23, 9] as const;
const at = ([column, row, slice]: Voxel): number => (slice * SIZE[1] + row) * SIZE[0] + column;
const valuesOf = (seed: number) => {
  const random = new Random(seed);
  return { size: SIZE, voxels: Float32Array.from({ length: SIZE[0] * SIZE[1] * SIZE[2] }, () => random.next()) };
};
const setOf = ({ set }: Change): Bits => runsToBits(SIZE, set);

/** Voxel by voxel: the islands of a test, and for each voxel the number of its own. */
function flooded(isIn: (voxel: Voxel) => boolean, size: Voxel = SIZE): { labels: Map<string, number>; sizes: number[] } {
  const labels = new Map<string, number>();
  const sizes: number[] = [];
  for (let slice = 0; slice < size[2]; slice += 1)
    for (let row = 0; row < size[1]; row += 1)
      for (let column = 0; column < size[0]; column += 1) {
        const queue: Voxel[] = [[column, row, slice]];
        if (!isIn(queue[0]!) || labels.has(queue[0]!.join())) continue;
        labels.set(queue[0]!.join(), sizes.push(0) - 1);
        for (const voxel of queue) {
          sizes[sizes.length - 1]! += 1;
          for (const axis of [0, 1, 2])
            for (const step of [-1, 1]) {
              const next = voxel.map((place, each) => (each === axis ? place + step : place)) as unknown as Voxel;
              if (next.some((place, each) => place < 0 || place >= size[each]!) || labels.has(next.join()) || !isIn(next)) continue;
              labels.set(next.join(), sizes.length - 1);
              queue.push(next);
            }
        }
      }
  return { labels, sizes };
}

describe('a threshold', () => {
  it('sets the voxels with values of the range, both ends included, in a box [MASK-24]', () => {
    const values = { size: SIZE, voxels: Int16Array.from({ length: SIZE[0] * SIZE[1] * SIZE[2] }, (_, index) => (index % 50) - 20) };
    const all = setOf(threshold(values, { low: -3, high: 7 }));
    expect(bytesOf(all)).toEqual(Array.from(values.voxels, (value) => (value >= -3 && value <= 7 ? 1 : 0)));
    const box = { from: [3, 4, -1], to: [33, 99, 2] } as const;
    const inBox = bitsWhere(SIZE, (column, row, slice) => column >= 3 && column <= 33 && row >= 4 && slice <= 2);
    expect(sameBits(setOf(threshold(values, { low: -3, high: 7 }, box)), combined(all, inBox, 'intersection'))).toBe(true);
    expect(isNoChange(threshold(values, { low: -3, high: 7 }, { from: [90, 0, 0], to: [99, 9, 9] }))).toBe(true);
  });

  it('leaves out what is no number [MASK-24]', () => {
    const voxels = new Float32Array(8).fill(Number.NaN).fill(1, 2, 4);
    expect(countVoxels(runsToBits([2, 2, 2], threshold({ size: [2, 2, 2], voxels }, { low: -Infinity, high: Infinity }).set))).toBe(2);
  });
});

describe('growing a region', () => {
  const grown = (...request: Parameters<typeof growRegion>): GrownRegion => {
    const steps = growRegion(...request);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  };

  it.each([1, 2, 3, 4])('has all voxels of the range that touch a seed by their faces, seed %i [MASK-25]', (seed) => {
    const values = valuesOf(seed);
    const range = { low: 0.3, high: 1 };
    const { labels } = flooded((voxel) => values.voxels[at(voxel)]! >= 0.3);
    const random = new Random(seed);
    const seeds = Array.from({ length: 3 }, (): Voxel => [random.int(0, 36), random.int(0, 22), random.int(0, 8)]);
    const wanted = new Set(seeds.map((voxel) => labels.get(voxel.join())).filter((label) => label !== undefined));
    const { change, voxels, end } = grown(values, { seeds: [...seeds, [99, 0, 0]], range, mostVoxels: 1e6 });
    expect(
      sameBits(
        setOf(change),
        bitsWhere(SIZE, (...voxel) => wanted.has(labels.get(voxel.join()) ?? -1)),
      ),
    ).toBe(true);
    expect([voxels, end]).toEqual([countVoxels(setOf(change)), 'complete']);
  });

  it('stays in a box, and stops when it is too large [MASK-25]', () => {
    const values = { size: SIZE, voxels: new Uint8Array(SIZE[0] * SIZE[1] * SIZE[2]) };
    const request = { seeds: [[10, 10, 4]] as const, range: { low: 0, high: 0 }, mostVoxels: 1e6 };
    const box = { from: [8, 9, 3], to: [12, 99, 4] } as const;
    expect(grown(values, { ...request, box })).toMatchObject({ voxels: 5 * 14 * 2, end: 'complete' });
    const large = grown(values, { ...request, mostVoxels: 500 });
    expect(large.end).toBe('too-large');
    expect(large.voxels).toBeLessThan(510);
    expect(grown(values, { ...request, range: { low: 1, high: 2 } })).toMatchObject({ voxels: 0, end: 'complete' });
  });

  it('stops between two chunks for whoever asks no further [MASK-25]', () => {
    const size = [128, 128, 8] as const;
    const steps = growRegion(
      { size, voxels: new Uint8Array(128 * 128 * 8) },
      { seeds: [[0, 0, 0]], range: { low: 0, high: 0 }, mostVoxels: 1e6 },
    );
    const first = steps.next();
    expect([first.done, typeof first.value]).toEqual([false, 'number']);
    expect(steps.return({ change: { set: new Map(), clear: new Map() }, voxels: 0, end: 'complete' }).done).toBe(true);
  });
});

describe('islands', () => {
  it.each([1, 2, 3, 4, 5])('are those of a flood voxel by voxel, seed %i [MASK-26]', (seed) => {
    const values = valuesOf(seed);
    const bits = setOf(threshold(values, { low: 0.72, high: 1 }));
    const { labels, sizes } = flooded((voxel) => hasVoxel(bits, voxel));
    const { changes, left } = splitIslands(bits, 5);
    const order = sizes.map((_, label) => label).toSorted((a, b) => sizes[b]! - sizes[a]! || a - b);
    expect(left).toBe(sizes.length - 5);
    const islandOf = (label: number): Bits => bitsWhere(SIZE, (...voxel) => labels.get(voxel.join()) === label);
    changes.forEach((change, place) => expect(sameBits(setOf(change), islandOf(order[place]!))).toBe(true));
    const kept = (which: Parameters<typeof keepIslands>[1]): Bits => applyChange(bits, keepIslands(bits, which));
    expect(sameBits(kept({ kind: 'largest' }), islandOf(order[0]!))).toBe(true);
    expect(
      sameBits(
        kept({ kind: 'larger-than', voxels: 4 }),
        bitsWhere(SIZE, (...voxel) => (sizes[labels.get(voxel.join()) ?? -1] ?? 0) >= 4),
      ),
    ).toBe(true);
    const [clicked] = [...labels.keys()].toReversed();
    const voxel = clicked!.split(',').map(Number) as unknown as Voxel;
    expect(sameBits(kept({ kind: 'clicked', voxel }), islandOf(labels.get(clicked!)!))).toBe(true);
  });

  it('of nothing are none; a click beside the mask leaves nothing [MASK-26]', () => {
    expect(splitIslands(emptyBits(SIZE), 9)).toEqual({ changes: [], left: 0 });
    const bits = bitsWhere(SIZE, (column) => column === 3);
    expect(countVoxels(applyChange(bits, keepIslands(bits, { kind: 'clicked', voxel: [4, 0, 0] })))).toBe(0);
    expect(isNoChange(keepIslands(bits, { kind: 'largest' }))).toBe(true);
  });
});

describe('holes', () => {
  /** A byte for each voxel that is not set and joined to the edge of the grid, found from there; on planes, without a step along their axis. */
  function outsideOf(bits: Bits, planes: number | null): Uint8Array {
    const set = bytesOf(bits);
    const outside = new Uint8Array(set.length);
    const axes = [0, 1, 2].filter((each) => each !== planes);
    const queue: Voxel[] = [];
    const take = (voxel: Voxel): void => {
      const place = at(voxel);
      if (set[place] === 1 || outside[place] === 1) return;
      outside[place] = 1;
      queue.push(voxel);
    };
    for (let place = 0; place < set.length; place += 1) {
      const voxel: Voxel = [place % SIZE[0], Math.floor(place / SIZE[0]) % SIZE[1], Math.floor(place / SIZE[0] / SIZE[1])];
      if (axes.some((axis) => voxel[axis] === 0 || voxel[axis] === SIZE[axis]! - 1)) take(voxel);
    }
    for (const voxel of queue)
      for (const axis of axes)
        for (const step of [-1, 1]) {
          const next = voxel.with(axis, voxel[axis]! + step) as unknown as Voxel;
          if (next[axis]! >= 0 && next[axis]! < SIZE[axis]!) take(next);
        }
    return outside;
  }

  it.each([1, 2, 3, 4, 5, 6])('are what is not joined to the outside, seed %i [MASK-27]', (seed) => {
    const random = new Random(seed);
    const bits = combined(randomBits(random, SIZE, 9), setOf(threshold(valuesOf(seed), { low: 0.25, high: 1 })), 'intersection');
    for (const planes of [null, 0, 1, 2] as const) {
      const outside = outsideOf(bits, planes);
      const expected = bitsWhere(SIZE, (...voxel) => !hasVoxel(bits, voxel) && outside[at(voxel)] === 0);
      expect(sameBits(setOf(fillHoles(bits, planes)), expected)).toBe(true);
    }
  });
});
