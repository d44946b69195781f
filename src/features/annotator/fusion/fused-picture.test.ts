import { beforeEach, expect, it, vi } from 'vitest';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { SampledPlane } from '#workers/voxels/types.ts';
import { FusedPicture, type WantedFusion } from './fused-picture.ts';

const plane = (z: number): ImagePlane => ({ width: 2, height: 1, origin: [0, 0, z], right: [1, 0, 0], below: [0, 1, 0] });
const want = (z: number, more: Partial<WantedFusion> = {}): WantedFusion => ({
  id: 7,
  plane: plane(z),
  unit: 'SUV',
  window: 'stored',
  loaded: 100,
  ...more,
});
const pictureOf = (of: ImagePlane): SampledPlane => ({
  ...{ plane: of, pixelAspect: 1, spacingMm: null, letters: null, unit: 'SUV', resolution: 1 },
  frame: { kind: 'grey', rows: 1, columns: 2, samples: Float32Array.of(0, 7), isInverted: false },
  look: {
    windowCenter: [3.5],
    windowWidth: [7],
    rescaleSlope: 1,
    rescaleIntercept: 0,
    isExact: true,
    sopClassUid: '1.2.840.10008.5.1.4.1.1.128',
  },
});

let asked: { plane: ImagePlane; answer: (picture: SampledPlane) => void }[];
let changes: number;
let fused: FusedPicture;
beforeEach(() => {
  asked = [];
  changes = 0;
  vi.stubGlobal('document', { createElement: () => ({ width: 0, height: 0, getContext: () => null }) });
  vi.stubGlobal('ImageData', Object);
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  const planeOn = (_: number, of: ImagePlane) => new Promise<SampledPlane>((answer) => asked.push({ plane: of, answer }));
  fused = new FusedPicture({ planeOn }, () => (changes += 1));
});
const settle = () => new Promise((resolve) => setTimeout(resolve));

it('is there once it has been sampled, and stays while only its window changes [PET-10]', async () => {
  expect(fused.show(want(0))).toBeNull();
  asked[0]!.answer(pictureOf(plane(0)));
  await settle();
  expect(changes).toBe(1);
  expect(fused.show(want(0))!.picture.plane).toEqual(plane(0));
  expect(fused.show(want(0, { window: { center: 5, width: 10 } }))).not.toBeNull();
  expect(asked).toHaveLength(1);
});

it('is not shown over another slice: of those asked for meanwhile, only the last is sampled [PET-10]', async () => {
  fused.show(want(0));
  expect(fused.show(want(1))).toBeNull();
  expect(fused.show(want(2))).toBeNull();
  asked[0]!.answer(pictureOf(plane(0)));
  await settle();
  expect(fused.show(want(2))).toBeNull();
  expect(asked.map(({ plane: { origin } }) => origin[2])).toEqual([0, 2]);
  asked[1]!.answer(pictureOf(plane(2)));
  await settle();
  expect(fused.show(want(2))!.picture.plane).toEqual(plane(2));
});

it('is sampled again when its values are shown otherwise, and not at all when none is wanted [PET-10]', async () => {
  fused.show(want(0));
  asked[0]!.answer(pictureOf(plane(0)));
  await settle();
  expect(fused.show(want(0, { unit: 'SUVlbm' }))).toBeNull();
  expect(asked).toHaveLength(2);
  expect(fused.show(null)).toBeNull();
  fused.end();
  asked[1]!.answer(pictureOf(plane(0)));
  await settle();
  expect(changes).toBe(1);
});

it('that was sampled while its series was read stays until it is sampled again, once more of the series is here [PET-10]', async () => {
  fused.show(want(0, { loaded: 0 }));
  asked[0]!.answer({ ...pictureOf(plane(0)), isCoarse: true });
  await settle();
  expect(fused.show(want(0, { loaded: 0 }))!.picture.isCoarse).toBe(true);
  expect(asked).toHaveLength(1);
  expect(fused.show(want(0))!.picture.isCoarse).toBe(true);
  expect(asked).toHaveLength(2);
  asked[1]!.answer(pictureOf(plane(0)));
  await settle();
  expect(fused.show(want(0))!.picture.isCoarse).toBeUndefined();
  expect(asked).toHaveLength(2);
});
