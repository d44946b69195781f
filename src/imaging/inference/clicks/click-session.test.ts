import { describe, expect, it } from 'vitest';
import { ModelFault } from '#imaging/inference/engine.ts';
import type { Network } from '#imaging/inference/network/tiled-engine.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { countVoxels, emptyBits, hasVoxel, sameBits, wholeBox, type Bits } from '#imaging/mask/bits/bits.ts';
import { changeBetween, bitsToRuns, runsToBits } from '#imaging/mask/bits/change.ts';
import { boxToBytes } from '#imaging/mask/bits/slices.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import { CLICK_MANIFEST, clickedMask, clickNetwork } from '#tests/fixtures/click-network.ts';
import { inferenceImage } from '#tests/fixtures/inference-image.ts';
import { nodeNetwork } from '#tests/fixtures/node-onnx.ts';
import { clickChannels, type Click } from './click-channels.ts';
import { ClickSession, refusalOf, type ClickRequest } from './click-session.ts';
import reference from './clicks-reference.json' with { type: 'json' };

const clicksOf = (count: number): Click[] =>
  reference.steps.slice(0, count).map(({ place, isInside }) => ({ place: place as unknown as Voxel, isInside }));

describe('beside the worker in Python', () => {
  it('clicks become the same channels [AI-95]', () => {
    // It counts slices first.
    const clicks: Click[] = [
      { place: [3, 2, 1], isInside: true },
      { place: [7, 0, 3], isInside: true },
      { place: [1, 9, -2], isInside: false },
    ];
    const channels = clickChannels(clicks, new Uint8Array(4 * 5 * 6).fill(1), [6, 5, 4]);
    expect([...channels.subarray(0, 240)]).toEqual(reference.channels.map((value) => expect.closeTo(value, 7) as number));
    expect([...channels.subarray(240)]).toEqual(Array.from({ length: 120 }, () => 1));
  });

  it('a mask has the same voxels after each of five clicks [AI-95]', async () => {
    const session = new ClickSession(
      { manifest: CLICK_MANIFEST, channels: [inferenceImage()], mostBytes: 1e9 },
      await nodeNetwork(clickNetwork()),
    );
    let mask = clickedMask();
    for (const [at, { runs, voxels }] of reference.steps.entries()) {
      mask = await session.correct(mask, clicksOf(at + 1));
      expect(countVoxels(mask)).toBe(voxels);
      expect(edgesOf(mask)).toEqual(runs);
    }
  });
});

/** Where the mask begins and ends, in the order of its voxels. */
function edgesOf(mask: Bits): number[] {
  const bytes = boxToBytes(mask, wholeBox(mask.size));
  const edges: number[] = [];
  let before = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const value = bytes[at] ?? 0;
    if (value !== before) edges.push(at);
    before = value;
  }
  return edges;
}

/** Finds what is bright, and cares for no click. */
const BRIGHT: Network = {
  async runPatch(patch, [channels, ...size]) {
    const voxels = patch.length / channels;
    expect(size.reduce((product, length) => product * length, 1)).toBe(voxels);
    const logits = new Float32Array(2 * voxels);
    logits.set(patch.subarray(0, voxels), voxels);
    return logits;
  },
  end: async () => undefined,
};

const space = (size: Voxel, mm: number): VoxelSpace => ({
  size,
  origin: [0, 0, 0],
  steps: [
    [-mm, 0, 0],
    [0, mm, 0],
    [0, 0, mm],
  ],
});

const MANIFEST = { ...CLICK_MANIFEST, spacing: [1, 1, 1] as [number, number, number] };
const isIn = (from: Voxel, to: Voxel) => (at: Voxel) => at.every((place, axis) => place >= from[axis]! && place < to[axis]!);

/** Bright where it says so, in voxels of `mm`. */
function request(size: Voxel, isBright: (at: Voxel) => boolean, mm = 1): ClickRequest {
  const samples = new Int16Array(size[0] * size[1] * size[2]);
  for (let z = 0, at = 0; z < size[2]; z += 1)
    for (let y = 0; y < size[1]; y += 1) for (let x = 0; x < size[0]; x += 1, at += 1) samples[at] = isBright([x, y, z]) ? 100 : -100;
  const normalisation = { kind: 'values', low: -100, high: 100, mean: 0, deviation: 100 } as const;
  const [first, ...others] = MANIFEST.channels;
  const manifest = { ...MANIFEST, channels: [{ ...first!, normalisation }, ...others] };
  return { manifest, channels: [{ space: space(size, mm), samples, slope: 1, intercept: 0 }], mostBytes: 1e9 };
}

function maskOf(size: Voxel, isSet: (at: Voxel) => boolean): Bits {
  const draft = new BitsDraft(emptyBits(size));
  for (let z = 0; z < size[2]; z += 1)
    for (let y = 0; y < size[1]; y += 1) for (let x = 0; x < size[0]; x += 1) if (isSet([x, y, z])) draft.write([x, y, z]);
  return draft.done();
}

