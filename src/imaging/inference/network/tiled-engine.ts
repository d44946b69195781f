import { ModelFault, stopIfAborted, type EngineInput, type EngineOptions, type LoadedEngine } from '#imaging/inference/engine.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';
import { Blend, blendBytes } from './blend.ts';
import { addSoftmax, cutPatch, mirrored, mirrorSets, type Triple } from './patches.ts';
import { axisTiles, type AxisTiles } from './tiles.ts';

/** A network as one place runs it. */
export interface Network {
  /** Logits of one patch: classes + 1 x slices x rows x columns, from channels x slices x rows x columns. */
  runPatch(patch: Float32Array, shape: PatchShape): Promise<Float32Array>;
  end(): Promise<void>;
}

export type PatchShape = readonly [channels: number, slices: number, rows: number, columns: number];

/** Runs a network patch by patch, with mirror images averaged in, and blends the patches. */
export function createTiledEngine(network: Network, { patch, multiple, overlap, mirror, channels, classes }: ModelManifest): LoadedEngine {
  const values = classes.length + 1;
  const voxels = patch[0] * patch[1] * patch[2];
  const mirrors = mirrorSets(mirror);
  const tilesOf = (size: Triple): [AxisTiles, AxisTiles, AxisTiles] => {
    const along = (axis: 0 | 1 | 2): AxisTiles => axisTiles(size[axis], { patch: patch[axis], multiple: multiple[axis], overlap });
    return [along(0), along(1), along(2)];
  };

  /** Softmax values of one patch, the mean over its mirror images. */
  async function runMirrored(input: Float32Array): Promise<Float32Array> {
    const sum = new Float32Array(values * voxels);
    for (const axes of mirrors) {
      const logits = await network.runPatch(mirrored(input, patch, axes), [channels.length, patch[2], patch[1], patch[0]]);
      if (logits.length !== sum.length) throw new ModelFault('The output of the model is not of the size that its manifest says');
      if (!addSoftmax(mirrored(logits, patch, axes), values, sum)) throw new ModelFault('The model computes values that are no numbers');
    }
    if (mirrors.length > 1) for (let index = 0; index < sum.length; index += 1) sum[index]! /= mirrors.length;
    return sum;
  }

  async function runBySlice(
    input: EngineInput,
    { signal, progress }: EngineOptions,
    take: (slice: number, values: Float32Array) => void,
  ): Promise<void> {
    const tiles = tilesOf(input.size);
    const blend = new Blend(input.size, values, tiles, patch);
    const [x, y, z] = tiles;
    const all = x.starts.length * y.starts.length * z.starts.length;
    let done = 0;
    for (const slice of z.starts) {
      blend.giveUntil(slice, take);
      for (const row of y.starts)
        for (const column of x.starts) {
          stopIfAborted(signal);
          const start: Triple = [column, row, slice];
          blend.add(await runMirrored(cutPatch(input, tiles, start, patch)), start);
          progress((done += 1) / all);
        }
    }
    blend.giveUntil(z.padded, take);
  }

  return {
    runBySlice,
    async run(input, options) {
      const [columns, rows, slices] = input.size;
      const [plane, whole] = [columns * rows, new Float32Array(values * columns * rows * slices)];
      await runBySlice(input, options, (slice, found) => {
        for (let each = 0; each < values; each += 1)
          whole.set(found.subarray(each * plane, (each + 1) * plane), (each * slices + slice) * plane);
      });
      return whole;
    },
    peakBytes: (size) => {
      const patchBytes = 4 * voxels * (2 * channels.length + 3 * values);
      return blendBytes(values, tilesOf(size), patch) + patchBytes + 4 * values * size[0] * size[1];
    },
    end: () => network.end(),
  };
}
