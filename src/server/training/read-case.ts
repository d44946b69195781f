import { readFile } from 'node:fs/promises';
import { createMemorySource } from '#imaging/byte-source.ts';
import { toSeries, type ModelGrid } from '#imaging/inference/grid/model-grid.ts';
import { normalise } from '#imaging/inference/grid/normalise.ts';
import { resampleFirst, resampleOther, type ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import { readChannel } from '#imaging/inference/nifti-channel.ts';
import { haveSamePlaces } from '#imaging/mask/tools/copy.ts';
import type { Image } from '#imaging/trees/features/compute-features.ts';
import type { Normalisation } from '#model/ai/manifest.ts';
import { BadDataset, type TrainingCase } from './dataset-folder.ts';

/** Of one volume. Larger ones would not leave room for their features. */
const MOST_BYTES = 1024 ** 3;

export async function readImages({ images, number }: TrainingCase): Promise<ChannelImage[]> {
  return Promise.all(images.map((path) => readVolume(path, `The image of case ${number}`)));
}

/** For each voxel of the first image: the place of its class in `values`, from 1; 0 is the background. */
export async function readLabels({ mask, number }: TrainingCase, image: ChannelImage, values: readonly number[]): Promise<Uint8Array> {
  const { space, samples, slope, intercept } = await readVolume(mask, `The mask of case ${number}`);
  if (!haveSamePlaces(space, image.space)) throw new BadDataset(`The mask of case ${number} is not on the grid of its image`);
  const classOf = new Map([0, ...values].map((value, place) => [value, place]));
  const labels = new Uint8Array(samples.length);
  for (let at = 0; at < labels.length; at += 1) {
    const found = classOf.get(samples[at]! * slope + intercept);
    if (found === undefined) throw new BadDataset(`The mask of case ${number} has values that are no class of the dataset`);
    labels[at] = found;
  }
  return labels;
}

/** What the trees see, as `inferVolume` prepares it. */
export function prepareImage(images: readonly ChannelImage[], normalisations: readonly Normalisation[], grid: ModelGrid): Image {
  const channels = images.map((image, channel) => {
    const values = channel === 0 ? resampleFirst(image, grid) : resampleOther(image, grid, images[0]!.space);
    normalise(values, normalisations[channel]!);
    return values;
  });
  return { size: grid.size, channels };
}

/** Labels at the spacing of the model: those of the nearest voxel. */
export function labelsAtModel(labels: Uint8Array, [sizeColumns, sizeRows]: readonly number[], grid: ModelGrid): Uint8Array {
  const strides = [1, sizeColumns!, sizeColumns! * sizeRows!] as const;
  const [x, y, z] = ([0, 1, 2] as const).map((along) => {
    const axis = grid.axes[along];
    return Int32Array.from({ length: grid.size[along] }, (_, place) => {
      const nearest = Math.round(toSeries(axis, place, grid.size[along], grid.spacing[along]));
      return Math.min(Math.max(nearest, 0), axis.seriesSize - 1) * strides[axis.axis];
    });
  }) as [Int32Array, Int32Array, Int32Array];
  const found = new Uint8Array(x.length * y.length * z.length);
  let to = 0;
  for (const slice of z) for (const row of y) for (const column of x) found[to++] = labels[slice + row + column]!;
  return found;
}

async function readVolume(path: string, name: string): Promise<ChannelImage> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) throw new BadDataset(`${name} is missing`);
  const read = await readChannel(createMemorySource(bytes), MOST_BYTES);
  if (!read.ok) throw new BadDataset(`${name} cannot be read (${read.why})`);
  return read.image;
}
