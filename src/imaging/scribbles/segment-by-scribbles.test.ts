import { describe, expect, test } from 'vitest';
import { randomOf } from '#model/campaigns/random.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import { countVoxels, hasVoxel } from '#imaging/mask/bits/bits.ts';
import { coarseImage, coarseLabels } from './coarse-image.ts';
import { scribbledVoxels, type Scribble } from './scribble.ts';
import { MOST_VOXELS, regionOf, type RegionKind } from './scribble-region.ts';
import { nextSlice, segmentByScribbles, type ScribbledImage } from './segment-by-scribbles.ts';

const SIZE: Voxel = [40, 36, 24];
const SPACE: VoxelSpace = { size: SIZE, origin: [0, 0, 0], steps: [[1, 0, 0], [0, 1, 0], [0, 0, 2]] }; // prettier-ignore
const CENTRE: Voxel = [20, 18, 12];
const RADIUS_MM = 9;

const isInBall = ([x, y, z]: Voxel): boolean => (x - CENTRE[0]) ** 2 + (y - CENTRE[1]) ** 2 + (2 * (z - CENTRE[2])) ** 2 <= RADIUS_MM ** 2;
const placeOf = ([x, y, z]: Voxel): number => (z * SIZE[1] + y) * SIZE[0] + x;
const voxels: readonly Voxel[] = Array.from({ length: SIZE[0] * SIZE[1] * SIZE[2] }, (_, at) => [
  at % SIZE[0],
  Math.floor(at / SIZE[0]) % SIZE[1],
  Math.floor(at / (SIZE[0] * SIZE[1])),
]);

/** A bright ball in noise. */
function ball(): ScribbledImage {
  const random = randomOf('ball');
  return { space: SPACE, samples: Int16Array.from(voxels, (voxel) => (isInBall(voxel) ? 120 : 0) + random() * 100) };
}

const stroke = (isInside: boolean, slice: number, row: number, from: number, to: number): Scribble => ({
  ...{ isInside, widthMm: 2, on: 'slice' },
  path: [
    [from, row, slice],
    [to, row, slice],
  ],
});
const STROKES = [
  stroke(true, 12, 18, 15, 25),
  stroke(false, 12, 4, 4, 36),
  stroke(false, 12, 32, 4, 36),
  stroke(true, 10, 18, 17, 23),
  stroke(false, 5, 18, 10, 30),
];

function segment(scribbles: readonly Scribble[], region: RegionKind = 'near', visible: () => readonly number[] = () => [12]) {
  const found = segmentByScribbles(ball(), { scribbles, region }, visible);
  if (!found.ok) throw new Error(found.why);
  const order: number[] = [];
  const mask = new Uint8Array(voxels.length);
  const { from, to } = found.facts.box;
  const columns = to[0] - from[0] + 1;
  for (const each of found.slices) {
    order.push(each.slice);
    for (const [at, value] of each.mask.entries())
      mask[placeOf([from[0] + (at % columns), from[1] + Math.floor(at / columns), each.slice])] = value;
  }
  return { facts: found.facts, order, mask };
}

function dice(mask: Uint8Array): number {
  const both = voxels.filter((voxel, at) => mask[at] === 1 && isInBall(voxel)).length;
  return (2 * both) / (mask.filter((value) => value === 1).length + voxels.filter(isInBall).length);
}

describe('strokes on one image [SCRIB-01]', () => {
  test('find what they say, also on slices without a stroke', () => {
    const { facts, mask } = segment(STROKES);
    expect(dice(mask)).toBeGreaterThan(0.75);
    expect(facts).toMatchObject({ steps: [1, 1, 1], inside: 58 });
  });

  test('give the same voxels each time', () => {
    const { mask } = segment(STROKES);
    expect(segment(STROKES).mask).toEqual(mask);
    expect(segment(STROKES, 'near', () => [0]).mask).toEqual(mask);
  });

  test('leave each voxel as it was scribbled, and the later stroke counts', () => {
    const wrong = stroke(false, 12, 18, 20, 22);
    const { mask } = segment([...STROKES, wrong]);
    expect([21, 16].map((column) => mask[placeOf([column, 18, 12])])).toEqual([0, 1]);
    const { inside, outside } = scribbledVoxels(SPACE, [...STROKES, wrong]);
    voxels.forEach((voxel, at) => {
      if (hasVoxel(inside, voxel)) expect(mask[at]).toBe(1);
      if (hasVoxel(outside, voxel)) expect(mask[at]).toBe(0);
    });
  });

  test('on a plane through the slices reach over them', () => {
    const across: Scribble = { isInside: true, widthMm: 2, on: 'space', path: [[20, 18, 10], [20, 18, 14]] }; // prettier-ignore
    const { inside } = scribbledVoxels(SPACE, [across]);
    expect([10, 11, 12, 13, 14].every((slice) => hasVoxel(inside, [20, 18, slice]))).toBe(true);
    expect(countVoxels(scribbledVoxels(SPACE, [{ ...across, on: 'slice' }]).outside)).toBe(0);
  });

  test.each([
    ['none', [], 'one-kind'],
    ['only inside', [STROKES[0]!], 'one-kind'],
    ['only outside', [STROKES[1]!], 'one-kind'],
    ['inside only where later ones say outside', [STROKES[0]!, { ...STROKES[0]!, isInside: false }], 'one-kind'],
    ['a few voxels', [stroke(true, 12, 18, 18, 18), STROKES[1]!].map((one) => ({ ...one, widthMm: 0.5 })), 'few'],
  ] as const)('are refused: %s', (_, scribbles, why) => {
    expect(segmentByScribbles(ball(), { scribbles, region: 'near' }, () => [])).toEqual({ ok: false, why });
  });
});

