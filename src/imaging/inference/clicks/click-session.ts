import { ModelFault } from '#imaging/inference/engine.ts';
import { modelGridOf, type ModelGrid } from '#imaging/inference/grid/model-grid.ts';
import { normalise } from '#imaging/inference/grid/normalise.ts';
import { resampleFirst, resampleOther, type ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import type { Network } from '#imaging/inference/network/tiled-engine.ts';
import { unlikeTraining, type Unlike } from '#imaging/inference/result/unlike-training.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { hasVoxel, isInside as isInGrid, type Bits } from '#imaging/mask/bits/bits.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';
import type { Triple } from '#imaging/inference/network/patches.ts';
import { CLICK_CHANNELS, clickChannels, type Click } from './click-channels.ts';
import { connectedChange } from './connected-change.ts';
import { atModel, maskInPatch, patchAround, withChange, type Patch } from './mask-patch.ts';

export interface ClickRequest {
  manifest: ModelManifest;
  /** In the order of the manifest, without the channels of the clicks. Masks are on the grid of the first one. */
  channels: readonly ChannelImage[];
  /** Bytes that may be in memory at once, the channels included. */
  mostBytes: number;
}

/**
 * - `not-clicks`: the model does not take clicks;
 * - `channels`: the number of images is not that of the model;
 * - `too-large`: it would need more bytes than it may use.
 */
export type ClickRefusal =
  | { ok: false; why: 'not-clicks' | 'channels' }
  | { ok: false; why: 'too-large'; neededBytes: number; mostBytes: number };

/** Whether a model corrects masks by clicks on one image, and only there can it be run. */
export function takesClicks({ clicks, engine, channels, classes }: ModelManifest): boolean {
  return clicks === true && engine === 'onnx' && channels.length > CLICK_CHANNELS && classes.length === 1;
}

/** Null: it can be opened. */
export function refusalOf({ manifest, channels, mostBytes }: ClickRequest): ClickRefusal | null {
  if (!takesClicks(manifest)) return { ok: false, why: 'not-clicks' };
  if (channels.length !== manifest.channels.length - CLICK_CHANNELS) return { ok: false, why: 'channels' };
  const [columns, rows, slices] = modelGridOf(channels[0]!.space, manifest.spacing).size;
  const stored = channels.reduce((sum, { samples }) => sum + samples.byteLength, 0);
  const neededBytes = stored + 4 * channels.length * columns * rows * slices;
  return neededBytes > mostBytes ? { ok: false, why: 'too-large', neededBytes, mostBytes } : null;
}

/** An image as a network for clicks sees it. It is prepared once; each click then runs one patch, so its time does not depend on the image. */
export class ClickSession {
  /** In what the image is unlike those of the training. */
  readonly unlike: Unlike[];
  readonly #network: Network;
  readonly #grid: ModelGrid;
  readonly #patch: Triple;
  readonly #channels: readonly Float32Array[];

  /** Nothing may refuse the request (`refusalOf`). The network is ended by whoever made it. */
  constructor({ manifest, channels }: ClickRequest, network: Network) {
    const first = channels[0]!;
    this.#network = network;
    this.#patch = manifest.patch;
    this.#grid = modelGridOf(first.space, manifest.spacing);
    this.#channels = channels.map((channel, index) => {
      const values = index === 0 ? resampleFirst(channel, this.#grid) : resampleOther(channel, this.#grid, first.space);
      normalise(values, manifest.channels[index]!.normalisation);
      return values;
    });
    // How unsure it is is not known: it answers in one patch.
    this.unlike = manifest.trainedOn
      ? unlikeTraining(manifest.trainedOn, { grid: this.#grid, channels: this.#channels, entropy: null })
      : [];
  }

  /**
   * The mask after the last click; it is one of the grid of the series, and so are the places of the clicks. A click inside only adds, a click outside only
   * removes, and only what is connected with it. Rejects with `ModelFault` if the network does not answer as its manifest says.
   */
  async correct(mask: Bits, clicks: readonly Click[]): Promise<Bits> {
    const last = clicks.at(-1);
    if (last === undefined || !clicks.every(({ place }) => isInGrid(mask.size, place)))
      throw new RangeError('A click lies outside of the image');
    const places = clicks.map(({ place }) => atModel(this.#grid, place));
    const patch = patchAround(places.at(-1)!, this.#patch, this.#grid);
    const before = maskInPatch(mask, this.#grid, patch);
    const inPatch = clicks.map(({ isInside }, index): Click => ({
      place: places[index]!.map((at, axis) => at - patch.start[axis]!) as unknown as Triple,
      isInside,
    }));
    const wanted = await this.#wanted(patch, inPatch, before);
    const change = connectedChange(wanted, before, patch.size, inPatch.at(-1)!);
    const after = withChange(mask, this.#grid, patch, change, last.isInside);
    if (hasVoxel(after, last.place) === last.isInside) return after;
    const draft = new BitsDraft(after);
    draft.write(last.place, last.isInside);
    return draft.done();
  }

  /** What the network takes for the object that is meant: 1, columns first. */
  async #wanted(patch: Patch, clicks: readonly Click[], mask: Uint8Array): Promise<Uint8Array> {
    const voxels = mask.length;
    const count = this.#channels.length;
    const input = new Float32Array((count + CLICK_CHANNELS) * voxels);
    this.#cut(patch, input);
    input.set(clickChannels(clicks, mask, patch.size), count * voxels);
    const [columns, rows, slices] = patch.size;
    const logits = await this.#network.runPatch(input, [count + CLICK_CHANNELS, slices, rows, columns]);
    if (logits.length !== 2 * voxels) throw new ModelFault('The output of the model is not of the size that its manifest says');
    const wanted = new Uint8Array(voxels);
    for (let at = 0; at < voxels; at += 1) {
      const more = logits[voxels + at]! - logits[at]!;
      if (Number.isNaN(more)) throw new ModelFault('The model computes values that are no numbers');
      if (more > 0) wanted[at] = 1;
    }
    return wanted;
  }

  /** The images in a patch; beyond them, the edge values hold. */
  #cut({ start, size }: Patch, into: Float32Array): void {
    const places = ([0, 1, 2] as const).map((axis) =>
      Int32Array.from({ length: size[axis] }, (_, index) => Math.min(Math.max(start[axis] + index, 0), this.#grid.size[axis] - 1)),
    ) as [Int32Array, Int32Array, Int32Array];
    let to = 0;
    for (const channel of this.#channels)
      for (const slice of places[2])
        for (const row of places[1]) {
          const from = (slice * this.#grid.size[1] + row) * this.#grid.size[0];
          for (let column = 0; column < size[0]; column += 1, to += 1) into[to] = channel[from + places[0][column]!]!;
        }
  }
}