describe('a click', () => {
  const size: Voxel = [30, 20, 12];
  const first = isIn([4, 4, 4], [8, 8, 8]);
  const second = isIn([4, 12, 4], [8, 16, 8]);
  const images = request(size, (at) => first(at) || second(at));

  it('inside adds the object there, and not another one [AI-95]', async () => {
    const after = await new ClickSession(images, BRIGHT).correct(emptyBits(size), [{ place: [5, 5, 5], isInside: true }]);
    expect(sameBits(after, maskOf(size, first))).toBe(true);
  });

  it('outside removes what is connected with it, and never adds [AI-95]', async () => {
    const before = maskOf(size, isIn([2, 2, 2], [10, 6, 6]));
    const after = await new ClickSession(images, BRIGHT).correct(before, [{ place: [2, 2, 2], isInside: false }]);
    expect(changeBetween(before, after).set.size).toBe(0);
    expect(hasVoxel(after, [2, 2, 2])).toBe(false);
    expect(sameBits(after, maskOf(size, isIn([4, 4, 4], [8, 6, 6])))).toBe(true);
  });

  it('makes its voxel as it was clicked, even if the network disagrees [AI-95]', async () => {
    const after = await new ClickSession(images, BRIGHT).correct(emptyBits(size), [{ place: [29, 0, 11], isInside: true }]);
    expect(
      sameBits(
        after,
        maskOf(size, (at) => at.join() === '29,0,11'),
      ),
    ).toBe(true);
  });

  it('at the corner of an image that is smaller than the patch, as far as that goes [AI-95]', async () => {
    const small: Voxel = [30, 5, 3];
    const after = await new ClickSession(
      request(small, () => true),
      BRIGHT,
    ).correct(emptyBits(small), [{ place: [0, 0, 0], isInside: true }]);
    expect(
      sameBits(
        after,
        maskOf(small, ([x]) => x < 16),
      ),
    ).toBe(true);
  });

  it('leaves every voxel elsewhere, on a grid finer than that of the model and stored from another side [AI-95]', async () => {
    const fine: Voxel = [60, 40, 24];
    const bright = (at: Voxel): boolean => [first, second].some((one) => one(at.map((place) => Math.floor(place / 2)) as unknown as Voxel));
    const before = maskOf(fine, ([x, y, z]) => y >= 30 && x % 2 === 0 && z % 3 === 0);
    const after = await new ClickSession(request(fine, bright, 0.5), BRIGHT).correct(before, [{ place: [11, 11, 11], isInside: true }]);
    const added = runsToBits(fine, changeBetween(before, after).set);
    expect(countVoxels(added)).toBeGreaterThan(0.9 * 512);
    expect(bitsToRuns(added).size).toBe(1);
    expect(changeBetween(before, after).clear.size).toBe(0);
    for (const [x, y, z] of [
      [10, 10, 30],
      [10, 20, 10],
    ] as const)
      expect(hasVoxel(added, [x, y, z])).toBe(false);
  });

  it('beyond the image is refused, and so is an answer of another size or of no numbers [AI-95]', async () => {
    const clicks: Click[] = [{ place: [5, 5, 5], isInside: true }];
    await expect(new ClickSession(images, BRIGHT).correct(emptyBits(size), [{ place: [30, 0, 0], isInside: true }])).rejects.toThrow(
      RangeError,
    );
    for (const logits of [new Float32Array(7), new Float32Array(2 * 16 * 12 * 8).fill(NaN)])
      await expect(
        new ClickSession(images, { ...BRIGHT, runPatch: async () => logits }).correct(emptyBits(size), clicks),
      ).rejects.toBeInstanceOf(ModelFault);
  });
});

it('what cannot be opened is refused by name before anything is computed [AI-95]', () => {
  const images = request([8, 8, 8], () => true);
  const { clicks: _, ...segmenting } = images.manifest;
  expect(refusalOf(images)).toBeNull();
  expect(refusalOf({ ...images, manifest: segmenting })).toEqual({ ok: false, why: 'not-clicks' });
  expect(refusalOf({ ...images, channels: [...images.channels, ...images.channels] })).toEqual({ ok: false, why: 'channels' });
  expect(refusalOf({ ...images, mostBytes: 1000 })).toEqual({ ok: false, why: 'too-large', neededBytes: 512 * 6, mostBytes: 1000 });
});

it('an image unlike those of the training is marked [AI-96]', () => {
  const images = request([8, 8, 8], () => true);
  const near = { least: [0.5, 0.5, 0.5], most: [1, 1, 1] } as const;
  const trainedOn = {
    patients: 3,
    spacing: { least: [...near.least], most: [...near.most] },
    extent: { least: [100, 5, 5], most: [200, 10, 10] },
    intensity: [],
    entropy: { mean: 0.1, deviation: 0.1 },
  } as unknown as NonNullable<ClickRequest['manifest']['trainedOn']>;
  const session = new ClickSession({ ...images, manifest: { ...images.manifest, trainedOn } }, BRIGHT);
  expect(session.unlike.map((one) => one.in)).toEqual(['extent']);
});