describe('the order of slices [SCRIB-02]', () => {
  test('begins with those that are looked at, and goes outwards', () => {
    const { order } = segment(STROKES, 'whole', () => [12]);
    expect(order.slice(0, 5)).toEqual([12, 11, 13, 10, 14]);
    expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: SIZE[2] }, (_, slice) => slice));
    expect(nextSlice(new Set([0, 1, 2, 4, 5]), [3, 20])).toBe(2);
    expect(nextSlice(new Set([0, 7, 19]), [3, 20])).toBe(19);
  });

  test('follows who turns to other slices meanwhile', () => {
    let count = 0;
    const { order } = segment(STROKES, 'whole', () => ((count += 1) <= 2 ? [12] : [2]));
    expect(order.slice(0, 4)).toEqual([12, 11, 2, 1]);
    expect([nextSlice(new Set([5, 7]), []), nextSlice(new Set(), [1])]).toEqual([5, -1]);
  });
});

describe('what is computed [SCRIB-03]', () => {
  const scribbled = scribbledVoxels(SPACE, [STROKES[0]!]);

  test('is a box 20 mm around the strokes, within the grid', () => {
    expect(regionOf('near', SPACE, scribbled)).toEqual({
      ...{ box: { from: [0, 0, 2], to: [39, 35, 22] }, steps: [1, 1, 1], size: [40, 36, 21] },
    });
    expect(regionOf('whole', SPACE, scribbled).box).toEqual({ from: [0, 0, 0], to: [39, 35, 23] });
  });

  test('has no more voxels than its limit: the finest axis becomes coarser first', () => {
    const { steps, size } = regionOf('whole', SPACE, scribbled, 5000);
    expect([steps, size]).toEqual([[3, 3, 1], [14, 12, 24]]); // prettier-ignore
    const large: VoxelSpace = { ...SPACE, size: [512, 512, 900] };
    const whole = regionOf('whole', large, scribbledVoxels(large, [STROKES[0]!]));
    expect(whole.size.reduce((a, b) => a * b)).toBeLessThanOrEqual(MOST_VOXELS);
  });

  test('are means of values, and what most strokes say of a coarse voxel', () => {
    const space: VoxelSpace = { ...SPACE, size: [5, 2, 1] };
    const region = { box: { from: [0, 0, 0], to: [4, 1, 0] }, steps: [2, 2, 1], size: [3, 1, 1] } as const;
    expect([...coarseImage(Uint8Array.of(1, 2, 3, 4, 5, 3, 2, 1, 0, 7), space.size, region)]).toEqual([2, 2, 6]);
    const dot = (isInside: boolean, column: number): Scribble => ({ isInside, widthMm: 0.1, on: 'slice', path: [[column, 0, 0]] });
    const said = coarseLabels(scribbledVoxels(space, [dot(true, 0), dot(true, 2), dot(false, 3), dot(false, 4)]), region);
    expect([[...said.places], [...said.labels]]).toEqual([[0, 2], [1, 0]]); // prettier-ignore
  });

  test('on a coarse grid is as fine as the image in the end', () => {
    const large: ScribbledImage = { space: { ...SPACE, size: [320, 288, 24] }, samples: new Int16Array(320 * 288 * 24) };
    const { samples } = ball();
    for (let at = 0; at < large.samples.length; at += 1) {
      const [column, row] = [at % 320, Math.floor(at / 320) % 288];
      large.samples[at] = samples[placeOf([column >> 3, row >> 3, Math.floor(at / (320 * 288))])]!;
    }
    const finer: VoxelSpace = { ...large.space, steps: [[1 / 8, 0, 0], [0, 1 / 8, 0], [0, 0, 2]] }; // prettier-ignore
    const scribbles = STROKES.map((one) => ({ ...one, path: one.path.map(([x, y, z]): Voxel => [x * 8 + 3.5, y * 8 + 3.5, z]) }));
    const found = segmentByScribbles({ ...large, space: finer }, { scribbles, region: 'whole' }, () => [12]);
    if (!found.ok) throw new Error(found.why);
    expect(found.facts.steps).toEqual([3, 2, 1]);
    const first = found.slices.next();
    if (first.done === true) throw new Error('No slice');
    const both = first.value.mask.filter((value, at) => value === 1 && isInBall([(at % 320) >> 3, Math.floor(at / 320) >> 3, 12])).length;
    const truth = 64 * voxels.filter((voxel) => voxel[2] === 12 && isInBall(voxel)).length;
    expect((2 * both) / (truth + first.value.mask.filter((value) => value === 1).length)).toBeGreaterThan(0.85);
  });
});
