import { describe, expect, it } from 'vitest';
import { emptyBits, sameBits } from '#imaging/mask/bits/bits.ts';
import { NO_CHANGE, runsToBits } from '#imaging/mask/bits/change.ts';
import { planeAxes, readPlane, type Axis } from '#imaging/mask/bits/slices.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import { FLAT_SPACE, SPACES } from '#tests/fixtures/spaces.ts';
import { Random } from '#tests/sim/random.ts';
import { sliceSpaceOf, voxelToPatient, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { gridOf } from '#model/grids/grid.ts';
import { erase, paint, type BrushShape } from './brush.ts';
import { fillPolygon, polygonMask } from './polygon.ts';

/** mm from a voxel to a line, in the patient. */
function distance(space: VoxelSpace, at: Voxel, from: Voxel, to: Voxel): number {
  const [p, a, b] = [at, from, to].map((voxel) => voxelToPatient(space, voxel)) as [Voxel, Voxel, Voxel];
  const way = b.map((part, axis) => part - a[axis]!);
  const rest = p.map((part, axis) => part - a[axis]!);
  const length2 = way.reduce((sum, part) => sum + part * part, 0);
  const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, way.reduce((sum, part, axis) => sum + part * rest[axis]!, 0) / length2));
  return Math.hypot(...rest.map((part, axis) => part - along * way[axis]!));
}

const SHAPES: [string, BrushShape][] = [
  ['a disc on a slice', { kind: 'disc', axis: 2 }],
  ['a disc across rows', { kind: 'disc', axis: 1 }],
  ['a disc across columns', { kind: 'disc', axis: 0 }],
  ['a sphere', { kind: 'sphere' }],
];

describe('a brush', () => {
  for (const [name, space] of SPACES)
    it.each(SHAPES)(`sets what is near to the path in mm: %s, ${name} [MASK-21]`, (_, shape) => {
      const random = new Random(name.length);
      for (let round = 0; round < 3; round += 1) {
        const plane: Voxel = [random.int(8, 20), random.int(8, 20), random.int(3, 5)];
        const point = (): Voxel =>
          [0, 1, 2].map((axis) =>
            shape.kind === 'disc' && shape.axis === axis ? plane[axis]! : plane[axis]! + random.next() * 8 - 4,
          ) as unknown as Voxel;
        const path = [point(), point(), point()];
        const radiusMm = 1.5 + 3 * random.next();
        const under = new Set(path.map((voxel) => voxel.map(Math.round).join()));
        const expected = bitsWhere(space.size, (column, row, slice) => {
          const at: Voxel = [column, row, slice];
          if (shape.kind === 'disc' && at[shape.axis] !== plane[shape.axis]) return false;
          return (
            under.has(at.join()) ||
            distance(space, at, path[0]!, path[1]!) <= radiusMm ||
            distance(space, at, path[1]!, path[2]!) <= radiusMm
          );
        });
        const { set, clear } = paint(space, { brush: { shape, radiusMm }, path });
        expect(clear.size).toBe(0);
        expect(sameBits(runsToBits(space.size, set), expected)).toBe(true);
        expect(erase(space, { brush: { shape, radiusMm }, path })).toEqual({ set: clear, clear: set });
      }
    });

  it('has voxels exactly on its edge, and the voxel under the pen if it is smaller than that [MASK-21]', () => {
    const dab = (radiusMm: number) => paint(FLAT_SPACE, { brush: { shape: { kind: 'sphere' }, radiusMm }, path: [[10, 10, 4]] });
    const count = (radiusMm: number) =>
      [...dab(radiusMm).set.values()].reduce(
        (sum, runs) => sum + runs.reduce((all, end, at) => all + (at % 2 === 0 ? -end : end + 1), 0),
        0,
      );
    expect([count(0.5), count(0.49), count(0)]).toEqual([3, 1, 1]);
    expect(paint(FLAT_SPACE, { brush: { shape: { kind: 'sphere' }, radiusMm: 1 }, path: [] })).toEqual(NO_CHANGE);
  });

  it('leaves no gap where the pen was fast, and nothing beyond the grid [MASK-21]', () => {
    const path: Voxel[] = [
      [-30, 20, 4],
      [80, 20, 4],
    ];
    const { set } = paint(FLAT_SPACE, { brush: { shape: { kind: 'disc', axis: 2 }, radiusMm: 0.1 }, path });
    expect(
      sameBits(
        runsToBits(FLAT_SPACE.size, set),
        bitsWhere(FLAT_SPACE.size, (_, row, slice) => row === 20 && slice === 4),
      ),
    ).toBe(true);
  });

  it('sets only voxels with values of a range [MASK-22]', () => {
    const { size } = FLAT_SPACE;
    const voxels = Int16Array.from({ length: size[0] * size[1] * size[2] }, (_, at) => (at * 7919) % 100);
    const stroke = { brush: { shape: { kind: 'sphere' }, radiusMm: 4 } as const, path: [[20, 18, 4]] as const };
    const all = runsToBits(size, paint(FLAT_SPACE, stroke).set);
    const { set } = paint(FLAT_SPACE, { ...stroke, within: { values: { size, voxels }, range: { low: 20, high: 60 } } });
    const expected = bitsWhere(size, (column, row, slice) => {
      const value = voxels[(slice * size[1] + row) * size[0] + column]!;
      return value >= 20 && value <= 60 && readPlane(all, 2, slice).mask[row * size[0] + column] === 1;
    });
    expect(sameBits(runsToBits(size, set), expected)).toBe(true);
    const other = { values: { size: [1, 1, 1], voxels } as const, range: { low: 0, high: 1 } };
    expect(() => paint(FLAT_SPACE, { ...stroke, within: other })).toThrow('not on the grid');
  });

  it('draws on a slice of a grid that makes no volume [MASK-21]', () => {
    const slice = {
      sop: '1',
      frame: 0,
      instanceNumber: 1,
      rows: 20,
      columns: 30,
      pixelSpacing: [1, 1] as const,
      imagePositionPatient: null,
    };
    const grid = gridOf([{ ...slice, imageOrientationPatient: null, frameOfReference: '', isMosaic: false }])!;
    const space = { ...sliceSpaceOf(grid, 0)!, size: [30, 20, 1] as const };
    const { set } = paint(space, { brush: { shape: { kind: 'disc', axis: 2 }, radiusMm: 2 }, path: [[10, 10, 0]] });
    expect(
      sameBits(
        runsToBits(space.size, set),
        bitsWhere(space.size, (column, row) => Math.hypot(column - 10, row - 10) <= 2),
      ),
    ).toBe(true);
  });
});

