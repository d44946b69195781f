import { ClassChoice } from '#imaging/inference/result/choose-classes.ts';
import { createTreesLoader } from '#imaging/trees/trees-engine.ts';
import { extentMm, modelGridOf } from '#imaging/inference/grid/model-grid.ts';
import { percentilesOf } from '#imaging/inference/grid/order-statistics.ts';
import { INTENSITY_PERCENTILES } from '#imaging/inference/result/unlike-training.ts';
import { inferVolume } from '#imaging/inference/infer-volume.ts';
import { featuresAt } from '#imaging/trees/features/features-at.ts';
import { readForest } from '#imaging/trees/forest-bytes.ts';
import { growTrees, type ForestSettings } from '#imaging/trees/grow-forest.ts';
import type { GrownTree, Samples } from '#imaging/trees/grow-tree.ts';
import { predictSlices } from '#imaging/trees/predict-slices.ts';
import { sampleVoxels, type SampleLimits } from '#imaging/trees/sample-voxels.ts';
import type { ModelManifest, Normalisation } from '#model/ai/manifest.ts';
import { randomOf } from '#model/campaigns/random.ts';
import type { TrainingCase } from '#server/training/dataset-folder.ts';
import { diceOf, type Dice } from '#server/training/dice.ts';
import { labelsAtModel, prepareImage, readImages, readLabels } from '#server/training/read-case.ts';

type Triple = [number, number, number];

/** What a thread does: from a task alone follows its result, whichever thread does it. Bytes that several threads need are shared. */
export interface Tasks {
  /** Where the voxels of a case are, by axis after reordering. */
  grid: { input: { case: TrainingCase }; output: { spacing: Triple; extent: Triple } };
  /** Voxels to learn from. */
  sample: {
    input: {
      case: TrainingCase;
      spacing: Triple;
      normalisations: Normalisation[];
      values: number[];
      limits: SampleLimits;
      seed: number;
    };
    output: {
      /** Feature after feature. */
      features: Float32Array;
      labels: Uint8Array;
      /** Of the normalised values of each channel. */
      percentiles: number[][];
    };
  };
  grow: { input: { samples: Samples; settings: ForestSettings; tree: number }; output: GrownTree };
  /** Dice at the spacing of the model, for each factor of the background. */
  tryFactors: {
    input: { case: TrainingCase; model: Uint8Array; spacing: Triple; normalisations: Normalisation[]; values: number[]; factors: number[] };
    output: Dice[];
  };
  /** As the model will be run: Dice on the grid of the mask. */
  measure: {
    input: { case: TrainingCase; model: Uint8Array; manifest: ModelManifest; values: number[] };
    output: { dice: Dice; entropy: number | null };
  };
}

export type TaskName = keyof Tasks;

export const DO: { [Name in TaskName]: (input: Tasks[Name]['input']) => Promise<Tasks[Name]['output']> } = {
  async grid(input) {
    const [first] = await readImages({ ...input.case, images: input.case.images.slice(0, 1) });
    const grid = modelGridOf(first!.space, [1, 1, 1]);
    return { spacing: grid.axes.map(({ seriesSpacing }) => seriesSpacing) as Triple, extent: extentMm(grid) };
  },

  async sample({ case: own, spacing, normalisations, values, limits, seed }) {
    const { image, labels } = await prepared(own, spacing, normalisations, values);
    const places = sampleVoxels(labels, values.length + 1, limits, randomOf(`${seed}/${own.id}`));
    return {
      features: featuresAt(image, places),
      labels: Uint8Array.from(places, (place) => labels[place]!),
      percentiles: image.channels.map((channel) => percentilesOf(channel, INTENSITY_PERCENTILES)),
    };
  },

  async grow({ samples, settings, tree }) {
    return growTrees(samples, settings, tree, tree + 1)[0]!;
  },

  async tryFactors({ case: own, model, spacing, normalisations, values, factors }) {
    const read = readForest(model);
    if (!read.ok) throw new Error(read.why);
    const { image, labels } = await prepared(own, spacing, normalisations, values);
    const classes = values.length + 1;
    const plane = image.size[0] * image.size[1];
    const choices = factors.map(() => new ClassChoice(image.size, classes));
    const scaled = new Float32Array(classes * plane);
    const take = (slice: number, found: Float32Array): void => {
      for (const [at, factor] of factors.entries()) {
        scaled.set(found);
        for (let voxel = 0; voxel < plane; voxel += 1) scaled[voxel]! *= factor;
        choices[at]!.take(slice, scaled);
      }
    };
    for (const _ of predictSlices({ ...read.forest, backgroundFactor: 1 }, image, take));
    return choices.map((choice) => diceOf(choice.labels, labels, values));
  },

  async measure({ case: own, model, manifest, values }) {
    const images = await readImages(own);
    const wanted = await readLabels(own, images[0]!, values);
    const result = await inferVolume(
      { manifest, model, modelSha256: '', channels: images, mostBytes: Infinity },
      {
        engines: { onnx: null, trees: createTreesLoader(async () => undefined) },
        ...{ signal: new AbortController().signal, progress: () => undefined, now: () => performance.now() },
      },
    );
    if (!result.ok) throw new Error(result.why);
    const placeOf = new Uint8Array(256);
    values.forEach((value, at) => (placeOf[value] = at + 1));
    return {
      dice: diceOf(
        result.labels.map((value) => placeOf[value]!),
        wanted,
        values,
      ),
      entropy: result.summary.meanEntropy,
    };
  },
};

async function prepared(own: TrainingCase, spacing: Triple, normalisations: readonly Normalisation[], values: readonly number[]) {
  const images = await readImages(own);
  const labels = await readLabels(own, images[0]!, values);
  const { space } = images[0]!;
  const grid = modelGridOf(space, spacing);
  return { image: prepareImage(images, normalisations, grid), labels: labelsAtModel(labels, space.size, grid) };
}
