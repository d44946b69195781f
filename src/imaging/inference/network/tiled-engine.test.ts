import { describe, expect, it } from 'vitest';
import { seededValues, SMALL_MANIFEST } from '#tests/fixtures/small-network.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';
import { blendBytes } from './blend.ts';
import { mirrored } from './patches.ts';
import { axisTiles, patchWeights } from './tiles.ts';
import { createTiledEngine, type Network, type PatchShape } from './tiled-engine.ts';

const never = { signal: new AbortController().signal, progress: () => undefined };

describe('patches of an axis', () => {
  it.each([
    [5, { padded: 16, before: 5, starts: [0] }],
    [16, { padded: 16, before: 0, starts: [0] }],
    [17, { padded: 20, before: 1, starts: [0, 4] }],
    [40, { padded: 40, before: 0, starts: [0, 8, 16, 24] }],
    [45, { padded: 48, before: 1, starts: [0, 8, 16, 24, 32] }],
  ])('of %d voxels cover it evenly [AI-30]', (size, expected) => {
    expect(axisTiles(size, { patch: 16, multiple: 4, overlap: 0.5 })).toEqual(expected);
  });

  it('overlap by what the manifest says at least, and not at all with 0 [AI-30]', () => {
    expect(axisTiles(48, { patch: 16, multiple: 1, overlap: 0 }).starts).toEqual([0, 16, 32]);
    for (const overlap of [0.1, 0.25, 0.9])
      for (let size = 16; size < 200; size += 1) {
        const { starts } = axisTiles(size, { patch: 16, multiple: 1, overlap });
        const gaps = starts.slice(1).map((start, index) => start - starts[index]!);
        expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(Math.max(1, Math.floor(16 * (1 - overlap))) + 1);
        expect(starts.at(-1)).toBe(size - 16);
      }
  });
});

describe('blended patches', () => {
  /** A network whose first class has the value of a voxel and its place in the patch. */
  const network = (seen: PatchShape[] = []): Network => ({
    async runPatch(patch, shape) {
      seen.push(shape);
      const logits = new Float32Array(3 * patch.length);
      patch.forEach((value, at) => {
        logits[at] = value + (at % 5) * 0.1;
        logits[2 * patch.length + at] = value > 0.5 ? 1 : -1;
      });
      return logits;
    },
    end: async () => undefined,
  });

  /** The same with the whole image in memory, written down as the manifest says it. */
  async function plainly(input: { size: readonly [number, number, number]; channels: Float32Array[] }, manifest: ModelManifest) {
    const { patch, multiple, overlap } = manifest;
    const tiles = ([0, 1, 2] as const).map((axis) =>
      axisTiles(input.size[axis], { patch: patch[axis], multiple: multiple[axis], overlap }),
    );
    const [columns, rows, slices] = input.size;
    const [sum, weights] = [new Float64Array(3 * columns * rows * slices), new Float64Array(columns * rows * slices)];
    const gauss = patch.map(patchWeights);
    for (const z of tiles[2]!.starts)
      for (const y of tiles[1]!.starts)
        for (const x of tiles[0]!.starts) {
          const places: [from: number, to: number | null, weight: number][] = [];
          for (let k = 0; k < patch[2]; k += 1)
            for (let j = 0; j < patch[1]; j += 1)
              for (let i = 0; i < patch[0]; i += 1) {
                const [c, r, s] = [x + i - tiles[0]!.before, y + j - tiles[1]!.before, z + k - tiles[2]!.before];
                const within = [c, r, s].map((at, axis) => Math.min(Math.max(at, 0), input.size[axis as 0 | 1 | 2] - 1));
                const from = (within[2]! * rows + within[1]!) * columns + within[0]!;
                const isInside = [c, r, s].every((at, axis) => at === within[axis]);
                places.push([from, isInside ? from : null, gauss[0]![i]! * gauss[1]![j]! * gauss[2]![k]!]);
              }
          const values = Float32Array.from(places, ([from]) => input.channels[0]![from]!);
          const logits = await network().runPatch(values, [1, patch[2], patch[1], patch[0]]);
          places.forEach(([, to, weight], at) => {
            if (to === null) return;
            const exps = [0, 1, 2].map((each) => Math.exp(logits[each * places.length + at]!));
            const total = exps[0]! + exps[1]! + exps[2]!;
            exps.forEach((value, each) => (sum[each * weights.length + to]! += (weight * value) / total));
            weights[to]! += weight;
          });
        }
    return sum.map((value, at) => value / weights[at % weights.length]!);
  }

  it.each<[number, number, number]>([
    [16, 12, 8],
    [5, 7, 3],
    [33, 13, 21],
  ])('of an image of %d x %d x %d are the weighted mean of all patches, at once and slice by slice [AI-30][AI-33]', async (...size) => {
    const manifest: ModelManifest = { ...SMALL_MANIFEST, mirror: [] };
    const engine = createTiledEngine(network(), manifest);
    const voxels = size[0] * size[1] * size[2];
    const input = { size, channels: [seededValues(3, voxels)] };
    const whole = await engine.run(input, never);
    const expected = await plainly(input, manifest);
    expect(Math.max(...expected.map((value, at) => Math.abs(value - whole[at]!)))).toBeLessThan(1e-5);
    const slices: number[] = [];
    await engine.runBySlice!(input, never, (slice, values) => {
      slices.push(slice);
      const plane = size[0] * size[1];
      for (let each = 0; each < 3; each += 1)
        expect(values.slice(each * plane, (each + 1) * plane)).toEqual(
          whole.slice((each * size[2] + slice) * plane, (each * size[2] + slice + 1) * plane),
        );
    });
    expect(slices).toEqual(Array.from({ length: size[2] }, (_, slice) => slice));
  });

  it('are the mean with their mirror images, along every set of the axes [AI-30]', async () => {
    const seen: PatchShape[] = [];
    const engine = createTiledEngine(network(seen), { ...SMALL_MANIFEST, mirror: [0, 2] });
    const size = [16, 12, 8] as const;
    const input = { size, channels: [seededValues(4, 16 * 12 * 8)] };
    const whole = await engine.run(input, never);
    expect(seen).toEqual(Array.from({ length: 4 }, () => [1, 8, 12, 16]));
    const plain = createTiledEngine(network(), { ...SMALL_MANIFEST, mirror: [] });
    const sets = [[], [0], [2], [0, 2]];
    const each = await Promise.all(
      sets.map(async (axes) =>
        mirrored(await plain.run({ size, channels: [mirrored(input.channels[0]!, size, axes)] }, never), size, axes),
      ),
    );
    const expected = whole.map((_, at) => each.reduce((sum, values) => sum + values[at]!, 0) / 4);
    expect(Math.max(...expected.map((value, at) => Math.abs(value - whole[at]!)))).toBeLessThan(1e-5);
  });

  it('of a whole body hold the slices of one patch, whatever its height [AI-34]', () => {
    const engine = createTiledEngine(network(), { ...SMALL_MANIFEST, patch: [128, 128, 96], multiple: [32, 32, 32] });
    const tall = engine.peakBytes([512, 512, 900]);
    expect(tall).toBe(engine.peakBytes([512, 512, 96]));
    const tiles = axisTiles(512, { patch: 128, multiple: 32, overlap: 0.5 });
    expect(blendBytes(3, [tiles, tiles, tiles], [128, 128, 96])).toBe(4 * 3 * 96 * 512 * 512);
    expect(tall / 1e6).toBeCloseTo(374.3, 1);
  });
});
