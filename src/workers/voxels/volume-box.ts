import { blockRanges, type BlockRanges } from '#imaging/volume/block-ranges.ts';
import { boxOf, LayerOfBox, planesOfLayer, type Box, type Reduction } from '#imaging/volume/box.ts';
import { toHalves } from '#imaging/volume/half-float.ts';
import type { Window } from '#imaging/render/window.ts';
import type { VolumeShape } from '#imaging/volume/volume.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { Picture } from './types.ts';
import type { SampledValues } from './voxels-of-series.ts';

/** All of a volume for a 3D texture. Values are those that are shown, after rescale. */
export interface VolumeBox extends Box {
  /** Floats of 16 bits, column by column, row by row, layer by layer: 0 is `low`, 1 is `high`. */
  samples: Uint16Array<ArrayBuffer>;
  low: number;
  high: number;
  blocks: BlockRanges;
  /** Of the part that is not air or empty, x y z one after the other. */
  corners: Float32Array;
  /** The 1st and the 99th percentile: the ends of transfer functions in percent. */
  percentiles: { low: number; high: number };
  /** That of the series, in the same values. */
  window: Window;
  /** Of its values; empty if unknown. */
  unit: string;
  /** Some of it is still that of a lower resolution. */
  isCoarse: boolean;
}

interface BoxOptions {
  mostVoxels: number;
  by: Reduction;
  picture: Pick<Picture, 'look' | 'unit'>;
  /** Lets other requests in after each plane. */
  pause: () => Promise<void>;
}

/** `sample`: values on a plane through the volume. Null: it cannot be sampled any more. */
export async function volumeBox(
  shape: VolumeShape,
  sample: (plane: ImagePlane) => SampledValues | null,
  { mostVoxels, by, picture: { look, unit }, pause }: BoxOptions,
): Promise<VolumeBox | null> {
  const box = boxOf(shape, mostVoxels);
  const { rescaleSlope: slope, rescaleIntercept: intercept } = look;
  const [width, height, layers] = box.size;
  const values = new Float32Array(width * height * layers);
  let [low, high, isCoarse] = [Infinity, -Infinity, false];
  for (let layer = 0; layer < layers; layer += 1) {
    const { planes, ...pixels } = planesOfLayer(box, layer, by);
    const whole = new LayerOfBox(box.size, by);
    for (const plane of planes) {
      const sampled = sample(plane);
      if (sampled === null) return null;
      isCoarse ||= sampled.isCoarse;
      whole.add(sampled.values, pixels);
      await pause();
    }
    const start = layer * width * height;
    for (const [at, stored] of whole.done().entries()) {
      const value = stored * slope + intercept;
      values[start + at] = value;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) [low, high] = [0, 0];
  const window = { center: look.windowCenter[0]!, width: look.windowWidth[0]! };
  const percentiles = percentilesOf(values, low, high);
  const corners = cornersOfContent(box, values, low + EMPTY * (percentiles.high - low));
  const samples = toHalves(values, low, high);
  return { ...box, samples, low, high, blocks: blockRanges(samples, box.size), corners, percentiles, window, unit, isCoarse };
}

/** Of the way from the lowest value to the 99th percentile: what is below has nothing to look at. */
const EMPTY = 0.1;

function cornersOfContent({ size, origin, steps }: Box, values: Float32Array, above: number): Float32Array {
  const [width, height] = size;
  const first = [Infinity, Infinity, Infinity];
  const last = [-1, -1, -1];
  for (let at = 0; at < values.length; at += 1) {
    if (!(values[at]! > above)) continue;
    const place = [at % width, Math.floor(at / width) % height, Math.floor(at / (width * height))];
    for (const [axis, one] of place.entries()) {
      if (one < first[axis]!) first[axis] = one;
      if (one > last[axis]!) last[axis] = one;
    }
  }
  const ends = size.map((count, axis) => (last[axis]! < 0 ? [-0.5, count - 0.5] : [first[axis]! - 0.5, last[axis]! + 0.5]));
  const [across, down, away] = ends as [number[], number[], number[]];
  const corners = across.flatMap((x) => down.flatMap((y) => away.map((z) => [x, y, z])));
  return Float32Array.from(corners.flatMap((place) => [0, 1, 2].map((part) => partOfPlace(origin, steps, place, part))));
}

function partOfPlace(origin: Vector, steps: Box['steps'], place: readonly number[], part: number): number {
  return origin[part]! + steps.reduce((sum, step, axis) => sum + step[part]! * place[axis]!, 0);
}

const BINS = 4096;
const [FIRST, LAST] = [0.01, 0.99];

function percentilesOf(values: Float32Array, low: number, high: number): { low: number; high: number } {
  if (!(high > low)) return { low, high };
  const counts = new Uint32Array(BINS);
  let all = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    counts[Math.min(BINS - 1, Math.floor(((value - low) / (high - low)) * BINS))]! += 1;
    all += 1;
  }
  const at = (part: number): number => {
    let [bin, before] = [0, 0];
    while (bin < BINS - 1 && before + counts[bin]! < part * all) before += counts[bin++]!;
    return low + ((bin + 0.5) / BINS) * (high - low);
  };
  return { low: at(FIRST), high: at(LAST) };
}