/** A line from the centre to the right crosses the sides an odd number of times. */
function isInside(lines: readonly (readonly number[])[], x: number, y: number): boolean {
  let crossings = 0;
  for (const line of lines)
    for (let at = 0; at < line.length; at += 2) {
      const [x1, y1, x2, y2] = [line[at]!, line[at + 1]!, line[(at + 2) % line.length]!, line[(at + 3) % line.length]!];
      if (y1 <= y === y2 <= y) continue;
      if (x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) > x) crossings += 1;
    }
  return crossings % 2 === 1;
}

describe('a polygon', () => {
  it.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'has the pixels whose centres are inside by even and odd, seed %i [MASK-23]',
    (seed) => {
      const random = new Random(seed);
      // Whole and half numbers meet centres and other corners.
      const coordinate = (): number => (random.chance(0.5) ? random.int(-6, 60) / 2 : random.next() * 34 - 4);
      const lines = Array.from({ length: random.int(1, 3) }, () => Array.from({ length: 2 * random.int(1, 12) }, coordinate));
      const { mask } = polygonMask(lines, 24, 22);
      const expected = Array.from({ length: 24 * 22 }, (_, at) => (isInside(lines, at % 24, Math.floor(at / 24)) ? 1 : 0));
      expect([...mask]).toEqual(expected);
    },
  );

  it('shares no pixel with another along a common side [MASK-23]', () => {
    const left = polygonMask([[0, 0, 10, 0, 10, 10, 0, 10]], 24, 12).mask;
    const right = polygonMask([[10, 0, 20, 0, 20, 10, 10, 10]], 24, 12).mask;
    expect(left.reduce((sum, bit) => sum + bit, 0)).toBe(100);
    expect(left.some((bit, at) => bit === 1 && right[at] === 1)).toBe(false);
  });

  it.each([0, 1, 2] as Axis[])('fills inside, or erases inside or outside, on a plane of axis %i only [MASK-23]', (axis) => {
    const { size } = FLAT_SPACE;
    const lines = [[1.5, 1.5, 7.5, 1.5, 7.5, 6.5, 1.5, 6.5]];
    const [x, y] = planeAxes(axis);
    const isIn = (voxel: Voxel): boolean => voxel[x] >= 2 && voxel[x] <= 7 && voxel[y] >= 2 && voxel[y] <= 6;
    const inside = bitsWhere(size, (...voxel) => voxel[axis] === 3 && isIn(voxel));
    const outside = bitsWhere(size, (...voxel) => voxel[axis] === 3 && !isIn(voxel));
    const drawn = { axis, index: 3, lines };
    expect(sameBits(runsToBits(size, fillPolygon(size, drawn, 'fill-inside').set), inside)).toBe(true);
    expect(sameBits(runsToBits(size, fillPolygon(size, drawn, 'erase-inside').clear), inside)).toBe(true);
    expect(sameBits(runsToBits(size, fillPolygon(size, drawn, 'erase-outside').clear), outside)).toBe(true);
    expect(fillPolygon(size, drawn, 'erase-outside').set.size).toBe(0);
  });

  it('with a corner that is no number is refused; one without corners has nothing [MASK-23]', () => {
    expect(() => polygonMask([[0, 0, Number.NaN, 3, 4, 4]], 5, 5)).toThrow('no number');
    expect(
      sameBits(
        runsToBits([5, 5, 5], fillPolygon([5, 5, 5], { axis: 2, index: 0, lines: [[], [1, 1]] }, 'fill-inside').set),
        emptyBits([5, 5, 5]),
      ),
    ).toBe(true);
  });
});
