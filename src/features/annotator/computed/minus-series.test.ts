import { expect, it } from 'vitest';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import { minusSeries, samePlaces } from './minus-series.ts';

const plane = (z: number, more: Partial<ImagePlane> = {}): ImagePlane => ({
  ...{ width: 100, height: 80, origin: [1, 2, z], right: [0.5, 0, 0], below: [0, 0.5, 0] },
  ...more,
});
const shape = (planes: readonly ImagePlane[], more: object = {}) => ({
  ...{ slices: planes.length, planes, frameOfReference: 'f', hasPlanes: true },
  ...more,
});
const own = shape([0, 3, 6].map((z) => plane(z)));

it('slices at the same places are subtracted, in whichever order a series runs [DYN-11]', () => {
  const pairs = [0, 1, 2].map((slice) => [slice, slice]);
  expect(samePlaces(own, shape([0, 3.01, 6].map((z) => plane(z))))).toEqual(pairs);
  expect(samePlaces(own, shape([6, 3, 0].map((z) => plane(z))))).toEqual(pairs.map(([one, two]) => [one, 2 - two!]));
});

it.each([
  ['has other positions', shape([0, 4, 8].map((z) => plane(z)))],
  ['has other pixels', shape([0, 3, 6].map((z) => plane(z, { right: [0.51, 0, 0] })))],
  ['has fewer slices', shape([0, 3].map((z) => plane(z)))],
  ['has another size', shape([0, 3, 6].map((z) => plane(z, { width: 99 })))],
  ['is of another frame of reference', { ...own, frameOfReference: 'g' }],
  ['makes no volume', { ...own, hasPlanes: false }],
])('a series that %s is not subtracted [DYN-11]', (_, other) => {
  expect(samePlaces(own, other)).toBeNull();
});

it('nobody knows before both have been read [DYN-11]', () => {
  const open = (part: object): OpenSeries =>
    ({ ...own, uuid: 'b', opened: { id: 4 }, noPlanes: null, bricks: null, read: 3, ...part }) as unknown as OpenSeries;
  expect(minusSeries(open({}), open({ read: 2 }), 'T1')).toBeNull();
  expect(minusSeries(open({}), open({ opened: null }), 'T1')).toBeNull();
  expect(minusSeries(open({}), open({ hasPlanes: false, noPlanes: 'gap' }), 'T1')).toBe('other-grid');
  expect(minusSeries(open({}), open({}), 'T1')).toMatchObject({ kind: 'series', minus: 'b', name: 'T1', other: 4 });
});
