import { computeFeatures, featureCount, type Image } from './features/compute-features.ts';
import { alongColumns, alongRows, alongSlices, weighted } from './features/filter-axis.ts';
import { gaussianKernel } from './features/kernels.ts';
import { slabSlices } from './features/slab-slices.ts';
import { LEAF, writeCodes, type Forest } from './forest.ts';

/** Probabilities of neighbours are mixed with this standard deviation, in voxels. */
const SMOOTHING = gaussianKernel(1, 0);
const REACH = SMOOTHING.weights.length - 1;

/**
 * Class probabilities slice by slice, in their order: classes x rows x columns of each, background first. `values` is used again for the next
 * one. Probabilities are smoothed, the background is multiplied by the factor of the forest, and their sum is 1.
 *
 * The generator yields the fraction that is done after each slab, so that the caller can stop. The values do not depend on the slabs.
 */
export function* predictSlices(
  forest: Forest,
  image: Image,
  take: (slice: number, values: Float32Array) => void,
  step = slabSlices(image.size),
): Generator<number, void> {
  const { size } = image;
  const [columns, rows, slices] = size;
  const plane = columns * rows;
  const held = Math.min(slices, step + 2 * REACH);
  const raw = Array.from({ length: forest.classes }, () => new Float32Array(held * plane));
  const codes = new Uint8Array(Math.min(step, slices) * plane * featureCount(image.channels.length));
  const smooth = createSmoothing(forest, size, held, take);
  let given = 0;
  for (let first = 0; first < slices; first += step) {
    const end = Math.min(first + step, slices);
    predictSlab(forest, image, first, end - first, codes, raw, held);
    const ready = end === slices ? slices : Math.max(0, end - REACH);
    for (; given < ready; given += 1) smooth(raw, given);
    yield end / slices;
  }
}

/**
 * The same values for one slice at a time, in any order. It computes the slices in its reach and keeps them: a float32 value for each voxel and class. The
 * values are used again for the next slice.
 */
export function createSlicePredictor(forest: Forest, image: Image): (slice: number) => Float32Array {
  const { size } = image;
  const [columns, rows, slices] = size;
  const plane = columns * rows;
  const raw = Array.from({ length: forest.classes }, () => new Float32Array(slices * plane));
  const codes = new Uint8Array(plane * featureCount(image.channels.length));
  const isKnown = new Uint8Array(slices);
  let found = new Float32Array(0);
  const smooth = createSmoothing(forest, size, slices, (_, values) => (found = values));
  return (slice) => {
    for (let near = Math.max(0, slice - REACH); near <= Math.min(slices - 1, slice + REACH); near += 1) {
      if (isKnown[near] === 1) continue;
      predictSlab(forest, image, near, 1, codes, raw, slices);
      isKnown[near] = 1;
    }
    smooth(raw, slice);
    return found;
  };
}

/** Bytes beyond the image and the forest that `predictSlices` holds. */
export function predictionBytes(size: Image['size'], channels: number, classes: number): number {
  const plane = size[0] * size[1];
  const step = slabSlices(size);
  const held = Math.min(size[2], step + 2 * REACH);
  const features = 10 * 4 * step * plane;
  return features + step * plane * featureCount(channels) + classes * held * plane * 4 + (2 + classes) * plane * 4;
}

/** Raw probabilities, the mean of the trees, into the places of the slices. */
function predictSlab(
  forest: Forest,
  image: Image,
  first: number,
  count: number,
  codes: Uint8Array,
  raw: readonly Float32Array[],
  held: number,
): void {
  const features = featureCount(image.channels.length);
  computeFeatures(image, first, count, (feature, values) => writeCodes(values, forest.coding, feature, codes, feature, features));
  const plane = image.size[0] * image.size[1];
  const trees = forest.roots.length - 1;
  const beginOf = (slice: number): number => ((first + slice) % held) * plane;
  const forEachSlice = (work: (slice: number, begin: number) => void): void => {
    for (let slice = 0; slice < count; slice += 1) work(slice, beginOf(slice));
  };
  forEachSlice((_, begin) => raw.forEach((values) => values.fill(0, begin, begin + plane)));
  // A tree after the other: the upper nodes of one then stay in the processor.
  for (let tree = 0; tree < trees; tree += 1) {
    forEachSlice((slice, begin) => addTree(forest, tree, codes, slice * plane * features, features, raw, begin, plane));
  }
  forEachSlice((_, begin) => {
    for (const values of raw) for (let at = begin; at < begin + plane; at += 1) values[at]! /= trees;
  });
}

/** Adds the probabilities of one tree for `count` voxels. */
function addTree(
  { roots, nodes, leaves, classes }: Forest,
  tree: number,
  codes: Uint8Array,
  firstCode: number,
  features: number,
  sums: readonly Float32Array[],
  firstSum: number,
  count: number,
): void {
  const root = 2 * roots[tree]!;
  for (let voxel = 0; voxel < count; voxel += 1) {
    const own = firstCode + voxel * features;
    let node = root;
    let split = nodes[node]!;
    while (split !== LEAF) {
      node = codes[own + (split >>> 8)]! <= (split & 255) ? node + 2 : root + 2 * nodes[node + 1]!;
      split = nodes[node]!;
    }
    const row = nodes[node + 1]! * classes;
    for (let label = 0; label < classes; label += 1) sums[label]![firstSum + voxel]! += leaves[row + label]!;
  }
}

function createSmoothing(
  { classes, backgroundFactor }: Forest,
  size: Image['size'],
  held: number,
  take: (slice: number, values: Float32Array<ArrayBuffer>) => void,
) {
  const plane = size[0] * size[1];
  const [a, b] = [new Float32Array(plane), new Float32Array(plane)];
  const values = new Float32Array(classes * plane);
  const filter = weighted(SMOOTHING);
  return (raw: readonly Float32Array[], slice: number): void => {
    for (const [label, source] of raw.entries()) {
      alongSlices(source, size, slice, 1, filter, a, held);
      alongRows(a, size, 1, filter, b);
      alongColumns(b, size, 1, filter, values.subarray(label * plane, (label + 1) * plane));
    }
    for (let at = 0; at < plane; at += 1) {
      values[at] = values[at]! * backgroundFactor;
      let sum = 0;
      for (let entry = at; entry < values.length; entry += plane) sum += values[entry]!;
      for (let entry = at; entry < values.length; entry += plane) values[entry] = values[entry]! / sum;
    }
    take(slice, values);
  };
}
