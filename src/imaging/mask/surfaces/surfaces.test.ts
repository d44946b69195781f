import { describe, expect, it } from 'vitest';
import { countVoxels, emptyBits } from '#imaging/mask/bits/bits.ts';
import { polygonMask } from '#imaging/mask/tools/shapes/polygon.ts';
import { bitsWhere, randomBits } from '#tests/fixtures/random-bits.ts';
import { SPACES } from '#tests/fixtures/spaces.ts';
import { Random } from '#tests/sim/random.ts';
import { voxelToPatient, voxelVolumeMl, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { planeContours } from './plane-contours.ts';
import { surfaceArea, surfaceOf, surfaceVolume, type Surface } from './surface.ts';
import { writeStl } from './write-stl.ts';

describe('contours of a plane', () => {
  it('cut the corners of a pixel, and run clockwise on the screen [MASK-34]', () => {
    const lines = planeContours({ width: 3, height: 3, mask: Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0) });
    expect(lines.length).toBe(1);
    const points = [...lines[0]!.points];
    expect(new Set([0, 2, 4, 6].map((at) => `${points[at]},${points[at + 1]}`))).toEqual(new Set(['1,0.5', '1.5,1', '1,1.5', '0.5,1']));
    expect(areaOf(points)).toBe(0.5);
  });

  it('merge straight parts, and go round holes the other way [MASK-34]', () => {
    const mask = Uint8Array.from({ length: 100 }, (_, at) => (at % 10 > 0 && at % 10 < 9 && at > 9 && at < 90 && at !== 44 ? 1 : 0));
    const lines = planeContours({ width: 10, height: 10, mask });
    expect(lines.map(({ points }) => points.length / 2).toSorted((a, b) => a - b)).toEqual([4, 8]);
    expect(lines.map(({ points }) => areaOf([...points])).toSorted((a, b) => a - b)).toEqual([-0.5, 63.5]);
  });

  it('at the edge of the plane are closed, and keep pixels apart that touch at a corner [MASK-34]', () => {
    const lines = planeContours({ width: 2, height: 2, mask: Uint8Array.of(1, 0, 0, 1) });
    expect(lines.length).toBe(2);
    expect(planeContours({ width: 2, height: 2, mask: new Uint8Array(4) })).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6])('filled by even and odd are the mask again, seed %i [MASK-34]', (seed) => {
    const random = new Random(seed);
    const mask = Uint8Array.from({ length: 17 * 13 }, () => (random.chance(0.6) ? 1 : 0));
    const lines = planeContours({ width: 17, height: 13, mask });
    expect(
      polygonMask(
        lines.map(({ points }) => points),
        17,
        13,
      ).mask,
    ).toEqual(mask);
    for (const { points } of lines)
      for (let at = 0; at < points.length; at += 2) expect((points[at]! * 2) % 2 === 0).not.toBe((points[at + 1]! * 2) % 2 === 0);
  });
});

/** Positive if the points run clockwise where y points down. */
function areaOf(points: readonly number[]): number {
  let two = 0;
  for (let at = 0; at < points.length; at += 2) {
    const next = (at + 2) % points.length;
    two += points[at]! * points[next + 1]! - points[next]! * points[at + 1]!;
  }
  return two / 2;
}

/** Every edge is passed as often in one direction as in the other. */
function isClosed({ triangles }: Surface): boolean {
  const edges = new Map<string, number>();
  for (let at = 0; at < triangles.length; at += 3)
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const [from, to] = [triangles[at + a]!, triangles[at + b]!];
      const key = from < to ? `${from},${to}` : `${to},${from}`;
      edges.set(key, (edges.get(key) ?? 0) + (from < to ? 1 : -1));
    }
  return [...edges.values()].every((balance) => balance === 0);
}

