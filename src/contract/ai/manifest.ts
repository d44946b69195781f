import { Uuid } from '#contract/entities.ts';
import { nameUpTo } from '#contract/text.ts';
import { z } from '#contract/zod.ts';

/**
 * How a model is run. The same manifest is obeyed on the server, on a worker and in the page, by every engine:
 *
 * 1. Each channel is reordered by swapping and flipping axes only, so that columns run closest to patient left, rows to posterior and slices to superior (L, P, S
 *    of PS3.3 C.7.6.2.1.1). It is not rotated.
 * 2. It is resampled to `spacing` by linear interpolation between voxel centres, with the edge value outside. It has the nearest whole number of voxels, at least one, and
 *    its middle stays. Channels after the first one are resampled onto the grid of the first one, by position in the patient.
 * 3. It is normalised, and padded with its edge values to a whole number of `multiple`, at least one patch; of an odd number, one more after it than before it.
 * 4. Patches at even distances that overlap by `overlap` or more are run, and their mirror images along every set of the axes in `mirror`. Their softmax values are blended with weights of a Gaussian whose standard deviation is an eighth of the patch.
 * 5. The class with the highest value is chosen at the spacing of the model. Each class is then resampled to the grid of the series by linear interpolation of its
 *    membership, and is set where that is at least one half and the largest of all classes.
 */
const Size = z.tuple([z.number().int().min(1).max(1024), z.number().int().min(1).max(1024), z.number().int().min(1).max(1024)]);

/** Of the voxels of a channel after resampling. The result is clipped to ±10. */
export const Normalisation = z.discriminatedUnion('kind', [
  /** Percentiles of the image, 0 to 100, with linear interpolation between ranks. `(value - low) / (high - low)`, minus `centre`, divided by `scale`. */
  z.object({
    kind: z.literal('percentiles'),
    low: z.number().min(0).max(100),
    high: z.number().min(0).max(100),
    centre: z.number(),
    scale: z.number().positive(),
  }),
  /** Values of the modality, for example Hounsfield units: clipped to `low` and `high`, minus `mean`, divided by `deviation`. */
  z.object({ kind: z.literal('values'), low: z.number(), high: z.number(), mean: z.number(), deviation: z.number().positive() }),
  /** Minus the mean of the image, divided by its standard deviation. */
  z.object({ kind: z.literal('image') }),
]);
export type Normalisation = z.infer<typeof Normalisation>;

export const ModelClass = z.object({
  /** In the output, from 1. 0 is the background. */
  value: z.number().int().min(1).max(255),
  /** Of the segment that is proposed. */
  title: nameUpTo(100),
});
export type ModelClass = z.infer<typeof ModelClass>;

/** What the training images were like. A result on an image that is unlike them is marked. */
export const TrainedOn = z.object({
  patients: z.number().int().min(0),
  /** Smallest and largest spacing in mm, by axis after reordering. */
  spacing: z.object({ least: z.tuple([z.number(), z.number(), z.number()]), most: z.tuple([z.number(), z.number(), z.number()]) }),
  /** Smallest and largest extent in mm, by axis after reordering. */
  extent: z.object({ least: z.tuple([z.number(), z.number(), z.number()]), most: z.tuple([z.number(), z.number(), z.number()]) }),
  /** By channel: mean over the images of percentiles 5, 25, 50, 75 and 95 of the normalised values, and their standard deviation over the images. */
  intensity: z.array(z.object({ mean: z.array(z.number()).length(5), deviation: z.array(z.number()).length(5) })),
  /** Mean entropy of the prediction inside its foreground over the held-out images, in nats, and its standard deviation. */
  entropy: z.object({ mean: z.number(), deviation: z.number() }).nullable(),
});
export type TrainedOn = z.infer<typeof TrainedOn>;

export const ModelManifest = z.object({
  format: z.literal(1),
  /** `onnx`: a network with one input [1, channels, slices, rows, columns] of float32 and one output [1, classes + 1, slices, rows, columns] of logits, axes free. `trees`: a forest of Lightship. */
  engine: z.enum(['onnx', 'trees']),
  /** mm between columns, rows and slices. */
  spacing: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
  /** In the order of the input. `acquisition`: the recognised acquisition that a series must have; null: any. */
  channels: z
    .array(z.object({ name: nameUpTo(64), acquisition: z.string().max(64).nullable(), normalisation: Normalisation }))
    .min(1)
    .max(8),
  /** Columns, rows and slices of a patch in voxels. */
  patch: Size,
  /** Sizes of inputs are multiples of it, by axis. */
  multiple: Size,
  /** Fraction of the patch that two neighbours share. */
  overlap: z.number().min(0).max(0.9),
  /** Axes along which the mirror image is averaged in: 0 columns, 1 rows, 2 slices. */
  mirror: z.array(z.number().int().min(0).max(2)).max(3),
  /** In the order of the output, after the background. */
  classes: z.array(ModelClass).min(1).max(255),
  /**
   * A network that corrects a mask by clicks, of whatever it is: one class, and three more channels at the end of the input. These are clicks inside and clicks
   * outside (Gaussians of two voxels), and the mask so far, at the spacing of the model. It sees one patch around the last click, without mirror images.
   */
  clicks: z.literal(true).optional(),
  trainedOn: TrainedOn.nullable(),
  /** The training that made it, if one did. */
  training: Uuid.nullable(),
});
export type ModelManifest = z.infer<typeof ModelManifest>;
