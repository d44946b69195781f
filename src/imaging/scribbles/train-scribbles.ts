import { codingOf, writeCodes, type Forest } from '#imaging/trees/forest.ts';
import { featureCount, type Image } from '#imaging/trees/features/compute-features.ts';
import { featuresAt } from '#imaging/trees/features/features-at.ts';
import { balancedWeights, forestSettings, growTrees, joinTrees } from '#imaging/trees/grow-forest.ts';
import { sampleVoxels } from '#imaging/trees/sample-voxels.ts';
import { randomOf } from '#model/campaigns/random.ts';
import type { CoarseLabels } from './coarse-image.ts';

/** Voxels that are learned from, of each kind: more would not be more different. */
const MOST_SAMPLES = 4000;
const SEED = 1;

/** Trees that learned from the scribbled voxels of one image. The same strokes on the same image give the same trees. */
export function trainScribbles(image: Image, all: CoarseLabels): Forest {
  const taken = sampleVoxels(all.labels, 2, { ofClass: MOST_SAMPLES, ofBackground: MOST_SAMPLES }, randomOf(`${SEED}`));
  const places = taken.map((at) => all.places[at]!);
  const labels = Uint8Array.from(taken, (at) => all.labels[at]!);
  const features = featureCount(1);
  const values = featuresAt(image, places, 1);
  const codes = new Uint8Array(labels.length * features);
  const coding = { low: new Float32Array(features), scale: new Float32Array(features) };
  for (let feature = 0; feature < features; feature += 1) {
    const column = values.subarray(feature * labels.length, (feature + 1) * labels.length);
    const { low, scale } = codingOf([column]);
    [coding.low[feature], coding.scale[feature]] = [low, scale];
    writeCodes(column, coding, feature, codes, feature, features);
  }
  const samples = { count: labels.length, features, codes, labels, classes: 2 };
  const settings = forestSettings(features, SEED);
  const trees = growTrees(samples, settings, 0, settings.trees);
  return joinTrees(trees, balancedWeights(samples), { channels: 1, coding, seed: SEED, backgroundFactor: 1 });
}