describe('a surface', () => {
  const sphere = (space: VoxelSpace, radius: number) => {
    const centre = voxelToPatient(space, space.size.map((length) => (length - 1) / 2) as unknown as Voxel);
    return bitsWhere(
      space.size,
      (...voxel) => voxelToPatient(space, voxel).reduce((sum, part, axis) => sum + (part - centre[axis]!) ** 2, 0) <= radius ** 2,
    );
  };
  const cases: [string, VoxelSpace][] = [
    [
      'even',
      {
        size: [50, 50, 50],
        origin: [300, -200, 1000],
        steps: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
    ],
    [
      'thick slices',
      {
        size: [80, 80, 30],
        origin: [0, 0, 0],
        steps: [
          [0.6, 0, 0],
          [0, 0.6, 0],
          [0, 0, 2],
        ],
      },
    ],
    [
      'left-handed',
      {
        size: [50, 50, 50],
        origin: [0, 0, 0],
        steps: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, -1],
        ],
      },
    ],
    [
      'tilted',
      {
        size: [70, 110, 30],
        origin: [0, 0, 0],
        steps: [
          [0.7, 0, 0],
          [0, 0.7, 0],
          [0, 0.8, 1.8],
        ],
      },
    ],
  ];

  it.each(cases)(
    'of a sphere has its volume within 2 percent, its area within 5, is closed and looks outwards: %s [MASK-35]',
    (_, space) => {
      const bits = sphere(space, 20);
      for (const rounds of [0, 6]) {
        const surface = surfaceOf(bits, space, rounds);
        expect(isClosed(surface)).toBe(true);
        expect(Math.abs(surfaceVolume(surface) / (countVoxels(bits) * voxelVolumeMl(space) * 1000) - 1)).toBeLessThan(0.02);
        if (rounds > 0) expect(Math.abs(surfaceArea(surface) / (4 * Math.PI * 400) - 1)).toBeLessThan(0.05);
      }
    },
  );

  it.each(SPACES)('of any mask is closed and looks outwards, up to the edge of the grid: %s [MASK-35]', (_, space) => {
    for (const seed of [1, 2, 3, 4]) {
      const bits = randomBits(new Random(seed), space.size, 8);
      const surface = surfaceOf(bits, space);
      expect(isClosed(surface)).toBe(true);
      expect(surfaceVolume(surface)).toBeGreaterThan(0);
      expect(Math.max(...surface.triangles)).toBe(surface.points.length / 3 - 1);
    }
  });

  it('of one voxel lies around its centre; of nothing there is none [MASK-35]', () => {
    const [, space] = SPACES[0]!;
    const { points, triangles } = surfaceOf(
      bitsWhere(space.size, (i, j, k) => i === 3 && j === 4 && k === 5),
      space,
    );
    expect([points.length / 3, triangles.length / 3]).toEqual([8, 12]);
    const middle = [0, 1, 2].map((axis) => points.filter((_, at) => at % 3 === axis).reduce((sum, part) => sum + part, 0) / 8);
    voxelToPatient(space, [3, 4, 5]).forEach((part, axis) => expect(middle[axis]).toBeCloseTo(part, 4));
    expect(surfaceOf(emptyBits(space.size), space).triangles.length).toBe(0);
  });

  it('is written as a binary STL in mm, with normals that look outwards [MASK-36]', () => {
    const [, space] = cases[0]!;
    const surface = surfaceOf(sphere(space, 5), space);
    const bytes = writeStl(surface);
    const view = new DataView(bytes.buffer);
    const count = view.getUint32(80, true);
    expect([count, bytes.length]).toEqual([surface.triangles.length / 3, 84 + 50 * count]);
    expect(new TextDecoder().decode(bytes.subarray(0, 20))).toBe('Lightship. SPACE=LPS');
    const centre = voxelToPatient(space, [24.5, 24.5, 24.5]);
    for (let triangle = 0; triangle < count; triangle += 1) {
      const at = (index: number): number => view.getFloat32(84 + 50 * triangle + 4 * index, true);
      const outwards = [0, 1, 2].reduce((sum, axis) => sum + at(axis) * (at(3 + axis) - centre[axis]!), 0);
      expect(outwards).toBeGreaterThan(0);
      expect(at(3)).toBe(surface.points[3 * surface.triangles[3 * triangle]!]);
    }
  });
});
