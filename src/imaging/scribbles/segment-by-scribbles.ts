import type { ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import { boxSize, isEmpty, type Box } from '#imaging/mask/bits/bits.ts';
import { boxToBytes } from '#imaging/mask/bits/slices.ts';
import type { Image } from '#imaging/trees/features/compute-features.ts';
import { createSlicePredictor } from '#imaging/trees/predict-slices.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { coarseImage, coarseLabels, type CoarseLabels } from './coarse-image.ts';
import { createNearness } from './nearness.ts';
import { scribbledVoxels, type Scribble, type Scribbled } from './scribble.ts';
import { regionOf, type Region, type RegionKind } from './scribble-region.ts';
import { trainScribbles } from './train-scribbles.ts';
import { createUpsampling } from './upsample-slice.ts';

/** Values as they are stored: trees ask only which of two is greater. */
export type ScribbledImage = Pick<ChannelImage, 'space' | 'samples'>;

export interface ScribbleRequest {
  scribbles: readonly Scribble[];
  region: RegionKind;
}

/** What was computed, and from what. */
export interface ScribbleFacts {
  /** Nothing is said of voxels beyond it. */
  box: Box;
  /** Voxels of the grid along each axis that are computed as one. */
  steps: Voxel;
  /** Voxels that were learned from. */
  inside: number;
  outside: number;
}

/** `one-kind`: strokes of both kinds are needed. `few`: there is too little to learn from. */
export type ScribbleRefusal = 'one-kind' | 'few';

export type ScribbleSegmentation =
  | { ok: true; facts: ScribbleFacts; slices: Generator<ScribbledSlice, void> }
  | { ok: false; why: ScribbleRefusal };

/** A slice of the grid. A byte for each voxel of the box on it, row by row; 1 belongs to the segment. */
export interface ScribbledSlice {
  slice: number;
  mask: Uint8Array<ArrayBuffer>;
}

/** Of each kind. */
const LEAST_VOXELS = 5;

/**
 * Segments one image by strokes on it. The slices of the box come one by one; those that are looked at first, and then the nearest to them.
 *
 * @param visible slices of the grid that are looked at now; asked before each slice
 */
export function segmentByScribbles(
  image: ScribbledImage,
  { scribbles, region: kind }: ScribbleRequest,
  visible: () => readonly number[],
): ScribbleSegmentation {
  const scribbled = scribbledVoxels(image.space, scribbles);
  if (isEmpty(scribbled.inside) || isEmpty(scribbled.outside)) return { ok: false, why: 'one-kind' };
  const region = regionOf(kind, image.space, scribbled);
  const said = coarseLabels(scribbled, region);
  const inside = said.labels.reduce((sum, label) => sum + label, 0);
  const outside = said.labels.length - inside;
  if (Math.min(inside, outside) < LEAST_VOXELS) return { ok: false, why: 'few' };
  const { box, steps } = region;
  return { ok: true, facts: { box, steps, inside, outside }, slices: slicesOf(image, scribbled, region, said, visible) };
}

function* slicesOf(
  { space, samples }: ScribbledImage,
  scribbled: Scribbled,
  region: Region,
  said: CoarseLabels,
  visible: () => readonly number[],
): Generator<ScribbledSlice, void> {
  const { box, steps, size } = region;
  const insideOn = createInside({ size, channels: [coarseImage(samples, space.size, region)] }, said, createNearness(space, region, said));
  const upsample = createUpsampling(boxSize(box), steps, size);
  const waiting = new Set(Array.from({ length: box.to[2] - box.from[2] + 1 }, (_, at) => box.from[2] + at));
  while (waiting.size > 0) {
    const slice = nextSlice(waiting, visible());
    waiting.delete(slice);
    const mask = upsample(slice - box.from[2], insideOn);
    const on: Box = { from: [box.from[0], box.from[1], slice], to: [box.to[0], box.to[1], slice] };
    const [set, cleared] = [boxToBytes(scribbled.inside, on), boxToBytes(scribbled.outside, on)];
    for (let at = 0; at < mask.length; at += 1) if (set[at] === 1 || cleared[at] === 1) mask[at] = set[at]!;
    yield { slice, mask };
  }
}

/** The probability of each voxel of a coarse slice to be inside. What is known is kept. */
function createInside(image: Image, said: CoarseLabels, weigh: ReturnType<typeof createNearness>): (slice: number) => Float32Array {
  const predict = createSlicePredictor(trainScribbles(image, said), image);
  const plane = image.size[0] * image.size[1];
  const known = new Map<number, Float32Array>();
  return (slice) => {
    const before = known.get(slice);
    if (before !== undefined) return before;
    // The background comes first.
    const inside = predict(slice).slice(plane);
    weigh(slice, inside);
    known.set(slice, inside);
    return inside;
  };
}

/** The one that waits and is nearest to what is looked at; of two that are equally near, the first. */
export function nextSlice(waiting: ReadonlySet<number>, visible: readonly number[]): number {
  let [nearest, least] = [-1, Infinity];
  for (const slice of waiting) {
    const distance = visible.length === 0 ? slice : Math.min(...visible.map((one) => Math.abs(one - slice)));
    if (distance < least) [nearest, least] = [slice, distance];
  }
  return nearest;
}
